import { Popover } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import {
  Bold,
  Image,
  Italic,
  Link,
  type LucideIcon,
  Plus,
  Subscript,
  Superscript,
  Table,
  Underline,
} from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { BlockSelect } from '../blocks/BlockSelect.tsx'
import { LinkForm } from '../bubbles/LinkForm.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import { ColourTool } from '../colours/ColourTool.tsx'
import { editorMessages } from '../editor.messages.ts'
import { insertTable, openInsertMenu } from '../menus/insertions.ts'
import { askForCharacter } from '../symbols/character-request.ts'
import { type MarkName, MarkTools } from './MarkTools.tsx'
import classes from './Toolbar.module.css'
import type { ToolState } from './tool-state.ts'

const MARKS: readonly [MarkName, LucideIcon][] = [
  ['bold', Bold],
  ['italic', Italic],
  ['underline', Underline],
  ['subscript', Subscript],
  ['superscript', Superscript],
]
interface Props {
  editor: Editor
  state: ToolState
  pickImage(): void
}

/** The tools for words and blocks. */
export function TextTools({ editor, state, pickImage }: Props) {
  const words = useMessages(editorMessages)
  const [isLinking, setLinking] = useState(false)
  const isPhone = useIsPhone()
  const image = <Tool label={words.image} icon={Image} run={pickImage} />
  const insert = <Tool label={words.insert} icon={Plus} keys="/" run={() => openInsertMenu(editor)} />
  return (
    <>
      <BlockSelect editor={editor} state={state} className={classes.blocks} />
      <span className={classes.gap} />
      {/* A phone has room for two without scrolling: what its keyboard cannot do. */}
      {isPhone && image}
      {isPhone && insert}
      <MarkTools editor={editor} state={state} marks={MARKS} />
      <ColourTool editor={editor} />
      <Popover opened={isLinking} onChange={setLinking} withArrow shadow="md" trapFocus>
        <Popover.Target>
          <Tool label={words.link} icon={Link} isActive={state.active.has('link')} run={() => setLinking(!isLinking)} />
        </Popover.Target>
        <Popover.Dropdown p="2xs">
          <LinkForm editor={editor} onDone={() => setLinking(false)} />
        </Popover.Dropdown>
      </Popover>
      <span className={classes.gap} />
      <Tool label={words.table} icon={Table} run={() => insertTable(editor)} />
      {!isPhone && image}
      <Tool label={words.specialCharacters} icon="Ω" run={askForCharacter} />
      {!isPhone && insert}
    </>
  )
}
