import { Button, Group, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { ExternalLink, Unlink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { editorMessages } from '../editor.messages.ts'
import { isSafeUri } from '../extensions/link.extension.ts'
import { Tool } from './Tool.tsx'

/** Asks for the address of a link. Without selected words, the address itself is inserted. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone(): void }) {
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
    const { selection } = editor.state
    if (!isSafeUri(address)) chain.unsetLink().run()
    else if (selection.empty && !editor.isActive('link')) {
      const marks = [{ type: 'link', attrs: { href: address } }]
      editor.commands.insertContent({ type: 'text', text: address, marks })
    } else chain.setLink({ href: address, title: null }).run()
    leave()
  }
  return (
    <form onSubmit={apply}>
      <Group gap="2xs" wrap="nowrap">
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
