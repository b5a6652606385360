import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { TagPicker } from './TagPicker.tsx'

interface Props {
  target: ReactElement
  isOpen: boolean
  setOpen(isOpen: boolean): void
  label: string
  without: readonly string[]
  pick(tag: string): void
}

export function TagPopover({ target, isOpen, setOpen, label, without, pick }: Props) {
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>
        <TagPicker
          label={label}
          without={without}
          pick={(tag) => {
            setOpen(false)
            pick(tag)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
