import { useTexts } from '../../i18n/text.tsx'
import { FilterPopover } from '../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../ui/menus/PopoverButton.tsx'
import type { Exported } from './download.ts'
import { ExportChoices } from './ExportChoices.tsx'
import { exportTexts } from './exports.text.ts'

export function ExportPopover({ exported, ...opened }: Opened & { exported: Exported }) {
  const text = useTexts(exportTexts)
  return (
    <FilterPopover {...opened} label={text.title} position="bottom-end">
      <ExportChoices exported={exported} close={opened.close} />
    </FilterPopover>
  )
}
