import { Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { type EditorMessages, editorMessages } from '../features/editor/editor.messages.ts'
import { commonMessages } from '../i18n/common.messages.ts'
import { useMessages } from '../i18n/messages.tsx'
import { useFocusReturn } from '../ui/keys/focus-return.ts'
import { Keys } from '../ui/keys/Keys.tsx'
import { type ListedShortcut, useListedShortcuts } from '../ui/keys/shortcuts.ts'
import classes from './ShortcutsDialog.module.css'
import { shellMessages } from './shell.messages.ts'

/** All the keys that do something on this page. */
export function ShortcutsDialog({ close }: { close(): void }) {
  useFocusReturn()
  const text = useMessages(shellMessages)
  const common = useMessages(commonMessages)
  const groups = Map.groupBy(useListedShortcuts(), ({ group }) => group)
  return (
    <Modal opened onClose={close} title={text.shortcuts} size="lg" closeButtonProps={{ 'aria-label': common.close }}>
      <div className={classes.groups}>
        {[...groups].map(([group, shortcuts]) => (
          <Stack key={group} component="section" gap="xs">
            <Title order={3} size="h6">
              {group}
            </Title>
            <dl className={classes.list}>
              {shortcuts.map((shortcut) => (
                <Row key={shortcut.keys} shortcut={shortcut} />
              ))}
            </dl>
          </Stack>
        ))}
        <Writing />
      </div>
    </Modal>
  )
}

/** What the editor makes of keys and of Markdown, also while no entry is open. */
function Writing() {
  const text = useMessages(shellMessages)
  const editor = useMessages(editorMessages)
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="h6">
        {text.writing}
      </Title>
      <dl className={classes.list}>
        {KEYS.map(([keys, label]) => (
          <Row key={keys} shortcut={{ keys, label: label(editor), group: text.writing }} />
        ))}
        {MARKDOWN.map(([typed, label]) => (
          <div key={typed}>
            <dt>
              <Text size="sm">{label(editor)}</Text>
            </dt>
            <dd>
              <Kbd size="xs">{typed}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Stack>
  )
}

type Named = readonly [string, (text: EditorMessages) => string]

const KEYS: readonly Named[] = [
  ['mod+b', ({ bold }) => bold],
  ['mod+i', ({ italic }) => italic],
  ['mod+u', ({ underline }) => underline],
  ['mod+shift+e', ({ formula }) => formula],
]

/** As it is typed; it becomes what it means at once. */
const MARKDOWN: readonly Named[] = [
  ['/', ({ insert }) => insert],
  ['[[', ({ entryLink }) => entryLink],
  ['#…', ({ tags }) => tags],
  ['# …', ({ heading }) => heading(1)],
  ['## …', ({ heading }) => heading(2)],
  ['- …', ({ bulletList }) => bulletList],
  ['1. …', ({ orderedList }) => orderedList],
  ['[ ] …', ({ taskList }) => taskList],
  ['> …', ({ quote }) => quote],
  ['```', ({ codeBlock }) => codeBlock],
  ['**…**', ({ bold }) => bold],
  ['*…*', ({ italic }) => italic],
  ['~~…~~', ({ strike }) => strike],
  ['`…`', ({ code }) => code],
  ['$…$', ({ formula }) => formula],
  ['---', ({ divider }) => divider],
]

function Row({ shortcut }: { shortcut: ListedShortcut }) {
  const text = useMessages(shellMessages)
  return (
    <div>
      <dt>
        <Text size="sm">{shortcut.label}</Text>
      </dt>
      <dd>
        <Keys of={shortcut.keys} />
        <span className={classes.spoken}>{shortcut.keys.replace(' ', ` ${text.thenKey} `)}</span>
      </dd>
    </div>
  )
}
