import type { Actor } from '../../access/actor.ts'
import { findPrincipals, mayRead, principalsOf } from '../../access/principals.ts'
import { type Who, whoOf } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import { findLength } from '../timeline/timeline.lookup.ts'
import { concernedBy, END, nextConcerned } from './candidates.ts'
import * as repo from './changes.repo.ts'
import type { Place } from './cursor.ts'
import { type Filters, isWanted, kindFor, type Line, Surroundings } from './lines.ts'
import { AccessThen, ReaderThen, turnOf } from './rights-then.ts'

/** Events and entries that one page looks at: a rare filter must not walk over a whole journal. */
const MOST_LOOKED_AT = 2000
const EVENTS_AT_ONCE = 200
const LISTS_COST = 200
const FEW_UNSETTLED = 500

/** Where the walk begins, how far it may go, and what for. */
export interface Walk {
  db: Db
  actor: Actor
  filters: Filters
  from: Place
  /** The settled event: see `Database.settledEvent`. */
  settled: number
  limit: number
}

export interface Walked {
  lines: Line[]
  /** The place that was reached. */
  place: Place
  /** The end was not reached. */
  more: boolean
}

/**
 * Reads a page of the feed. A line of an entry is told if the reader may read it now, and if they could at the settled
 * event. The second matters only while somebody's rights change: what is committed may then be a mix that is in no order of
 * events, and a reader who is told of an entry because of it would never be told that it is gone.
 */
export async function walk({ db, actor, filters, from, settled, limit }: Walk): Promise<Walked> {
  // Up to `since` no change of the reader's rights is told, so none of them is needed.
  const reader = await ReaderThen.load(db, actor.userid, Math.max(from.position, from.since))
  const upTo = Math.min(settled, reader.knownUpTo)
  const page = new Page({ db, actor, filters, limit, from, settled: upTo }, reader, await whoNow(db, actor))
  let { position } = from
  if (from.sub > 0) {
    const [event] = await repo.listEventsById(db, { ids: JSON.stringify([position]) })
    const sub = event && (await page.tellOfReader(event, from.sub))
    if (sub) return page.end({ ...from, sub }, true)
  }
  const next =
    filters.entity_id === undefined ? allEvents(db, upTo) : eventsOfEntry(db, filters.entity_id, upTo, reader)
  for (;;) {
    if (page.isFull) return page.end({ ...from, position, sub: 0 }, position < settled)
    const events = await next(position, from.since)
    const { place, isCut } = await page.tell(events, position)
    if (isCut) return page.end({ ...from, ...place }, true)
    position = events.at(-1)?.id ?? position
    if (events.length < EVENTS_AT_ONCE) return page.end({ ...from, position, sub: 0 }, upTo < settled)
  }
}

/** The reader as a query sees them, read after the settled event: their rights may be older. */
async function whoNow(db: Db, actor: Actor): Promise<Who> {
  const [row] = await findPrincipals(db, { userid: actor.userid })
  const { teams, adminTeams } = principalsOf(
    row ?? { userid: actor.userid, teams: '', admin_teams: '', teamgroups: '' },
  )
  const team = teams.has(actor.team) ? actor.team : NOWHERE
  return whoOf({ ...actor, team, isAdmin: adminTeams.has(team), teams: [...teams] })
}

const NOWHERE = 0

type Next = (after: number, since: number) => Promise<repo.FeedEvent[]>

function allEvents(db: Db, upTo: number): Next {
  return (after) => repo.listEvents(db, { after, upTo, most: EVENTS_AT_ONCE })
}

/** The events of one entry, and those that changed the teams and groups of the reader. */
function eventsOfEntry(db: Db, chain: number, upTo: number, reader: ReaderThen): Next {
  return async (after, since) => {
    const from = await firstPositionAfter(db, chain, after)
    const ids = reader.eventsWithin(Math.max(after, since), upTo)
    const own = ids.length > 0 ? await repo.listEventsById(db, { ids: JSON.stringify(ids) }) : []
    const events = await repo.listEventsOfEntry(db, { chain, from, upTo, most: EVENTS_AT_ONCE })
    return [...events, ...own].sort((a, b) => a.id - b.id).slice(0, EVENTS_AT_ONCE)
  }
}

/** The first event of a chain behind an id. Ids grow along a chain, and readers are mostly near its end. */
async function firstPositionAfter(db: Db, chain: number, after: number): Promise<number> {
  const [head] = await findLength(db, { chain })
  const isBehind = async (position: number) => ((await repo.findIdAt(db, { chain, position }))[0]?.id ?? 0) > after
  let high = (head?.length ?? 0) + 1
  let low = high - 1
  for (let step = 1; low > 0 && (await isBehind(low)); step *= 2) {
    high = low
    low = Math.max(0, low - step)
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await isBehind(middle)) high = middle
    else low = middle
  }
  return high
}

/** The lines of a page as they are found. */
class Page {
  readonly #db: Db
  readonly #actor: Actor
  readonly #filters: Filters
  readonly #reader: ReaderThen
  readonly #who: Who
  readonly #settled: number
  readonly #limit: number
  readonly #since: number
  readonly #lines: Line[] = []
  #lookedAt = 0

  constructor({ db, actor, filters, settled, limit, from }: Walk, reader: ReaderThen, who: Who) {
    this.#db = db
    this.#actor = actor
    this.#filters = filters
    this.#reader = reader
    this.#who = who
    this.#settled = settled
    this.#limit = limit
    this.#since = from.since
  }

  get isFull(): boolean {
    return this.#lines.length >= this.#limit || this.#lookedAt >= MOST_LOOKED_AT
  }

  end(place: Place, more: boolean): Walked {
    return { lines: this.#lines, place, more }
  }

  /** Tells of events in order. `isCut`: the page is full before the last of them. */
  async tell(
    events: readonly repo.FeedEvent[],
    after: number,
  ): Promise<{ place: Pick<Place, 'position' | 'sub'>; isCut: boolean }> {
    const last = events.at(-1)
    if (!last) return { place: { position: after, sub: 0 }, isCut: false }
    const ids = [...new Set(events.map(({ chain }) => chain))].filter((chain) => chain !== 0)
    const entries = await this.#readable(ids)
    const access = await this.#accessFrom(await this.#withChangedAccess(ids, after, last.id), after)
    const surroundings = await Surroundings.load(this.#db, events)
    const ofReader = new Set(this.#reader.eventsWithin(Math.max(after, this.#since), last.id))
    for (const event of events) {
      this.#lookedAt++
      if (ofReader.has(event.id)) {
        const sub = await this.tellOfReader(event, 0)
        if (sub) return { place: { position: event.id, sub }, isCut: true }
      } else if (event.chain === 0) {
        const kind = surroundings.kindForReader(event, this.#actor)
        if (kind) this.#add({ event, kind, entry: undefined })
      } else {
        this.#tellOfEntry(event, entries.get(event.chain), access, surroundings)
      }
      if (this.isFull && event !== last) return { place: { position: event.id, sub: 0 }, isCut: true }
    }
    return { place: { position: last.id, sub: 0 }, isCut: false }
  }

  #tellOfEntry(
    event: repo.FeedEvent,
    entry: repo.FeedEntry | undefined,
    access: AccessThen,
    surroundings: Surroundings,
  ): void {
    if (!entry) return
    const former = event.id > this.#since ? access.changedBy(event.id, entry.id) : undefined
    const latter = access.after(event.id, entry)
    const isReadable = entry.isReadable === 1
    const principals = this.#reader.at(event.id)
    const told = kindFor({ event, entry, former, latter, isReadable }, principals, this.#actor.team, surroundings)
    if (told) this.#add({ event, kind: told.kind, entry }, told.access)
  }

  /**
   * Tells of the entries that the reader gained or lost because their own teams or groups changed, behind the entry
   * `after`. Returns the last entry that was looked at if there are more, and undefined at the end.
   */
  async tellOfReader(event: repo.FeedEvent, after: number): Promise<number | undefined> {
    const before = this.#reader.before(event.id)
    const now = this.#reader.at(event.id)
    const concerned = concernedBy(before, now, this.#actor.team)
    for (let sub = after; ; ) {
      const { ids, end } = await nextConcerned(this.#db, concerned, event.id, sub, this.#filters.entity_id)
      const entries = await this.#readable(ids)
      const access = await this.#accessFrom(ids, event.id)
      const beginnings = await this.#beginningsOf(ids)
      for (const id of ids) {
        this.#lookedAt++
        sub = id
        const entry = entries.get(id)
        if (!entry || (beginnings.get(id) ?? Number.POSITIVE_INFINITY) > event.id) continue
        const then = access.after(event.id, entry)
        const turn = turnOf(this.#actor.team, { principals: before, access: then }, { principals: now, access: then })
        if (turn === 'lost') this.#add({ event, kind: 'access.lost', entry }, then, id)
        if (turn === 'gained' && entry.isReadable) this.#add({ event, kind: 'access.gained', entry }, entry, id)
        if (this.isFull) return sub
      }
      if (end === END) return undefined
      // Reading the lists costs something even if they are empty.
      this.#lookedAt += LISTS_COST
      sub = end
      if (this.isFull) return sub
    }
  }

  #add(line: Omit<Line, 'place'>, access?: Parameters<typeof isWanted>[3], sub = 0): void {
    if (!isWanted(this.#filters, this.#actor, line, access)) return
    this.#lines.push({ ...line, place: { position: line.event.id, sub, since: this.#since } })
  }

  /** The entries, readable if they are so now and were so at the settled event. */
  async #readable(ids: readonly number[]): Promise<Map<number, repo.FeedEntry>> {
    if (ids.length === 0) return new Map()
    const rows = await repo.listEntries(this.#db, { ...this.#who, ids: JSON.stringify(ids) })
    // Afterwards, so that this knows of every change that the rows contain.
    const unsettled = await this.#unsettledAccess(ids)
    await this.#reader.refresh(this.#db, this.#settled)
    const principals = this.#reader.at(this.#settled)
    const hasMoved = this.#reader.hasChangedAfter(this.#settled)
    const couldRead = (entry: repo.FeedEntry) => {
      const then = unsettled.after(this.#settled, entry)
      return (then === entry && !hasMoved) || mayRead(principals, this.#actor.team, then)
    }
    return new Map(
      rows.map((entry) => [entry.id, { ...entry, isReadable: entry.isReadable === 1 && couldRead(entry) ? 1 : 0 }]),
    )
  }

  async #unsettledAccess(ids: readonly number[]): Promise<AccessThen> {
    const rows = await repo.listAccessAfter(this.#db, { after: this.#settled, most: FEW_UNSETTLED })
    return rows.length < FEW_UNSETTLED ? new AccessThen(rows) : this.#accessFrom(ids, this.#settled + 1)
  }

  /** Those of the entries whose access was changed within a stretch; maybe more if only one entry is asked for. */
  async #withChangedAccess(ids: readonly number[], after: number, upTo: number): Promise<readonly number[]> {
    if (this.#filters.entity_id !== undefined) return ids
    const changed = await repo.listAccessWithin(this.#db, { after: Math.max(after, this.#since), upTo })
    return [...new Set(changed.map(({ entity_id }) => entity_id))]
  }

  async #accessFrom(ids: readonly number[], from: number): Promise<AccessThen> {
    if (ids.length === 0) return new AccessThen([])
    return new AccessThen(await repo.listAccessFrom(this.#db, { ids: JSON.stringify(ids), from }))
  }

  async #beginningsOf(ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map()
    const rows = await repo.listBeginnings(this.#db, { ids: JSON.stringify(ids) })
    return new Map(rows.map(({ chain, id }) => [chain, id]))
  }
}
