import { Group } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { PopoverButton } from '../../../ui/menus/PopoverButton.tsx'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import { GROUPINGS, type ListSearch, type SearchChange } from '../list-search.ts'
import { useListType } from '../list-type.ts'

const load = () => import('../filters/ChoicePopover.tsx').then(({ ChoicePopover }) => ChoicePopover)

interface Props {
  search: ListSearch
  change(change: SearchChange): void
}

/** What the rows are grouped by. */
export function GroupButton({ search, change }: Props) {
  const text = useMessages(entryListMessages)
  const isBoard = search.view === 'board'
  const { group = 'none' } = search
  // Templates have no date.
  const isTemplates = isTemplateType(useListType())
  const groupings = GROUPINGS.filter((grouping) => !isTemplates || grouping !== 'month')
  const offered = isBoard ? (['status', 'category'] as const) : (['none', ...groupings] as const)
  const value = isBoard && group !== 'category' ? 'status' : group
  return (
    <PopoverButton
      load={load}
      opened={{
        name: text.groupBy,
        value,
        choices: offered.map((one) => ({ value: one, label: text.groupings[one] })),
        pick: (picked: string) => change({ group: picked as typeof group, folded: undefined }),
      }}
      icon={<Group size={14} aria-hidden="true" />}
    >
      {value === 'none' ? text.group : `${text.group}: ${text.groupings[value]}`}
    </PopoverButton>
  )
}
