import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { namesOf } from '../../permissions/people.queries.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import { knownRows } from '../list-cache.ts'
import type { SearchChange } from '../list-search.ts'
import { FilterChip } from './FilterChip.tsx'

const load = () => import('./OwnerPopover.tsx').then(({ OwnerPopover }) => OwnerPopover)

/** The filter by owner. */
export function OwnerButton({ owner, change }: { owner: number | undefined; change(change: SearchChange): void }) {
  const text = useMessages(entryListMessages)
  const client = useQueryClient()
  const known = knownRows(client).find(({ userid }) => userid === owner)?.fullname
  const isUnknown = owner !== undefined && known === undefined
  const { data: names } = useQuery({ ...namesOf(isUnknown ? [owner] : []), enabled: isUnknown })
  return (
    <FilterChip
      name={text.owner}
      value={owner === undefined ? undefined : (known ?? names?.get(owner) ?? text.ownerNumber(owner))}
      icon={<UserRound size={14} aria-hidden="true" />}
      hasField
      load={load}
      opened={{ pick: (userid: number) => change({ owner: userid }) }}
      clear={() => change({ owner: undefined })}
    />
  )
}
