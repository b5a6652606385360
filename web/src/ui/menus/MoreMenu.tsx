import { ActionIcon, Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  label: string
  /** The size of the button. */
  size?: number
  /** The width of the menu. */
  width?: number
  children: ReactNode
}

/** A three-dot menu for rarely used actions of a row or section. */
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
