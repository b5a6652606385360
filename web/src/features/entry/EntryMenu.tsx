import { ActionIcon, Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { Fragment } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import type { EntryAction } from '../entry-data/entry-action.ts'

/** The actions on the whole entry. */
export function EntryMenu({ actions }: { actions: readonly EntryAction[] }) {
  const text = useMessages(entryMessages)
  return (
    <Menu position="bottom-end" width={230} shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" size={36} aria-label={text.menu}>
          <Ellipsis size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, label, icon: Icon, run }) => (
          <Fragment key={id}>
            {id === 'delete' && <Menu.Divider />}
            <Menu.Item
              leftSection={<Icon size={16} aria-hidden="true" />}
              c={id === 'delete' ? 'var(--danger)' : undefined}
              onClick={run}
            >
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
