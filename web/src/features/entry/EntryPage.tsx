import type { EntityType } from '@aliquot/contract/common'
import { useQuery } from '@tanstack/react-query'
import { type AnyRoute, useMatch, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { memo, useDeferredValue, useEffect, useRef, useSyncExternalStore } from 'react'
import { currentId, isNewEntry, onEntryCreated, realId } from '../../api/new-entries.ts'
import { PageSkeleton } from '../../ui/layout/PageSkeleton.tsx'
import { entryQuery } from '../entry-data/entry.queries.ts'
import { type EntryRef, entryLink, idInAddress } from '../entry-data/entry-types.ts'
import { useNewEntry } from '../new-entry/use-new-entry.ts'
import { EntryProblem } from './EntryProblem.tsx'
import { EntryView } from './EntryView.tsx'

/** One entry, read and edited in place. A new one has a temporary address until its first change. */
export function EntryPage({ type }: { type: EntityType }) {
  const { id: part = '' } = useParams({ strict: false })
  const id = idInAddress(part)
  const key = useStableKey(id)
  if (part === 'new') return <BeginEntry type={type} />
  if (id === undefined) return <EntryProblem type={type} problem="missing" />
  return <LoadedEntry key={key} type={type} id={id} />
}

/** The same key before and after the creation, so that the cursor stays where it is. */
function useStableKey(id: number | undefined): number | undefined {
  const shown = useRef(id)
  if (id === undefined || shown.current === undefined || currentId(shown.current) !== currentId(id)) shown.current = id
  return shown.current
}

/** `/experiments/new`, for bookmarks and for the icon of the installed app. */
function BeginEntry({ type }: { type: EntityType }) {
  const { begin } = useNewEntry(type)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!hasBegun.current) void begin({ replace: true })
    hasBegun.current = true
  }, [begin])
  return <PageSkeleton />
}

/** Memoised, so that React can render a long text in slices between two keys. */
const Entry = memo(EntryView)

function LoadedEntry({ type, id: named }: EntryRef) {
  const id = useCreatedId({ type, id: named })
  const { data, error, refetch } = useQuery(entryQuery({ type, id }))
  const last = useRef(data)
  if (data) last.current = data
  // The blank page stays until the created record is there.
  const entry = useDeferredValue(last.current)
  if (entry) return <Entry entry={entry.data} etag={entry.etag} />
  if (error) return <EntryProblem type={type} problem={error} entryId={id} retry={() => void refetch()} />
  return <PageSkeleton />
}

/** The id of a new entry once it is created. The address follows. */
function useCreatedId({ type, id }: EntryRef): number {
  const navigate = useNavigate()
  const routesById: Record<string, AnyRoute> = useRouter().routesById
  const routeId = useMatch({ strict: false, select: (match) => match.routeId })
  const real = useSyncExternalStore(onEntryCreated, () => realId(id))
  useEffect(() => {
    if (!isNewEntry(id) || real === undefined) return
    // The router takes a busy moment for a slow page. Its skeleton would hide the field in which somebody types, and
    // their next letters would be shortcuts.
    routesById[routeId ?? '']?.update({ pendingMs: Infinity })
    void navigate({ ...entryLink({ type, id: real }), search: true, replace: true, resetScroll: false })
  }, [type, id, real, navigate, routesById, routeId])
  return real ?? id
}
