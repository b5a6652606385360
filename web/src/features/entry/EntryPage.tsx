import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { memo, useDeferredValue } from 'react'
import { PageSkeleton } from '../../ui/PageSkeleton.tsx'
import { EntryProblem } from './EntryProblem.tsx'
import { EntryView } from './EntryView.tsx'
import { entryQuery } from './entry.queries.ts'

const LARGEST_ID = 2_147_483_647

/** One experiment. Reading it is writing it. */
export function EntryPage() {
  const { id: text } = useParams({ from: '/inside/experiments/$id' })
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (id === 0 || id > LARGEST_ID) return <EntryProblem problem="missing" />
  return <LoadedEntry key={id} id={id} />
}

/** A page with a long text is drawn in slices, between two keys. */
const Entry = memo(EntryView)

function LoadedEntry({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(entryQuery(id))
  const entry = useDeferredValue(data)
  if (entry) return <Entry entry={entry.data} etag={entry.etag} />
  if (error) return <EntryProblem problem={error} entryId={id} retry={() => void refetch()} />
  return <PageSkeleton />
}
