import { Group } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
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
import { editorMessages } from '../editor.messages.ts'
import { isFormulaOpen } from '../extensions/formula.extension.ts'
import { readTools } from '../toolbar/tool-state.ts'
import { turnInto } from '../toolbar/turn-into.ts'
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

const HEADINGS = [Heading1, Heading2, Heading3] as const

/** The toolbar of selected words. */
export function FormatBubble({ editor }: { editor: Editor }) {
  const text = useMessages(editorMessages)
  const [isLinking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor }) => [...readTools(editor.state).active, readTools(editor.state).block].join(' '),
  }).split(' ')
  return (
    <Bubble editor={editor} name="bubbleMenu" label={text.format} isShown={hasWords} onHide={() => setLinking(false)}>
      {isLinking ? (
        <LinkForm editor={editor} onDone={() => setLinking(false)} />
      ) : (
        <Group gap={2}>
          {MARKS.map(([name, Icon]) => (
            <Tool
              key={name}
              label={text[name]}
              icon={Icon}
              isActive={active.includes(name)}
              run={() => editor.chain().focus().toggleMark(name).run()}
            />
          ))}
          {HEADINGS.map((icon, index) => {
            const level = index + 1
            const isActive = active.includes(`heading${level}`)
            return (
              <Tool
                key={level}
                label={text.heading(level)}
                icon={icon}
                isActive={isActive}
                run={() => turnInto(editor, isActive ? 'paragraph' : `heading${level}`)}
              />
            )
          })}
          <Tool label={text.link} icon={Link} isActive={active.includes('link')} run={() => setLinking(true)} />
        </Group>
      )}
    </Bubble>
  )
}

function hasWords(state: EditorState): boolean {
  const { selection } = state
  if (selection.empty || selection instanceof NodeSelection || isFormulaOpen(state)) return false
  return !selection.$from.parent.type.spec.code
}
