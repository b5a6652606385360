import { NativeSelect, Popover } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import {
  Bold,
  Highlighter,
  Image,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Plus,
  Redo2,
  Subscript,
  Superscript,
  Table,
  Underline,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { LinkForm } from '../bubbles/LinkForm.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import { editorMessages } from '../editor.messages.ts'
import { insertTable, openInsertMenu } from '../menus/insertions.ts'
import { toolMessages } from '../tools.messages.ts'
import { type MarkName, MarkTools } from './MarkTools.tsx'
import classes from './Toolbar.module.css'
import type { ToolState } from './tool-state.ts'
import { turnInto } from './turn-into.ts'

const MARKS: readonly [MarkName, LucideIcon][] = [
  ['bold', Bold],
  ['italic', Italic],
  ['underline', Underline],
  ['subscript', Subscript],
  ['superscript', Superscript],
  ['highlight', Highlighter],
]
const LISTS: readonly [name: 'bulletList' | 'orderedList' | 'taskList', LucideIcon][] = [
  ['bulletList', List],
  ['orderedList', ListOrdered],
  ['taskList', ListChecks],
]

interface Props {
  editor: Editor
  state: ToolState
  pickImage(): void
}

/** The tools for words and blocks. */
export function TextTools({ editor, state, pickImage }: Props) {
  const text = useMessages(toolMessages)
  const words = useMessages(editorMessages)
  const [isLinking, setLinking] = useState(false)
  const blocks = [
    ['paragraph', text.paragraph],
    ...[1, 2, 3, 4].map((level) => [`heading${level}`, words.heading(level)] as const),
    ['codeBlock', words.codeBlock],
  ] as const
  const isKnown = blocks.some(([name]) => name === state.block)
  const toggleList = (name: (typeof LISTS)[number][0]) => {
    const chain = editor.chain().focus()
    if (name === 'taskList') chain.toggleTaskList().run()
    else if (name === 'orderedList') chain.toggleOrderedList().run()
    else chain.toggleBulletList().run()
  }
  return (
    <>
      <NativeSelect
        className={classes.blocks}
        size="xs"
        aria-label={text.turnInto}
        value={isKnown ? state.block : ''}
        onChange={(event) => {
          turnInto(editor, event.currentTarget.value)
          editor.view.focus()
        }}
      >
        {!isKnown && <option value="" />}
        {blocks.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <span className={classes.gap} />
      <MarkTools editor={editor} state={state} marks={MARKS} />
      <Popover opened={isLinking} onChange={setLinking} withArrow shadow="md" trapFocus>
        <Popover.Target>
          <Tool label={words.link} icon={Link} isActive={state.active.has('link')} run={() => setLinking(!isLinking)} />
        </Popover.Target>
        <Popover.Dropdown p={4}>
          <LinkForm editor={editor} onDone={() => setLinking(false)} />
        </Popover.Dropdown>
      </Popover>
      <span className={classes.gap} />
      {LISTS.map(([name, icon]) => (
        <Tool
          key={name}
          label={words[name]}
          icon={icon}
          isActive={state.active.has(name)}
          run={() => toggleList(name)}
        />
      ))}
      <span className={classes.gap} />
      <Tool label={words.table} icon={Table} run={() => insertTable(editor)} />
      <Tool label={words.image} icon={Image} run={pickImage} />
      <Tool label={words.insert} icon={Plus} keys="/" run={() => openInsertMenu(editor)} />
      <span className={classes.gap} />
      <Tool
        label={text.undo}
        icon={Undo2}
        isDisabled={!state.canUndo}
        run={() => editor.chain().focus().undo().run()}
      />
      <Tool
        label={text.redo}
        icon={Redo2}
        isDisabled={!state.canRedo}
        run={() => editor.chain().focus().redo().run()}
      />
    </>
  )
}
