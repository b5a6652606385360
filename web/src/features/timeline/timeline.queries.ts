import type { Entity, entities } from '@aliquot/contract/entities'
import type { TimelineChange, TimelineItem, timeline } from '@aliquot/contract/timeline'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, patch } from '../../api/client.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { type EntryPatch, entryKeys, entryQuery, noteChanged, type VersionedEntry } from '../entry/entry.queries.ts'
import { type EntryRef, entryPath } from '../entry/entry-types.ts'
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

  /** `done` is what it is called afterwards, on the page and in the history. */
  async function apply(find: () => Promise<EntryPatch>, done: string): Promise<void> {
    try {
      const change = await find()
      // What it is now, read anew: the text may have been saved since the page was loaded.
      const { data: now } = await client.fetchQuery({ ...entryQuery(entry), staleTime: 0 })
      await mutateAsync({ change, reason: done })
      const back = Object.fromEntries(Object.keys(change).map((name) => [name, presentValue(now, name)]))
      const undo = async () => {
        await mutateAsync({ change: back as EntryPatch, reason: text.takenBack(done) })
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
    restoreAll(item: TimelineItem) {
      const find = async (): Promise<EntryPatch> => {
        const path = `${entryPath(entry)}/timeline/${item.last_position}/entry`
        const { position: _, created_at: __, ...values } = (await get<typeof timeline.readEntry>(path)).data
        return { ...values, body: values.body ?? '', date: values.date ?? '', metadata: values.metadata ?? '' }
      }
      return apply(find, text.restoreAllDone)
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
