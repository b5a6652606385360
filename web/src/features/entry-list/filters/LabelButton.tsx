import { useQuery } from '@tanstack/react-query'
import { CircleDot, Shapes } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { labelMessages } from '../../labels/labels.messages.ts'
import { kindOf, type LabelField, labelsOf } from '../../labels/labels.queries.ts'
import { useSession } from '../../session/session.queries.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import type { SearchChange } from '../list-search.ts'
import { useListType } from '../list-type.ts'
import { FilterChip } from './FilterChip.tsx'

const load = () => import('./LabelPopover.tsx').then(({ LabelPopover }) => LabelPopover)

const ICONS = { category: Shapes, status: CircleDot }

interface Props {
  field: LabelField
  ids: readonly number[] | undefined
  change(change: SearchChange): void
}

/** The filter by category or status. */
export function LabelButton({ field, ids, change }: Props) {
  const text = useMessages(entryListMessages)
  const label = useMessages(labelMessages)
  const { team } = useSession()
  const kind = kindOf(useListType(), field)
  const { data } = useQuery({ ...labelsOf(team, kind), enabled: ids !== undefined })
  const Icon = ICONS[field]
  const nameOf = (id: number) => {
    if (id === 0) return label.without[field]
    return data?.find((one) => one.id === id)?.title ?? text.labelNumber(id)
  }
  return (
    <FilterChip
      name={label[field]}
      value={ids?.map(nameOf).join(', ')}
      icon={<Icon size={14} aria-hidden="true" />}
      load={load}
      opened={{ field, kind, ids: ids ?? [], pick: (picked: number[]) => change({ [field]: picked }) }}
      clear={() => change({ [field]: undefined })}
    />
  )
}
