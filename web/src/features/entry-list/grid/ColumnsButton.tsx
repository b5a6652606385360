import { Columns3 } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import type { SearchChange } from '../list-search.ts'
import type { Column } from './columns.ts'

const load = () => import('./ColumnsPopover.tsx').then(({ ColumnsPopover }) => ColumnsPopover)

interface Props {
  columns: readonly Column[] | undefined
  change(change: SearchChange): void
}

/** Which columns the table has. */
export function ColumnsButton({ columns, change }: Props) {
  const text = useMessages(entryListMessages)
  return (
    <PopoverButton
      load={load}
      opened={{ columns, choose: (chosen: Column[] | undefined) => change({ columns: chosen }) }}
      icon={<Columns3 size={14} aria-hidden="true" />}
    >
      {text.chooseColumns}
    </PopoverButton>
  )
}
