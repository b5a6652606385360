import { Button } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { ChevronDown, EyeOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { watchFrame } from '../../rendered-text/tables/table-frame.ts'
import { BlockButton } from '../blocks/BlockButton.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import { toolMessages } from '../tools.messages.ts'
import { TableTools } from './TableTools.tsx'
import { TextTools } from './TextTools.tsx'
import classes from './Toolbar.module.css'
import { useToolState } from './tool-state.ts'
import { useToolbarShown } from './toolbar-shown.ts'
import { UndoTools } from './UndoTools.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'

interface Props {
  editor: Editor
  pickImage(): void
}

/** The tools above a text, which stay in sight. In a table they are those of the table, also if the others are hidden. */
export function Toolbar({ editor, pickImage }: Props) {
  const text = useMessages(toolMessages)
  const [isShown, setShown] = useToolbarShown()
  const state = useToolState(editor)
  const bar = useRef<HTMLDivElement>(null)
  const move = useArrowKeys(bar, () => editor.view.focus())
  const isInTable = state.active.has('table')
  // Each set of tools has its own width.
  useEffect(() => (bar.current ? watchFrame(bar.current) : undefined), [isShown, isInTable])
  return (
    <div className={`${classes.place} no-print`} data-hidden={!isShown || undefined}>
      {(isShown || isInTable) && (
        <div
          ref={bar}
          role="toolbar"
          aria-label={isInTable ? text.tableMenu : text.toolbar}
          className={classes.bar}
          data-toolbar
          onKeyDown={move}
        >
          <BlockButton editor={editor} />
          {isInTable ? <TableTools {...{ editor, state }} /> : <TextTools {...{ editor, state, pickImage }} />}
          {isShown && (
            <span className={classes.hide}>
              <Tool label={text.hideToolbar} icon={EyeOff} run={() => setShown(false)} />
            </span>
          )}
          <span className={classes.end}>
            <UndoTools editor={editor} state={state} />
          </span>
        </div>
      )}
      {!isShown && (
        <Button
          className={classes.show}
          size="compact-xs"
          variant="subtle"
          color="gray"
          c="var(--quiet)"
          leftSection={<ChevronDown size={14} aria-hidden />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(true)}
        >
          {text.showToolbar}
        </Button>
      )}
    </div>
  )
}
