import type { Entity, entities } from '@aliquot/contract/entities'
import type { TimelineChange, TimelineItem, timeline } from '@aliquot/contract/timeline'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, patch } from '../../api/client.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { type EntryPatch, entryKeys, entryQuery, noteChanged, type VersionedEntry } from '../entry/entry.queries.ts'
import { type EntryRef, entryPath } from '../entry/entry-types.ts'
import { entryThenQuery } from './moments.queries.ts'
import { PARTS, type Part, restoreParts } from './restore-parts.ts'
import { timelineTexts } from './timeline.text.ts'

const PAGE_SIZE = 30

/** Everything that happened to an entry, newest first, a page at a time. */
export function timelineQuery(entry: EntryRef) {
  return infiniteQueryOptions({
    queryKey: entryKeys.timeline(entry.id),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, offset: pageParam }
      const { data, total } = await get<typeof timeline.list>(`${entryPath(entry)}/timeline`, query, { signal })
      return { items: data, next: pageParam + PAGE_SIZE < (total ?? 0) ? pageParam + PAGE_SIZE : undefined }
    },
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
  })
}

/** One change with its whole values. What happened stays as it is, so it is asked once. */
export function timelineItemQuery(entry: EntryRef, item: TimelineItem) {
  return queryOptions({
    queryKey: ['timeline item', entry.id, item.position, item.last_position],
    queryFn: async ({ signal }): Promise<TimelineItem> =>
      (await get<typeof timeline.read>(`${entryPath(entry)}/timeline/${item.position}`, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What can be set again by its old value. */
const RESTORABLE = ['title', 'body', 'date', 'rating', 'tags', 'metadata'] as const
type Restorable = (typeof RESTORABLE)[number]

export function isRestorable(change: TimelineChange): boolean {
  return RESTORABLE.some((field) => field === change.field)
}

interface PartsThen {
  parts: readonly Part[]
  then: Entity
}

/** Sets old values anew: a change like any other, which itself can be taken back. */
export function useRestore(entry: Entity) {
  const client = useQueryClient()
  const text = useTexts(timelineTexts)
  const { show, fail } = useToasts()
  const { mutateAsync, isPending } = useMutation({
    scope: { id: `entry ${entry.id}` },
    mutationFn: ({ change, reason }: { change: EntryPatch; reason: string }) =>
      patch<typeof entities.edit>(entryPath(entry), change, { reason }),
    onSuccess: ({ data, etag }) =>
      client.setQueryData<VersionedEntry>(entryKeys.entry(entry.id), { data, etag: etag ?? '' }),
    onSettled: () => noteChanged(client, entry.id),
  })

  /** Sets parts as they are in another record of the entry. */
  async function applyParts(parts: readonly Part[], wanted: Entity, reason: string): Promise<void> {
    if (parts.length === 0) return
    try {
      const { data: present } = await client.fetchQuery({ ...entryQuery(entry), staleTime: 0 })
      await restoreParts(parts, wanted, present, { reason })
    } finally {
      noteChanged(client, entry.id)
      for (const key of [entryKeys.entry, entryKeys.steps, entryKeys.files])
        void client.invalidateQueries({ queryKey: key(entry.id) })
    }
  }

  /** `done` is what it is called afterwards, on the page and in the history. `below`: parts that are set, too. */
  async function apply(find: () => Promise<EntryPatch>, done: string, below?: PartsThen): Promise<void> {
    try {
      const change = await find()
      // What it is now, read anew: the text may have been saved since the page was loaded.
      const { data: now } = await client.fetchQuery({ ...entryQuery(entry), staleTime: 0 })
      const hasFields = Object.keys(change).length > 0
      if (hasFields) await mutateAsync({ change, reason: done })
      if (below) await applyParts(below.parts, below.then, done)
      const back = Object.fromEntries(Object.keys(change).map((name) => [name, presentValue(now, name)]))
      const undo = async () => {
        const reason = text.takenBack(done)
        if (hasFields) await mutateAsync({ change: back as EntryPatch, reason })
        if (below) await applyParts(below.parts, now, reason)
      }
      show({ message: done, undo })
    } catch (error) {
      fail(error)
    }
  }

  return {
    isPending,
    apply,
    restoreField(item: TimelineItem, field: string) {
      const find = async () => {
        const { changes } = await client.fetchQuery(timelineItemQuery(entry, item))
        const change = changes.find((one) => one.field === field)
        return { [field]: inputOf(field as Restorable, change?.before) } as EntryPatch
      }
      return apply(find, text.restoreFieldDone(text.names[field] ?? field))
    },
    async restoreAll(item: TimelineItem) {
      const find = async (): Promise<EntryPatch> => {
        const path = `${entryPath(entry)}/timeline/${item.last_position}/entry`
        const { position: _, created_at: __, ...values } = (await get<typeof timeline.readEntry>(path)).data
        return { ...values, body: values.body ?? '', date: values.date ?? '', metadata: values.metadata ?? '' }
      }
      try {
        const then = await client.fetchQuery(entryThenQuery(entry, item.as_of))
        await apply(find, text.restoreAllDone, { parts: PARTS, then })
      } catch (error) {
        fail(error)
      }
    },
  }
}

/** An old value as a change wants it. */
function inputOf(field: Restorable, value: unknown): unknown {
  if (field === 'tags') return value ?? []
  return field === 'rating' ? (value ?? 0) : (value ?? '')
}

function presentValue(entry: Entity, name: string): unknown {
  if (name === 'tags') return entry.tags_decoded.map(({ tag }) => tag)
  return entry[name as keyof Entity] ?? ''
}
