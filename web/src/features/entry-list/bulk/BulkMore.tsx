import { ActionIcon, Menu } from '@mantine/core'
import { Copy, Ellipsis, Lock, LockOpen, Pin, PinOff } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import type { EntryRow } from '../entry-list.queries.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import { bulkMessages } from './bulk.messages.ts'
import { type BulkAction, pin, unpin } from './bulk-actions.ts'
import { duplicate, setLock } from './more-actions.ts'

interface Props {
  rows: readonly EntryRow[]
  disabled: boolean
  perform(action: BulkAction): void
}

/** The rarer actions on selected rows. */
export function BulkMore({ rows, disabled, perform }: Props) {
  const text = useMessages(listPartMessages)
  const bulk = useMessages(bulkMessages)
  const isPinned = rows.length > 0 && rows.every((row) => row.is_pinned === 1)
  const isLocked = rows.length > 0 && rows.every((row) => row.locked === 1)
  const items = [
    isPinned ? { action: unpin, label: text.unpin, Icon: PinOff } : { action: pin, label: text.pin, Icon: Pin },
    isLocked
      ? { action: setLock(0, bulk), label: bulk.unlock, Icon: LockOpen }
      : { action: setLock(1, bulk), label: bulk.lock, Icon: Lock },
    { action: duplicate(bulk), label: bulk.duplicate, Icon: Copy },
  ]
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} disabled={disabled} aria-label={bulk.more} title={bulk.more}>
          <Ellipsis size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ action, label, Icon }) => (
          <Menu.Item key={label} leftSection={<Icon size={14} aria-hidden="true" />} onClick={() => perform(action)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
