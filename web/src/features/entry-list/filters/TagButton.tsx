import type { ButtonProps } from '@mantine/core'
import { Tag } from 'lucide-react'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'

const load = () => import('./TagPopover.tsx').then(({ TagPopover }) => TagPopover)

interface Props extends Pick<ButtonProps, 'radius' | 'disabled'> {
  children: string
  /** The label of the field in the popover. */
  label: string
  without: readonly string[]
  pick(tag: string): void
}

/** A button that asks for a tag. */
export function TagButton({ label, without, pick, children, ...look }: Props) {
  return (
    <PopoverButton
      {...look}
      hasField
      load={load}
      opened={{ label, without, pick }}
      icon={<Tag size={14} aria-hidden="true" />}
    >
      {children}
    </PopoverButton>
  )
}
