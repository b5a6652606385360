import type { ChangeKind } from '@aliquot/contract/change-kinds'
import { mayRead, type ReadAccess } from '../../../access/principals.ts'
import type { Db } from '../../../db/schema.ts'
import * as repo from '../changes.repo.ts'
import { kindOfOtherEvent } from '../kinds.ts'
import { kindFor, movedBy, Surroundings } from '../lines.ts'
import { AccessThen } from '../rights-then.ts'
import type { Readers } from './readers.ts'
import { cursorOf, SharedLine } from './shared-line.ts'
import type { Reader } from './stream.ts'

const MOST_EVENTS = 500
const FEW_UNSETTLED = 500
/** So many events are read at a time to find who was moved. */
const MOST_BEHIND = 500

/** Changes of these may end a key, a session or somebody's place in a team. */
const OF_CREDENTIALS: ReadonlySet<string> = new Set(['user', 'membership', 'team', 'apikey', 'session', 'config'])

/** Some events that are settled, with all that decides who is told of them. */
export class Batch {
  readonly #events: readonly repo.FeedEvent[]
  readonly #entries: ReadonlyMap<number, repo.StoredEntry>
  readonly #access: AccessThen
  readonly #unsettled: AccessThen
  readonly #surroundings: Surroundings
  readonly #settled: number
  readonly #audiences = new Map<number, ReadonlySet<Reader>>()
  /** The last event up to which this goes. */
  readonly end: number

  private constructor(parts: {
    events: readonly repo.FeedEvent[]
    entries: readonly repo.StoredEntry[]
    access: AccessThen
    unsettled: AccessThen
    surroundings: Surroundings
    settled: number
  }) {
    this.#events = parts.events
    this.#entries = new Map(parts.entries.map((entry) => [entry.id, entry]))
    this.#access = parts.access
    this.#unsettled = parts.unsettled
    this.#surroundings = parts.surroundings
    this.#settled = parts.settled
    this.end = parts.events.length < MOST_EVENTS ? parts.settled : (parts.events.at(-1)?.id ?? parts.settled)
  }

  static async load(db: Db, after: number, settled: number): Promise<Batch> {
    const events = await repo.listEvents(db, { after, upTo: settled, most: MOST_EVENTS })
    const upTo = events.at(-1)?.id ?? after
    const ids = [...new Set(events.map(({ chain }) => chain))].filter((chain) => chain !== 0)
    const entries = ids.length > 0 ? await repo.listStoredEntries(db, { ids: JSON.stringify(ids) }) : []
    // Afterwards, so that these know of every change that the rows contain.
    const recent = await repo.listAccessAfter(db, { after: settled, most: FEW_UNSETTLED })
    const unsettled = recent.length < FEW_UNSETTLED ? new AccessThen(recent) : await accessFrom(db, ids, settled + 1)
    const changed = ids.length > 0 ? await repo.listAccessWithin(db, { after, upTo }) : []
    const access = await accessFrom(db, [...new Set(changed.map(({ entity_id }) => entity_id))], after + 1)
    const surroundings = await Surroundings.load(db, events)
    return new Batch({ events, entries, access, unsettled, surroundings, settled })
  }

  get length(): number {
    return this.#events.length
  }

  /** The last event, if there is any, and its cursor. */
  get last(): { id: number; cursor: string } | undefined {
    const event = this.#events.at(-1)
    return event && { id: event.id, cursor: cursorOf(event) }
  }

  /** The people whose teams or groups change in it. */
  get moved(): number[] {
    return peopleMovedBy(this.#events)
  }

  get touchesCredentials(): boolean {
    return this.#events.some(isOfCredentials)
  }

  /** Who is told what, in order. The readers' names must not change within the batch. */
  *lines(readers: Readers): Generator<[SharedLine, Iterable<Reader>]> {
    for (const event of this.#events) {
      if (event.chain !== 0) yield* this.#linesOfEntry(event, readers)
      else {
        const audience = this.#surroundings.audienceOf(event)
        const kind = audience && kindOfOtherEvent(event)
        if (!kind) continue
        const { userid, team = 0 } = audience
        const told = userid === undefined ? readers.actingIn(team) : readers.ofUser(userid)
        yield [new SharedLine({ event, kind }), told]
      }
    }
  }

  *#linesOfEntry(event: repo.FeedEvent, readers: Readers): Generator<[SharedLine, Iterable<Reader>]> {
    const entry = this.#entries.get(event.chain)
    if (!entry) return
    const former = this.#access.changedBy(event.id, entry.id)
    if (former) yield* this.#linesOfTurn(event, entry, former, readers)
    else {
      const kind = this.#surroundings.kindOf(event, entry)
      const audience = this.#audienceOf(entry, readers)
      if (kind && audience.size > 0) yield [new SharedLine({ event, entry, kind, access: entry }), audience]
    }
  }

  /** An event that changed the access: some gain it, some lose it. */
  *#linesOfTurn(
    event: repo.FeedEvent,
    entry: repo.StoredEntry,
    former: ReadAccess,
    readers: Readers,
  ): Generator<[SharedLine, Iterable<Reader>]> {
    const latter = this.#access.after(event.id, entry)
    const audience = this.#audienceOf(entry, readers)
    const byKind = new Map<ChangeKind, [SharedLine, Reader[]]>()
    for (const reader of new Set([...audience, ...readers.candidates(former)])) {
      const { principals, team } = reader
      const isReadable = audience.has(reader)
      const told = kindFor({ event, entry, former, latter, isReadable }, principals, team, this.#surroundings)
      if (!told) continue
      const known = byKind.get(told.kind)
      if (known) known[1].push(reader)
      else byKind.set(told.kind, [new SharedLine({ event, entry, ...told }), [reader]])
    }
    yield* byKind.values()
  }

  /** Who may read an entry now, and could at the settled event. It is the same for all events of the batch. */
  #audienceOf(entry: repo.StoredEntry, readers: Readers): ReadonlySet<Reader> {
    const known = this.#audiences.get(entry.id)
    if (known) return known
    const then = this.#unsettled.after(this.#settled, entry)
    const audience = new Set<Reader>()
    for (const reader of readers.candidates(entry)) {
      const { principals, team } = reader
      const may = mayRead(principals, team, entry) && (then === entry || mayRead(principals, team, then))
      if (may) audience.add(reader)
    }
    this.#audiences.set(entry.id, audience)
    return audience
  }
}

async function accessFrom(db: Db, ids: readonly number[], from: number): Promise<AccessThen> {
  if (ids.length === 0) return new AccessThen([])
  return new AccessThen(await repo.listAccessFrom(db, { ids: JSON.stringify(ids), from }))
}

/** What events behind a batch say of rights: it is true already, and the entries of the batch are as they are now. */
export async function readBehind(db: Db, place: number): Promise<{ moved: number[]; touchesCredentials: boolean }> {
  const moved = new Set<number>()
  let touchesCredentials = false
  for (let after: number | undefined = place; after !== undefined; ) {
    const events: repo.FeedEvent[] = await repo.listOtherEvents(db, { after, most: MOST_BEHIND })
    for (const userid of peopleMovedBy(events)) moved.add(userid)
    touchesCredentials ||= events.some(isOfCredentials)
    after = events.length < MOST_BEHIND ? undefined : events.at(-1)?.id
  }
  return { moved: [...moved], touchesCredentials }
}

function peopleMovedBy(events: readonly repo.FeedEvent[]): number[] {
  return [...new Set(events.map(movedBy))].filter((userid) => userid !== undefined)
}

function isOfCredentials({ chain, subject }: repo.FeedEvent): boolean {
  return chain === 0 && OF_CREDENTIALS.has(subject)
}
