import type { Entity, entities } from '@aliquot/contract/entities'
import type { TimelineChange, TimelineItem, timeline } from '@aliquot/contract/timeline'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, get, patch } from '../../api/client.ts'
import { commonTexts } from '../../i18n/common.text.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { type EntryPatch, entryKeys, entryQuery, noteChanged, type VersionedEntry } from '../entry/entry.queries.ts'
import { type EntryRef, entryPath } from '../entry/entry-types.ts'
import { entryThenQuery } from './moments.queries.ts'
import { restoreTexts } from './restore.text.ts'
import { separateFields } from './restore-fields.ts'
import { readParts, restoreParts, wantedAgain } from './restore-parts.ts'
import { PARTS, type Part, type WantedParts, wantedOf } from './restore-plan.ts'
import { attempt, type Group, hasChanged, newReport, type Report, tellProblems } from './restore-report.ts'
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
  /** When it was so. */
  instant: string
}

interface Work {
  change: EntryPatch
  parts: readonly Part[]
  wanted?: WantedParts | undefined
  instant?: string | undefined
  reason: string
}

/** A value is refused, not who sends it. */
const VALUE_REFUSED = new Set([400, 409, 422])

/** Sets old values anew: a change like any other, which itself can be taken back. */
export function useRestore(entry: Entity) {
  const client = useQueryClient()
  const text = useTexts(timelineTexts)
  const words = useTexts(restoreTexts)
  const { untitled } = useTexts(commonTexts)
  const { show, fail } = useToasts()
  const { mutateAsync, isPending } = useMutation({
    scope: { id: `entry ${entry.id}` },
    mutationFn: ({ change, reason }: { change: EntryPatch; reason: string }) =>
      patch<typeof entities.edit>(entryPath(entry), change, { reason }),
    onSuccess: ({ data, etag }) =>
      client.setQueryData<VersionedEntry>(entryKeys.entry(entry.id), { data, etag: etag ?? '' }),
    onSettled: () => noteChanged(client, entry.id),
  })
  // What it is now, read anew: it may have been changed since the page was loaded.
  const readNow = async () => (await client.fetchQuery({ ...entryQuery(entry), staleTime: 0 })).data

  async function setFields(change: EntryPatch, reason: string, report: Report): Promise<void> {
    try {
      await mutateAsync({ change, reason })
      report.changes++
    } catch (error) {
      if (!(error instanceof ApiError) || !VALUE_REFUSED.has(error.status)) throw error
      // Something in it cannot be set any more; the others can.
      for (const [name, fields] of separateFields(change))
        await attempt(report, text.fields[name] ?? name, () => mutateAsync({ change: fields, reason }))
    }
  }

  /** Goes as far as it can. What is refused is skipped; where there is no answer, or no right, it ends. */
  async function run({ change, parts, wanted, instant, reason }: Work): Promise<Report> {
    const report = newReport()
    try {
      if (Object.keys(change).length > 0) await setFields(change, reason, report)
      report.done.push('fields')
      if (!wanted || parts.length === 0) return report
      const now = await readNow()
      const present = await readParts(now, parts)
      await restoreParts(parts, { entry: now, present, wanted, instant, reason, report, text: words, untitled })
    } catch (error) {
      report.end = error
    } finally {
      noteChanged(client, entry.id)
      for (const key of [entryKeys.entry, entryKeys.steps, entryKeys.files])
        void client.invalidateQueries({ queryKey: key(entry.id) })
    }
    return report
  }

  /** `done` is what it is called afterwards, on the page and in the history. `below`: parts that are set, too. */
  async function apply(find: () => Promise<EntryPatch>, done: string, below?: PartsThen): Promise<void> {
    const { parts = [], then, instant } = below ?? {}
    try {
      const change = await find()
      const now = await readNow()
      const before = wantedAgain(await readParts(now, parts))
      const groups: Group[] = [...(Object.keys(change).length > 0 ? (['fields'] as const) : []), ...parts]
      const report = await run({ change, parts, wanted: then && wantedOf(then), instant, reason: done })
      const problems = tellProblems(report, groups, words)
      if (!hasChanged(report)) {
        const error = report.end ?? report.refusal
        if (error !== undefined) return fail(error)
        if (problems) return show({ message: problems.detail, tone: problems.tone })
      }
      const back = Object.fromEntries(Object.keys(change).map((name) => [name, presentValue(now, name)])) as EntryPatch
      const undo = async (): Promise<void> => {
        const reason = text.takenBack(done)
        const undone = await run({ change: back, parts, wanted: before, reason })
        const left = tellProblems(undone, groups, words)
        if (left) show({ message: reason, ...left, ...(undone.end !== undefined && { retry: undo }) })
      }
      show({ message: done, ...problems, undo })
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
        await apply(find, text.restoreAllDone, { parts: PARTS, then, instant: item.as_of })
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
