import { Bookmark } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { PopoverButton } from '../../ui/menus/PopoverButton.tsx'
import { entryListTexts } from '../entry-list/entry-list.text.ts'
import type { ListSearch } from '../entry-list/list-search.ts'

const load = () => import('./ViewsPopover.tsx').then(({ ViewsPopover }) => ViewsPopover)

/** Lists kept under a name, and the way to keep this one. */
export function ViewsButton({ search }: { search: ListSearch }) {
  const text = useTexts(entryListTexts)
  return (
    <PopoverButton load={load} opened={{ search }} icon={<Bookmark size={14} aria-hidden="true" />}>
      {text.views}
    </PopoverButton>
  )
}
