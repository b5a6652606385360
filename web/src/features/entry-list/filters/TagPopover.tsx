import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { TagPicker } from './TagPicker.tsx'

interface Props extends Opened {
  label: string
  without: readonly string[]
  pick(tag: string): void
}

export function TagPopover({ label, without, pick, ...opened }: Props) {
  return (
    <FilterPopover {...opened}>
      <TagPicker
        label={label}
        without={without}
        pick={(tag) => {
          opened.close()
          pick(tag)
        }}
      />
    </FilterPopover>
  )
}
