import type { EntityType } from '@aliquot/contract/common'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { memo, useDeferredValue } from 'react'
import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { entryQuery } from '../entry-data/entry.queries.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { EntryProblem } from './EntryProblem.tsx'
import { EntryView } from './EntryView.tsx'

const LARGEST_ID = 2_147_483_647

/** One entry, read and edited in place. */
export function EntryPage({ type }: { type: EntityType }) {
  const { id: text = '' } = useParams({ strict: false })
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id === 0 || id > LARGEST_ID) return <EntryProblem type={type} problem="missing" />
  return <LoadedEntry key={id} type={type} id={id} />
}

/** Memoised, so that React can render a long text in slices between two keys. */
const Entry = memo(EntryView)

function LoadedEntry({ type, id }: EntryRef) {
  const { data, error, refetch } = useQuery(entryQuery({ type, id }))
  const entry = useDeferredValue(data)
  if (entry) return <Entry entry={entry.data} etag={entry.etag} />
  if (error) return <EntryProblem type={type} problem={error} entryId={id} retry={() => void refetch()} />
  return <PageSkeleton />
}
