import type { FeedChange, FeedPage, FeedQuery } from '@aliquot/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import { fullnameOf } from '../users/users.record.ts'
import * as repo from './changes.repo.ts'
import { isGenuine, type Place, provenBy, readPlace, writeCursor } from './cursor.ts'
import { shownFields, typeOf } from './kinds.ts'
import type { Filters, Line } from './lines.ts'
import { valuesOf } from './values.ts'
import { type Walked, walk } from './walk.ts'

/** Values may be megabytes: a page ends after so many characters of them. */
const MOST_VALUES = 2_000_000
const MOST_WITH_VALUES = 100

interface Asker {
  /** Reads the rights of the actor again after a wait, and refuses one whose key or session has ended. */
  renew(actor: Actor): Promise<Actor>
  /** Aborted when the client disconnects. */
  gone: AbortSignal
}

/** A page of the feed. With `wait` it is answered as soon as there is something to tell. */
export function readChanges(ctx: Context, actor: Actor, query: FeedQuery, asker: Asker): Promise<FeedPage> {
  const read = () => readPage(ctx, actor, query, asker)
  return query.wait > 0 ? ctx.feed.waitingFor(actor.userid, read) : read()
}

async function readPage(ctx: Context, actor: Actor, query: FeedQuery, { renew, gone }: Asker): Promise<FeedPage> {
  const { read } = ctx.db
  const until = performance.now() + query.wait * 1000
  const first = await (hasPlace(query.after) ? ctx.feed.settled() : ctx.feed.start())
  let from = await placeOf(read, query.after, first)
  // Another server may have given the cursor out, and know of later events than this one that are settled.
  let settled = Math.max(first, from.position, from.since)
  let reader = actor
  for (;;) {
    const walked = await walkPage(read, { actor: reader, query, from, settled })
    const left = until - performance.now()
    if (walked.lines.length > 0 || walked.more || left <= 0 || ctx.feed.isClosed || gone.aborted) {
      const { place: _, ...page } = await toPage(read, walked, query.values === 1)
      return page
    }
    from = walked.place
    await ctx.feed.untilAfter(settled, left, gone)
    settled = Math.max(settled, await ctx.feed.settled())
    reader = await renew(actor)
  }
}

interface Reading {
  actor: Actor
  query: Filters & Pick<FeedQuery, 'values' | 'limit'>
  from: Place
  settled: number
}

/** The lines of one page. */
export function walkPage(db: Db, { actor, query, from, settled }: Reading): Promise<Walked> {
  const limit = query.values ? Math.min(query.limit, MOST_WITH_VALUES) : query.limit
  return walk({ db, actor, filters: query, from, settled, limit })
}

export async function cursorOf(db: Db, place: Place): Promise<string> {
  return writeCursor(place, (await hashesOf(db, [place])).of(place))
}

/** Whether somebody goes on from a place of theirs. */
export function hasPlace(after: string | undefined): after is string {
  return after !== undefined && after !== '' && after !== 'now'
}

/** Where to begin. Refuses a cursor that this instance has not given out. */
export async function placeOf(db: Db, after: string | undefined, settled: number): Promise<Place> {
  if (!hasPlace(after)) {
    const last = (await repo.findLastUpTo(db, { id: settled }))[0]?.id ?? 0
    return after === 'now' ? { position: last, sub: 0, since: 0 } : { position: 0, sub: 0, since: last }
  }
  const place = readPlace(after)
  const isKnown = place && isGenuine(after, (await hashesOf(db, [place])).of(place))
  if (!isKnown) throw new InvalidInput('changes.not_cursor', { field: 'after' })
  return place
}

/** Writes the lines. With values a page may end before its last line. */
export async function toPage(
  db: Db,
  { lines, place, more }: Walked,
  withValues: boolean,
): Promise<FeedPage & { place: Place }> {
  const hashes = await hashesOf(db, [place, ...lines.map((line) => line.place)])
  const cursorAt = (at: Place) => writeCursor(at, hashes.of(at))
  const changes: FeedChange[] = []
  let length = 0
  for (const line of lines) {
    const change = toChange(line, cursorAt(line.place))
    if (withValues) {
      change.values = await valuesOf(db, line)
      length += JSON.stringify(change.values).length
    }
    changes.push(change)
    if (length > MOST_VALUES && line !== lines.at(-1)) {
      return { changes, cursor: change.cursor, more: true, place: line.place }
    }
  }
  return { changes, cursor: cursorAt(place), more, place }
}

/** The hashes of the events that prove these places. */
async function hashesOf(db: Db, places: readonly Place[]): Promise<{ of(place: Place): string[] }> {
  const ids = [...new Set(places.flatMap(provenBy))]
  const rows = ids.length > 0 ? await repo.listHashes(db, { ids: JSON.stringify(ids) }) : []
  const hashes = new Map(rows.map(({ id, hash }) => [id, hash]))
  return { of: (place) => provenBy(place).map((id) => hashes.get(id) ?? '') }
}

/** A line as it is sent. */
export function toChange({ event, kind, entry }: Omit<Line, 'place'>, cursor: string): FeedChange {
  const { firstname, lastname, userid } = event
  const isLost = kind === 'access.lost'
  // An event that is about the reader's own teams says nothing about the entry.
  const isOfEntry = entry !== undefined && event.chain === entry.id
  const ofAccess = isLost || kind === 'access.gained'
  return {
    cursor,
    at: event.at,
    kind,
    entity: entry
      ? { type: typeOf(entry.type), id: entry.id, elabid: entry.elabid, title: isLost ? null : entry.title }
      : null,
    subject: ofAccess && entry ? { type: 'entity', id: entry.id } : { type: event.subject, id: event.subject_id },
    author:
      userid === null || firstname === null || lastname === null
        ? null
        : { userid, fullname: fullnameOf({ firstname, lastname }) },
    fields: isLost || (entry && !isOfEntry) ? [] : shownFields(event),
  }
}
