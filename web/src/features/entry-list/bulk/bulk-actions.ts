import { entities } from '@aliquot/contract/entities'
import type { PlainAction } from '@aliquot/contract/entity-input'
import { tags } from '@aliquot/contract/tags'
import { call } from '../../../api/call.ts'
import { Unreachable } from '../../../api/client.ts'
import { entryParams } from '../../entry-data/entry-types.ts'
import { leftBy, requireAsLeft } from '../../entry-data/take-back.ts'
import { lastUserid } from '../../session/session.queries.ts'
import type { EntryRow } from '../entry-list.queries.ts'

/** The actions whose words are among the messages of the list. */
type UsualAction = 'archive' | 'unarchive' | 'delete' | 'restore' | 'pin' | 'unpin' | 'tag'

/** What is said after an action. */
export interface ActionWords {
  done(some: string): string
  failed(count: number, of: number): string
}

/** An action on one entry or many. */
export interface BulkAction {
  name: UsualAction | ActionWords
  /** Runs on one entry and returns a function that undoes exactly that. */
  run(row: EntryRow): Promise<Undo>
  /** The row afterwards; undefined if it leaves the list. */
  preview(row: EntryRow): EntryRow | undefined
}

type UsualBulkAction = BulkAction & { name: UsualAction }

export type Undo = () => Promise<unknown>

export const archive: UsualBulkAction = {
  name: 'archive',
  run: async (row) => {
    const left = leftBy(await act(row, 'archive'))
    return async () => unarchiveAsBefore(row, await requireAsLeft(row, left))
  },
  preview: leave,
}

export const unarchive: UsualBulkAction = {
  name: 'unarchive',
  run: async (row) => {
    const left = leftBy(await act(row, 'unarchive'))
    return async () => act(row, 'archive', await requireAsLeft(row, left))
  },
  preview: leave,
}

export const moveToTrash: UsualBulkAction = {
  name: 'delete',
  run: async (row) => {
    await call(entities.remove, { params: entryParams(row) })
    const left = { state: DELETED, lastchangeby: lastUserid() }
    return async () => restoreAsBefore(row, await requireAsLeft(row, left))
  },
  preview: leave,
}

export const restore: UsualBulkAction = {
  name: 'restore',
  run: async (row) => {
    const left = leftBy(await act(row, 'restore'))
    return async () => call(entities.remove, { params: entryParams(row), ifMatch: await requireAsLeft(row, left) })
  },
  preview: leave,
}

export const pin: UsualBulkAction = {
  name: 'pin',
  run: (row) => setPin(row, 1),
  preview: (row) => ({ ...row, is_pinned: 1 }),
}

export const unpin: UsualBulkAction = {
  name: 'unpin',
  run: (row) => setPin(row, 0),
  preview: (row) => ({ ...row, is_pinned: 0 }),
}

export function addTag(tag: string): BulkAction {
  return {
    name: 'tag',
    run: async (row) => {
      if (hasTag(row.tags, tag)) return nothing
      const params = entryParams(row)
      // Somebody else may have added the tag since the list was loaded; undo must not remove theirs.
      const present = (await call(tags.list, { params })).data.map((one) => one.tag)
      if (hasTag(present, tag)) return nothing
      const { id } = await call(tags.add, { params, body: { tag } })
      if (!id) return nothing
      return () => call(tags.unreference, { params: { ...params, subid: id }, body: { action: 'unreference' } })
    },
    preview: (row) => (hasTag(row.tags, tag) ? row : { ...row, tags: [...row.tags, tag] }),
  }
}

export interface Failure<Row = EntryRow> {
  row: Row
  error: unknown
}

export interface Outcome<Row = EntryRow> {
  done: { row: Row; undo: Undo }[]
  failed: Failure<Row>[]
}

/** Concurrent requests: a browser has six connections per server. */
const AT_ONCE = 5

/** Runs on all rows; a refusal does not stop the others, an unreachable service does. */
export async function runBulk<Row extends object>(
  rows: readonly Row[],
  run: (row: Row) => Promise<Undo>,
  tell: (finished: number) => void = () => {},
): Promise<Outcome<Row>> {
  const outcome: Outcome<Row> = { done: [], failed: [] }
  const waiting = [...rows]
  let away: Unreachable | undefined
  async function work(): Promise<void> {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      try {
        if (away) throw away
        outcome.done.push({ row, undo: await run(row) })
      } catch (error) {
        if (error instanceof Unreachable) away = error
        outcome.failed.push({ row, error })
      }
      tell(outcome.done.length + outcome.failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work))
  return outcome
}

export function act(row: EntryRow, action: PlainAction, ifMatch?: string) {
  return call(entities.edit, { params: entryParams(row), body: { action }, ...(ifMatch && { ifMatch }) })
}

/** The API toggles a pin, so only call it if the pin differs. */
async function setPin(row: EntryRow, wanted: 0 | 1): Promise<Undo> {
  if (row.is_pinned === wanted) return nothing
  await act(row, 'pin')
  return () => act(row, 'pin')
}

/** Unarchiving removes the lock, even one from before. */
async function unarchiveAsBefore(row: EntryRow, ifMatch: string): Promise<void> {
  const { etag } = await act(row, 'unarchive', ifMatch)
  if (row.locked) await act(row, 'forcelock', etag)
}

const ARCHIVED = 2
const DELETED = 3

/** Deleting removes the custom id, the pin and the archived state; restoring does not bring them back. */
async function restoreAsBefore(row: EntryRow, ifMatch: string): Promise<void> {
  await act(row, 'restore', ifMatch)
  if (row.custom_id !== null)
    await call(entities.edit, { params: entryParams(row), body: { custom_id: row.custom_id } })
  if (row.is_pinned) await act(row, 'pin')
  if (row.state === ARCHIVED) await act(row, 'archive')
}

function hasTag(present: readonly string[], tag: string): boolean {
  return present.some((one) => isSameTag(one, tag))
}

export function isSameTag(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0
}

function leave(): undefined {
  return undefined
}

export async function nothing(): Promise<void> {}
