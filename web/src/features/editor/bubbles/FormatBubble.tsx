import { ActionIcon, Button, Group, Paper, TextInput, Tooltip } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import {
  Bold,
  Code,
  ExternalLink,
  Highlighter,
  Italic,
  Link,
  type LucideIcon,
  Strikethrough,
  Subscript,
  Superscript,
  Underline,
  Unlink,
} from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { editorMessages } from '../editor.messages.ts'
import { isFormulaOpen } from '../extensions/formula.extension.ts'
import { isSafeUri } from '../extensions/link.extension.ts'

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
  const active = useEditorState({
    editor,
    selector: ({ editor }) =>
      [...MARKS.map(([name]) => name), 'link'].filter((name) => editor.isActive(name)).join(' '),
  }).split(' ')
  return (
    <BubbleMenu
      editor={editor}
      shouldShow={({ editor, state }) =>
        editor.isEditable &&
        !state.selection.empty &&
        !editor.isActive('codeBlock') &&
        !editor.isActive('foreign') &&
        !isFormulaOpen(state)
      }
      options={{ placement: 'top', onHide: () => setLinking(false) }}
    >
      <Paper withBorder shadow="md" p={4} role="toolbar" aria-label={text.format} data-format-bubble>
        {isLinking ? (
          <LinkForm editor={editor} onDone={() => setLinking(false)} />
        ) : (
          <Group gap={2} wrap="nowrap">
            {MARKS.map(([name, Icon]) => (
              <Tool
                key={name}
                label={text[name]}
                icon={Icon}
                isActive={active.includes(name)}
                run={() => editor.chain().focus().toggleMark(name).run()}
              />
            ))}
            <Tool label={text.link} icon={Link} isActive={active.includes('link')} run={() => setLinking(true)} />
          </Group>
        )}
      </Paper>
    </BubbleMenu>
  )
}

interface ToolProps {
  label: string
  icon: LucideIcon
  isActive?: boolean
  run(): void
}

export function Tool({ label, icon: Icon, isActive, run }: ToolProps) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon
        variant={isActive ? 'light' : 'subtle'}
        color={isActive ? undefined : 'gray'}
        size={30}
        aria-label={label}
        aria-pressed={isActive}
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const text = useMessages(editorMessages)
  const [href, setHref] = useState<string>(editor.getAttributes('link').href ?? '')
  // Synchronously, unlike `chain().focus()`: the next key belongs to the text.
  const leave = () => {
    editor.view.focus()
    onDone()
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const address = /^[^/:?#]+\.[^/:?#]+/.test(href) && !href.includes(':') ? `https://${href}` : href.trim()
    const chain = editor.chain().extendMarkRange('link')
    if (isSafeUri(address)) chain.setLink({ href: address }).run()
    else chain.unsetLink().run()
    leave()
  }
  return (
    <form onSubmit={apply}>
      <Group gap={4} wrap="nowrap">
        <TextInput
          size="xs"
          aria-label={text.linkAddress}
          placeholder="https://"
          value={href}
          onChange={(event) => setHref(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && leave()}
          data-autofocus
          ref={(input) => input?.focus()}
        />
        <Button size="xs" type="submit">
          {text.apply}
        </Button>
        {href !== '' && (
          <Tool
            label={text.openLink}
            icon={ExternalLink}
            run={() => isSafeUri(href) && window.open(href, '_blank', 'noopener')}
          />
        )}
        <Tool
          label={text.removeLink}
          icon={Unlink}
          run={() => {
            editor.chain().extendMarkRange('link').unsetLink().run()
            leave()
          }}
        />
      </Group>
    </form>
  )
}
