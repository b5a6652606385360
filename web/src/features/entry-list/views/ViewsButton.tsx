import { Bookmark } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import type { ListSearch } from '../list-search.ts'

const load = () => import('./ViewsPopover.tsx').then(({ ViewsPopover }) => ViewsPopover)

/** The views, and a way to save this list as one. */
export function ViewsButton({ search: { day: _, ...search } }: { search: ListSearch }) {
  const text = useMessages(entryListMessages)
  return (
    <PopoverButton load={load} opened={{ search }} icon={<Bookmark size={14} aria-hidden="true" />}>
      {text.views}
    </PopoverButton>
  )
}
