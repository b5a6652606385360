import { hash } from 'node:crypto'
import type { AuditSubject } from '@aliquot/contract/audit-subjects'
import { sql } from 'kysely'
import { connectionOf } from '../db/connection.ts'
import { type Engine, engineOf, hasRoundTrips, jsonRows, lockRow } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, EventRow } from '../db/schema.ts'
import { Turns } from '../lib/turns.ts'
import type { Changes } from './changes.ts'

/** The chain of all that belongs to no entry: people, teams, keys. */
export const INSTANCE_CHAIN = 0

export type Subject = AuditSubject

/** The person or program behind a change, and its credential. */
export interface Author {
  /** Null for the system itself, or for somebody unknown. */
  userid: number | null
  /** `apikey:7`, `session:3`, `cli`, `system`. */
  via: string
  address: string
  /** The reason in their words; null if they could have given one and did not. */
  reason?: string | null
}

/** The author of the service's own changes. */
export const SYSTEM = { userid: null, via: 'system', address: '' } as const

/** One event about one subject. */
export interface Happening {
  /** The id of the entry, or INSTANCE_CHAIN. */
  chain: number
  subject: Subject
  /**
   * The id of the subject. Some subjects have no id of their own: for a membership it is the person (its changes always
   * name the team, changed or not), for a group's member the group (and `userid`), for a favourite tag the person (and
   * `tag_id`), for a link the entry at its other end, for an export the person who makes it, for a refused sign-in or
   * key the account or 0.
   */
  subjectId: number
  verb: 'created' | 'updated' | 'deleted' | 'signed in' | 'signed out' | 'refused'
  changes: Changes
  /** See seals.ts. Null if the row is gone, or if the subject never was a row of its own. */
  seal: string | null
  /** This event continues the one before it; readers may show both as one. */
  continues?: boolean
  reason?: string
}

/** The last event of a chain. */
export interface Head {
  length: number
  head: string
}

/**
 * The heads that a transaction has read or moved; undefined for a new chain. It has locked them, so nobody else moves
 * them.
 */
export type Heads = Map<number, Head | undefined>

/** The heads for a change. Changes that share a transaction know them of each other. */
export function headsOf(db: Db): Heads {
  return connectionOf(db)?.together?.heads ?? new Map()
}

async function headOf(db: Db, chain: number, heads: Heads): Promise<Head | undefined> {
  if (heads.has(chain)) return heads.get(chain)
  const [head] = await findHead(db, { chain })
  // Another change of the transaction may have moved it meanwhile.
  if (!heads.has(chain)) heads.set(chain, head)
  return heads.get(chain)
}

const findHead = prepared((db: Db, p: { chain: number }, engine: Engine) =>
  lockRow(engine, db.selectFrom('chains').select(['length', 'head']).where('chain', '=', p.chain)),
)

const insertHead = prepared((db: Db, p: { chain: number; length: number; head: string }) =>
  db.insertInto('chains').values({ chain: p.chain, length: p.length, head: p.head }),
)

const moveHead = prepared((db: Db, p: { chain: number; length: number; head: string }) =>
  db.updateTable('chains').set({ length: p.length, head: p.head }).where('chain', '=', p.chain),
)

export type NewEvent = Omit<EventRow, 'id'>

function columnsOf(p: NewEvent): NewEvent {
  return {
    chain: p.chain,
    position: p.position,
    at: p.at,
    userid: p.userid,
    via: p.via,
    address: p.address,
    subject: p.subject,
    subject_id: p.subject_id,
    verb: p.verb,
    fields: p.fields,
    continues: p.continues,
    changes: p.changes,
    reason: p.reason,
    seal: p.seal,
    prev_hash: p.prev_hash,
    hash: p.hash,
  }
}

const insertEvent = prepared((db: Db, p: NewEvent) => db.insertInto('events').values(columnsOf(p)))

/** The event and the head of its chain in one round trip. */
const insertEventAndMove = prepared(
  (db: Db, p: NewEvent) =>
    db
      .with('moved', (tx) =>
        tx.updateTable('chains').set({ length: p.position, head: p.hash }).where('chain', '=', p.chain),
      )
      .insertInto('events')
      .values(columnsOf(p)),
  { isUnanswered: true },
)

const insertFirstEvent = prepared(
  (db: Db, p: NewEvent) =>
    db
      .with('begun', (tx) => tx.insertInto('chains').values({ chain: p.chain, length: p.position, head: p.hash }))
      .insertInto('events')
      .values(columnsOf(p)),
  { isUnanswered: true },
)

/**
 * Adds an event to its chain, in the transaction of the change, and returns its position there. This is the only writer
 * of the journal.
 */
export async function record(
  db: Db,
  author: Author,
  at: string,
  happening: Happening,
  heads: Heads = new Map(),
): Promise<number> {
  const { chain } = happening
  await headOf(db, chain, heads)
  // From here to the statement nothing is awaited, because another change of the transaction may record here, too.
  const before = heads.get(chain)
  const event = eventOf(author, at, happening, before)
  const head = { length: event.position, head: event.hash }
  heads.set(chain, head)
  if (hasRoundTrips(engineOf(db))) {
    await (before ? insertEventAndMove : insertFirstEvent)(db, event)
  } else {
    await insertEvent(db, event)
    await (before ? moveHead : insertHead)(db, { chain, ...head })
  }
  return event.position
}

const COLUMNS = {
  chain: 'integer',
  position: 'integer',
  at: 'text',
  userid: 'integer',
  via: 'text',
  address: 'text',
  subject: 'text',
  subject_id: 'integer',
  verb: 'text',
  fields: 'text',
  continues: 'integer',
  changes: 'text',
  reason: 'text',
  seal: 'text',
  prev_hash: 'text',
  hash: 'text',
} as const satisfies Record<keyof NewEvent, 'integer' | 'text'>

const insertJsonEvents = prepared((db: Db, p: { events: string }, engine: Engine) => {
  const columns = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)))
  return { compile: () => sql`insert into events (${columns}) ${jsonRows(engine, p.events, COLUMNS)}`.compile(db) }
})

const EVENTS_AT_ONCE = 500
const FEW = 2

async function insertEvents(db: Db, events: readonly NewEvent[], turns: Turns): Promise<void> {
  if (!hasRoundTrips(engineOf(db))) {
    for (const event of events) {
      await insertEvent(db, event)
      await turns.rest()
    }
    return
  }
  const inserts: Promise<unknown>[] = []
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    inserts.push(insertJsonEvents(db, { events: JSON.stringify(events.slice(from, from + EVENTS_AT_ONCE)) }))
  }
  await Promise.all(inserts)
}

/** Adds many events to one chain with few statements. */
export async function recordAll(
  db: Db,
  author: Author,
  at: string,
  happenings: readonly Happening[],
  heads: Heads = new Map(),
  turns = new Turns(),
): Promise<void> {
  const [first] = happenings
  if (!first) return
  const isShared = connectionOf(db)?.together !== undefined
  // Nobody waits for single events of a shared transaction.
  if (happenings.length <= (isShared ? FEW : 1)) {
    for (const happening of happenings) await record(db, author, at, happening, heads)
    return
  }
  const { chain } = first
  const before = await headOf(db, chain, heads)
  const events: NewEvent[] = []
  for (const happening of happenings) {
    if (happening.chain !== chain) throw new Error(`Events of the chains ${chain} and ${happening.chain} at once`)
    const event = eventOf(author, at, happening, heads.get(chain))
    heads.set(chain, { length: event.position, head: event.hash })
    events.push(event)
    // Events of another change of the transaction must not get between these.
    if (!isShared) await turns.rest()
  }
  await insertEvents(db, events, turns)
  // Another change of the transaction may have recorded here meanwhile.
  const head = heads.get(chain)
  if (head) await (before ? moveHead : insertHead)(db, { chain, ...head })
}

/** The event as a row that follows the head of its chain. */
export function eventOf(author: Author, at: string, happening: Happening, head: Head | undefined): NewEvent {
  const event: Omit<EventRow, 'id' | 'hash'> = {
    chain: happening.chain,
    position: (head?.length ?? 0) + 1,
    at,
    userid: author.userid,
    via: author.via,
    address: author.address,
    subject: happening.subject,
    subject_id: happening.subjectId,
    verb: happening.verb,
    fields: Object.keys(happening.changes).join(','),
    continues: happening.continues ? 1 : 0,
    changes: JSON.stringify(happening.changes),
    reason: happening.reason ?? author.reason ?? null,
    seal: happening.seal,
    prev_hash: head?.head ?? '',
  }
  return { ...event, hash: hashEvent(event) }
}

/** The hash covers the whole event and, through `prev_hash`, everything before it in its chain. */
export function hashEvent(event: Omit<EventRow, 'id' | 'hash'>): string {
  return hash(
    'sha256',
    JSON.stringify([
      event.chain,
      event.position,
      event.at,
      event.userid,
      event.via,
      event.address,
      event.subject,
      event.subject_id,
      event.verb,
      event.fields,
      event.continues,
      event.changes,
      event.reason,
      event.seal,
      event.prev_hash,
    ]),
  )
}
