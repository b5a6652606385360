import { Popover } from '@mantine/core'
import type { ReactElement } from 'react'
import { TagPicker } from './TagPicker.tsx'

interface Props {
  target: ReactElement
  isOpen: boolean
  close(): void
  label: string
  without: readonly string[]
  pick(tag: string): void
}

export function TagPopover({ target, isOpen, close, label, without, pick }: Props) {
  return (
    <Popover opened={isOpen} onChange={(wants) => !wants && close()} position="bottom-start" trapFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>
        <TagPicker
          label={label}
          without={without}
          pick={(tag) => {
            close()
            pick(tag)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
