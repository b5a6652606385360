import { Modal, Stack, Text, Title } from '@mantine/core'
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
      </div>
    </Modal>
  )
}

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
