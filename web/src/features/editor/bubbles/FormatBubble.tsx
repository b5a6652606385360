import { Group } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Highlighter,
  Italic,
  Link,
  type LucideIcon,
  Strikethrough,
  Subscript,
  Superscript,
  Underline,
} from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { BlockSelect } from '../blocks/BlockSelect.tsx'
import { ColourTool } from '../colours/ColourTool.tsx'
import { editorMessages } from '../editor.messages.ts'
import { isFormulaOpen } from '../extensions/formula.extension.ts'
import classes from '../toolbar/Toolbar.module.css'
import { readTools } from '../toolbar/tool-state.ts'
import { Bubble } from './Bubble.tsx'
import { LinkForm } from './LinkForm.tsx'
import { Tool } from './Tool.tsx'

const MARKS: [
  name: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'highlight' | 'subscript' | 'superscript',
  LucideIcon,
][] = [
  ['bold', Bold],
  ['italic', Italic],
  ['underline', Underline],
  ['strike', Strikethrough],
  ['subscript', Subscript],
  ['superscript', Superscript],
  ['code', Code],
  ['highlight', Highlighter],
]

/** The toolbar of selected words. */
export function FormatBubble({ editor }: { editor: Editor }) {
  const text = useMessages(editorMessages)
  const [isLinking, setLinking] = useState(false)
  const [block = '', ...active] = useEditorState({ editor, selector: ({ editor }) => describe(editor.state) }).split(
    ' ',
  )
  return (
    <Bubble editor={editor} name="bubbleMenu" label={text.format} isShown={hasWords} onHide={() => setLinking(false)}>
      {isLinking ? (
        <LinkForm editor={editor} onDone={() => setLinking(false)} />
      ) : (
        <Group gap={2}>
          <BlockSelect editor={editor} state={{ block }} className={classes.blocks} />
          {MARKS.map(([name, Icon]) => (
            <Tool
              key={name}
              label={text[name]}
              icon={Icon}
              isActive={active.includes(name)}
              run={() => editor.chain().focus().toggleMark(name).run()}
            />
          ))}
          <ColourTool editor={editor} />
          <Tool label={text.link} icon={Link} isActive={active.includes('link')} run={() => setLinking(true)} />
        </Group>
      )}
    </Bubble>
  )
}

/** As one word, because a new object would be a change. */
function describe(state: EditorState): string {
  const { active, block } = readTools(state)
  return [block, ...active].join(' ')
}

function hasWords(state: EditorState): boolean {
  const { selection } = state
  if (selection.empty || selection instanceof NodeSelection || isFormulaOpen(state)) return false
  return !selection.$from.parent.type.spec.code
}
