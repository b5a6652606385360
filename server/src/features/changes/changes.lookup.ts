import type { ChangeKind } from '@aliquot/contract/change-kinds'
import type { FeedChange } from '@aliquot/contract/changes'
import { MAX_ID } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../db/schema.ts'
import * as repo from './changes.repo.ts'
import { toPage } from './changes.service.ts'
import type { Place } from './cursor.ts'
import { shownFields } from './kinds.ts'
import { type Filters, Surroundings } from './lines.ts'
import { walk } from './walk.ts'

export type { Place } from './cursor.ts'
export { typeOf } from './kinds.ts'
export type { Filters } from './lines.ts'

/** A change with its place in the feed, for a reader inside the service that keeps its own place. */
export interface PlacedChange {
  place: Place
  change: FeedChange
}

interface Reading {
  actor: Actor
  filters: Filters
  from: Place
  settled: number
  limit: number
}

/** The next changes behind a place, as the actor may see them now. */
export async function readPlaced(
  db: Db,
  { actor, filters, from, settled, limit }: Reading,
): Promise<{ changes: PlacedChange[]; place: Place; more: boolean }> {
  const upTo = Math.max(settled, from.position, from.since)
  const walked = await walk({ db, actor, filters, from, settled: upTo, limit })
  const { changes } = await toPage(db, walked, false)
  const placed = walked.lines.flatMap(({ place }, index) => {
    const change = changes[index]
    return change ? [{ place, change }] : []
  })
  return { changes: placed, place: walked.place, more: walked.more }
}

/** The change at a place as the actor may see it now; undefined if they no longer may. */
export async function readAt(
  db: Db,
  { actor, filters, place, settled }: Pick<Reading, 'actor' | 'filters' | 'settled'> & { place: Place },
): Promise<FeedChange | undefined> {
  const from = place.sub > 0 ? { ...place, sub: place.sub - 1 } : { ...place, position: place.position - 1 }
  const { changes } = await readPlaced(db, { actor, filters, from, settled, limit: 1 })
  const [found] = changes
  return found && found.place.position === place.position && found.place.sub === place.sub ? found.change : undefined
}

/** The last event before an instant, or 0. */
export async function findLastBefore(db: Db, at: string): Promise<number> {
  let low = 0
  let high = (await repo.findLastUpTo(db, { id: MAX_ID }))[0]?.id ?? 0
  // Every event up to `low` is older, except those of slow transactions.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [event] = await repo.findInstantUpTo(db, { id: middle })
    if (event === undefined || event.at < at) low = middle
    else high = middle - 1
  }
  const [early] = await repo.findFirstSince(db, { after: low - SLOW_EVENTS, upTo: low, at })
  return early ? early.id - 1 : low
}

/** So many later events may be stored before one of a slow transaction. */
const SLOW_EVENTS = 1000

/** What an event did to an entry, whoever may read it. */
export interface EntryChange {
  id: number
  at: string
  author: number | null
  kind: ChangeKind
  /** The id of the part, or of the entry. */
  subject: number
  /** Names of what changed. */
  fields: string[]
  entry: repo.StoredEntry
}

/** The given events as changes of entries, in order. */
export async function listEntryChanges(db: Db, ids: readonly number[]): Promise<EntryChange[]> {
  const events = await repo.listEventsById(db, { ids: JSON.stringify(ids) })
  const chains = JSON.stringify([...new Set(events.map(({ chain }) => chain))])
  const entries = new Map((await repo.listStoredEntries(db, { ids: chains })).map((entry) => [entry.id, entry]))
  const surroundings = await Surroundings.load(db, events)
  return events.flatMap((event) => {
    const entry = entries.get(event.chain)
    const kind = entry && surroundings.kindOf(event, entry)
    if (!kind) return []
    const { id, at, userid: author, subject_id: subject } = event
    return [{ id, at, author, kind, subject, fields: shownFields(event), entry }]
  })
}
