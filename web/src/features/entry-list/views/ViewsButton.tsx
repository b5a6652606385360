import { Bookmark } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import type { ListSearch } from '../list-search.ts'

const load = () => import('./ViewsPopover.tsx').then(({ ViewsPopover }) => ViewsPopover)

/** Saved lists, and a way to save this one. */
export function ViewsButton({ search }: { search: ListSearch }) {
  const text = useMessages(entryListMessages)
  return (
    <PopoverButton load={load} opened={{ search }} icon={<Bookmark size={14} aria-hidden="true" />}>
      {text.views}
    </PopoverButton>
  )
}
