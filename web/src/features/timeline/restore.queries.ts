import { type Entity, entities } from '@aliquot/contract/entities'
import { type Restored, type RestorePart, type TimelineItem, timeline } from '@aliquot/contract/timeline'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Answer, Unreachable } from '../../api/client.ts'
import { changedMeanwhile } from '../../api/if-unchanged.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { loadRefusals } from '../../i18n/refusals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type EntryPatch, entryQuery, noteChanged, type VersionedEntry } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { entryParams } from '../entry-data/entry-types.ts'
import { momentMessages } from './moments.messages.ts'
import { restoreMessages } from './restore.messages.ts'
import { tellLeft } from './tell-left.ts'
import { timelineMessages } from './timeline.messages.ts'
import { timelineItemQuery, timelineQuery } from './timeline.queries.ts'

interface Going {
  /** Right after this event. */
  position: number
  /** Undefined for everything. */
  only?: RestorePart[] | undefined
  reason: string
  /** The expected end of the history, so that others' changes are detected. */
  last?: number
}

/** Restores old values by a normal change, which itself can be undone. */
export function useRestore(entry: Entity) {
  const client = useQueryClient()
  const text = useMessages(timelineMessages)
  const moments = useMessages(momentMessages)
  const words = useMessages(restoreMessages)
  const { language } = useLanguage()
  const { show, fail, failOrRetry } = useToasts()
  const scope = { id: `entry ${entry.id}` }
  const setting = useMutation({
    scope,
    mutationFn: ({ change, reason, ifMatch }: { change: EntryPatch; reason: string; ifMatch?: string }) =>
      call(entities.edit, { params: entryParams(entry), body: change, reason, ...(ifMatch && { ifMatch }) }),
    onSuccess: ({ data, etag }) =>
      client.setQueryData<VersionedEntry>(entryKeys.entry(entry.id), { data, etag: etag ?? '' }),
    onSettled: () => noteChanged(client, entry.id),
  })
  const going = useMutation({
    scope,
    mutationFn: ({ position, only, reason, last }: Going) =>
      call(timeline.restore, {
        params: { ...entryParams(entry), subid: position },
        body: { action: 'restore', ...(only && { only }), ...(last !== undefined && { last_position: last }) },
        reason,
      }),
    onSettled: () => {
      noteChanged(client, entry.id)
      for (const key of [entryKeys.entry, entryKeys.steps, entryKeys.files])
        void client.invalidateQueries({ queryKey: key(entry.id) })
    },
  })

  async function tell(
    { left, position, previous_position }: Restored,
    done: string,
    undo?: () => Promise<void>,
  ): Promise<void> {
    // Without them, the words of the service are shown.
    if (left.length > 0) await loadRefusals(language).catch(() => {})
    const isSame = position === previous_position
    const detail = tellLeft(left, words, moments, language)
    const message = isSame ? moments.same : done
    const problem = detail === undefined ? {} : { detail, tone: 'error' as const }
    show({ message, ...problem, ...(undo && !isSame && { undo }) })
  }

  /** Restores a moment, wholly or in one part. `done` names the result, here and in the history. */
  async function goBack(position: number, done: string, only?: RestorePart[]): Promise<void> {
    let answer: Answer<Restored>
    try {
      answer = await going.mutateAsync({ position, only, reason: done })
    } catch (error) {
      // A request without an answer may have succeeded; repeating it is harmless.
      return failOrRetry(error, () => goBack(position, done, only))
    }
    const { data } = answer
    const takenBack = text.takenBack(done)
    const undo = async (): Promise<void> => {
      try {
        const back = { position: data.previous_position, only, reason: takenBack, last: data.position }
        const undone = (await going.mutateAsync(back)).data
        if (undone.left.length > 0) await tell(undone, takenBack)
      } catch (error) {
        if (error instanceof Unreachable) failOrRetry(error, undo)
        else fail(error)
      }
    }
    await tell(data, done, undo)
  }

  /** Restores fields. */
  async function setFields(find: () => Promise<EntryPatch>, done: string): Promise<void> {
    try {
      const change = await find()
      // Reads the current values, because they may have changed since the page was loaded.
      const readNow = () => client.fetchQuery({ ...entryQuery(entry), staleTime: 0 })
      const names = Object.keys(change)
      const back = presentValues((await readNow()).data, names)
      const set = presentValues((await setting.mutateAsync({ change, reason: done })).data, names)
      const undo = async () => {
        const { data, etag } = await readNow()
        if (JSON.stringify(presentValues(data, names)) !== JSON.stringify(set)) throw changedMeanwhile()
        await setting.mutateAsync({ change: back, reason: text.takenBack(done), ifMatch: etag })
      }
      show({ message: done, undo })
    } catch (error) {
      fail(error)
    }
  }

  return {
    isPending: setting.isPending || going.isPending,
    goBack,
    setFields,
    restoreField(item: TimelineItem, field: string) {
      const find = async () => {
        const { changes } = await client.fetchQuery(timelineItemQuery(entry, item))
        const change = changes.find((one) => one.field === field)
        return { [field]: inputOf(field, change?.before) } as EntryPatch
      }
      return setFields(find, text.restoreFieldDone(text.names[field] ?? field))
    },
    restoreAll(item: TimelineItem) {
      const known = client.getQueryData(timelineQuery(entry).queryKey)?.pages.flatMap((page) => page.items) ?? []
      // One change may have several events at the same time.
      const together = known.filter(({ as_of }) => as_of === item.as_of).map(({ last_position }) => last_position)
      return goBack(Math.max(item.last_position, ...together), text.restoreAllDone)
    },
  }
}

/** The form of an old value that a PATCH accepts. */
function inputOf(field: string, value: unknown): unknown {
  if (field === 'tags') return value ?? []
  return field === 'rating' ? (value ?? 0) : (value ?? '')
}

function presentValues(entry: Entity, names: readonly string[]): EntryPatch {
  return Object.fromEntries(names.map((name) => [name, presentValue(entry, name)])) as EntryPatch
}

function presentValue(entry: Entity, name: string): unknown {
  if (name === 'tags') return entry.tags_decoded.map(({ tag }) => tag)
  return entry[name as keyof Entity] ?? ''
}
