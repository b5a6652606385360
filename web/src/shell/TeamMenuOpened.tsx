import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { TeamItems } from './TeamItems.tsx'

/** The menu of `TeamSwitcher`, which loads it when it is first opened. */
export function TeamMenuOpened({ target }: { target: ReactElement }) {
  return (
    <Menu
      position="bottom-start"
      width={224}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      defaultOpened
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="85dvh" style={{ overflowY: 'auto' }}>
        <TeamItems />
      </Menu.Dropdown>
    </Menu>
  )
}
