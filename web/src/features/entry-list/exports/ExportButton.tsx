import { entityLists } from '@aliquot/contract/entities-list'
import { Download } from 'lucide-react'
import { pathOf } from '../../../api/call.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import type { Exported } from '../../exports/download.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import { useListType } from '../list-type.ts'

const load = () => import('./ExportPopover.tsx').then(({ ExportPopover }) => ExportPopover)

interface Props {
  query: Exported['query']
  disabled?: boolean
  /** The element that explains why it is disabled. */
  describedBy?: string
}

/** Exports a list, or its selected rows. */
export function ExportButton({ query, disabled, describedBy }: Props) {
  const text = useMessages(entryListMessages)
  const type = useListType()
  const exported: Exported = {
    path: pathOf(entityLists.list, { params: { entity_type: type } }),
    name: type,
    unit: 'entries',
    ...(query && { query }),
  }
  return (
    <PopoverButton
      load={load}
      opened={{ exported }}
      icon={<Download size={14} aria-hidden="true" />}
      {...(disabled && { disabled })}
      {...(describedBy && { 'aria-describedby': describedBy })}
    >
      {text.export}
    </PopoverButton>
  )
}
