import { ActionIcon, Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  label: string
  /** Of the button. */
  size?: number
  /** Of what opens. */
  width?: number
  children: ReactNode
}

/** Three dots that open what is seldom done to a row or a section. */
export function MoreMenu({ label, size = 36, width, children }: Props) {
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      {...(width && { width })}
    >
      <Menu.Target>
        <ActionIcon className="no-print" variant="subtle" color="gray" c="var(--quiet)" size={size} aria-label={label}>
          <Ellipsis size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
