import { Columns3 } from 'lucide-react'
import { useTexts } from '../../../i18n/text.tsx'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import { entryListTexts } from '../entry-list.text.ts'
import type { SearchChange } from '../list-search.ts'
import type { Column } from './columns.ts'

const load = () => import('./ColumnsPopover.tsx').then(({ ColumnsPopover }) => ColumnsPopover)

interface Props {
  columns: readonly Column[] | undefined
  change(change: SearchChange): void
}

/** Which columns the table has. */
export function ColumnsButton({ columns, change }: Props) {
  const text = useTexts(entryListTexts)
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
