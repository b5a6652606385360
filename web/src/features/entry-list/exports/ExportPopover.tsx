import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import type { Exported } from '../../exports/download.ts'
import { ExportChoices } from '../../exports/ExportChoices.tsx'
import { exportMessages } from '../../exports/exports.messages.ts'

export function ExportPopover({ exported, ...opened }: Opened & { exported: Exported }) {
  const text = useMessages(exportMessages)
  return (
    <FilterPopover {...opened} label={text.title} position="bottom-end">
      <ExportChoices exported={exported} close={opened.close} />
    </FilterPopover>
  )
}
