import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Opened } from './PopoverButton.tsx'

interface Props extends Opened {
  /** The label, if the button alone does not name it. */
  label?: string
  position?: 'bottom-start' | 'bottom-end'
  /** The width on large screens. */
  width?: string
  children: ReactNode
}

/** A popover below a button of the list, which keeps the focus until it closes. */
export function FilterPopover({ target, isOpen, close, label, position, width = '20rem', children }: Props) {
  return (
    <Popover
      opened={isOpen}
      onChange={(wants) => !wants && close()}
      position={position ?? 'bottom-start'}
      width={`min(${width}, calc(100vw - 1rem))`}
      trapFocus
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  )
}
