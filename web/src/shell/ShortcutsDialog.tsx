import { Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { commonMessages } from '../i18n/common.messages.ts'
import { useMessages } from '../i18n/messages.tsx'
import { useFocusReturn } from '../ui/keys/focus-return.ts'
import { Keys } from '../ui/keys/Keys.tsx'
import { type ListedShortcut, useListedShortcuts } from '../ui/keys/shortcuts.ts'
import classes from './ShortcutsDialog.module.css'
import { shellMessages } from './shell.messages.ts'
import { type WritingName, writingMessages } from './writing.messages.ts'

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
  const text = useMessages(writingMessages)
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="h6">
        {text.title}
      </Title>
      <dl className={classes.list}>
        {KEYS.map(([keys, name]) => (
          <Row key={keys} shortcut={{ keys, label: text[name], group: text.title }} />
        ))}
        {MARKDOWN.map(([typed, name]) => (
          <div key={typed}>
            <dt>
              <Text size="sm">{text[name]}</Text>
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

type Named = readonly [string, WritingName]

const KEYS: readonly Named[] = [
  ['mod+b', 'bold'],
  ['mod+i', 'italic'],
  ['mod+u', 'underline'],
  ['mod+shift+e', 'formula'],
  ['Alt+shift+ArrowUp', 'moveUp'],
  ['Alt+shift+ArrowDown', 'moveDown'],
]

/** As it is typed; it becomes what it means at once. */
const MARKDOWN: readonly Named[] = [
  ['/', 'insert'],
  ['[[', 'entryLink'],
  ['#…', 'tag'],
  ['# …', 'heading'],
  ['## …', 'subheading'],
  ['- …', 'bulletList'],
  ['1. …', 'orderedList'],
  ['[ ] …', 'taskList'],
  ['> …', 'quote'],
  ['```', 'codeBlock'],
  ['**…**', 'bold'],
  ['*…*', 'italic'],
  ['~~…~~', 'strike'],
  ['`…`', 'code'],
  ['$…$', 'formula'],
  ['---', 'divider'],
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
