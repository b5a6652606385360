import type { Db } from '../../../db/schema.ts'
import { type Changes, isDelta, type Json, valueAfter } from '../../../journal/changes.ts'
import { Turns } from '../../../lib/turns.ts'
import { newestLines } from '../../timeline/lines.ts'
import { listChanges } from '../../timeline/timeline.lookup.ts'
import { takeBatch, valueThen } from '../../timeline/value-then.ts'
import { type AroundRow, listAround } from '../history.repo.ts'

/** A child of an entry at a moment: a comment, a step, a link, a file. */
export interface Part {
  subject: string
  id: number
  values: Readonly<Record<string, Json | undefined>>
  created: Pick<AroundRow, 'at' | 'userid'>
  changed: Pick<AroundRow, 'at' | 'userid'>
}

/**
 * All children of an entry right after the event at a position, in order of creation. Only events that still matter are
 * loaded: deleted children and replaced values are skipped.
 */
export async function partsThen(db: Db, chain: number, position: number): Promise<Part[]> {
  const histories = livingAt(await eventsAround(db, chain, position))
  const wanted = new Set(histories.flatMap(lastOfEachField))
  const values = await readValues(
    db,
    chain,
    [...wanted].sort((a, b) => a.position - b.position),
  )
  return histories.map((events) => {
    const [first, last] = [events[0], events.at(-1)] as [AroundRow, AroundRow]
    const own = values.get(keyOf(first)) ?? {}
    return { subject: first.subject, id: first.subject_id, values: own, created: first, changed: last }
  })
}

const EVENTS_AT_ONCE = 500

/** The events of an entry's children up to a position, oldest first. */
async function eventsAround(db: Db, chain: number, position: number): Promise<AroundRow[]> {
  const lines = (await newestLines(db, chain, position)).reverse()
  const events: AroundRow[] = []
  for (let from = 0; from < lines.length; from += EVENTS_AT_ONCE) {
    for (const event of await listAround(db, chain, lines.slice(from, from + EVENTS_AT_ONCE))) events.push(event)
  }
  return events
}

/** The events of each child that existed at the end, oldest first. */
function livingAt(events: readonly AroundRow[]): AroundRow[][] {
  const living = new Map<string, AroundRow[]>()
  for (const event of events) {
    const key = keyOf(event)
    if (event.verb === 'deleted') living.delete(key)
    else if (event.verb === 'created') living.set(key, [event])
    else living.get(key)?.push(event)
  }
  return [...living.values()]
}

function keyOf({ subject, subject_id }: AroundRow): string {
  return `${subject} ${subject_id}`
}

function lastOfEachField(events: readonly AroundRow[]): AroundRow[] {
  const known = new Set<string>()
  return events.toReversed().filter((event) => {
    const fields = event.fields.split(',')
    const isNews = fields.some((field) => !known.has(field))
    for (const field of fields) known.add(field)
    return isNews
  })
}

/** The bytes of values held at a time; at least one event. */
const MOST_BYTES = 4_000_000
const MOST_EVENTS = 200

async function readValues(db: Db, chain: number, events: readonly AroundRow[]) {
  const values = new Map<string, Record<string, Json | undefined>>()
  const turns = new Turns()
  for (let at = 0; at < events.length; ) {
    const batch = takeBatch(events.slice(at, at + MOST_EVENTS), MOST_BYTES)
    at += batch.length
    const positions = batch.map(({ position }) => position)
    const rows = await listChanges(db, chain, positions)
    const changes = new Map(rows.map((row) => [row.position, JSON.parse(row.changes) as Changes]))
    await turns.rest()
    for (const event of batch) {
      const own = values.get(keyOf(event)) ?? {}
      values.set(keyOf(event), Object.assign(own, await applied(db, chain, event, changes.get(event.position) ?? {})))
      await turns.rest()
    }
  }
  return values
}

async function applied(db: Db, chain: number, { subject, subject_id, position }: AroundRow, changes: Changes) {
  const values: Record<string, Json | undefined> = {}
  for (const [field, change] of Object.entries(changes)) {
    const place = { chain, subject, subjectId: subject_id }
    values[field] = isDelta(change) ? await valueThen(db, place, field, position) : valueAfter(change, undefined)
  }
  return values
}
