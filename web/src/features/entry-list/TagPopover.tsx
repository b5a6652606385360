import { Popover } from '@mantine/core'
import type { Opened } from './PopoverButton.tsx'
import { TagPicker } from './TagPicker.tsx'

interface Props extends Opened {
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
