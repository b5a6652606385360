import type { FeedChange } from '@aliquot/contract/changes'
import type { Place, PlacedChange } from '../../changes/changes.lookup.ts'

/** A change that is to be delivered. */
export interface Item {
  place: Place
  /** The place from which reading finds it again. */
  before: Place
  /** Changes of one entry go one after the other. */
  lane: number
  kind: string
  /** As it was read last; undefined once it is delivered. */
  change: FeedChange | undefined
  readAt: number
  attempts: number
  failingSince: number | undefined
  /** When the next attempt is due. */
  dueAt: number
  isDone: boolean
}

/** What an earlier run has tried. */
export interface Tried {
  attempts: number
  isDone: boolean
  since: number
  dueAt: number
}

/** What belongs to no entry has a lane of its own. */
const NO_ENTRY = 0
/** So many wait at most. A lane that is held up must not fill the memory. */
const MOST_WAITING = 500
/** So far others may get ahead of a lane that is held up: a restart reads them all again. */
const MOST_AHEAD = 10_000
/** When so many lanes failed in a row the receiver is taken for down, and only what failed is tried again. */
const LANES_OF_DOWN = 3

/**
 * The changes of one webhook between the place that is kept and the place that was read, in memory. Lanes are delivered
 * beside each other; within a lane the order is that of the feed.
 */
export class DeliveryQueue {
  #reached: Place
  #ahead: Item[] = []
  readonly #lanes = new Map<number, Item[]>()
  readonly #busy = new Set<number>()
  readonly #tried: ReadonlyMap<string, Tried>
  #waiting = 0
  /** Since the last success. One change that always fails must not hold up other lanes. */
  readonly #failed = new Set<number>()

  constructor(start: Place, tried: ReadonlyMap<string, Tried>) {
    this.#reached = start
    this.#tried = tried
  }

  /** How far the feed was read. */
  get reached(): Place {
    return this.#reached
  }

  /** Everything up to here is delivered. */
  get place(): Place {
    return this.#ahead[0]?.before ?? this.#reached
  }

  get waiting(): number {
    return this.#waiting
  }

  get hasRoom(): boolean {
    return this.#waiting < MOST_WAITING && this.#ahead.length < MOST_AHEAD
  }

  get isDown(): boolean {
    return this.#failed.size >= LANES_OF_DOWN
  }

  get isFailing(): boolean {
    return this.#failed.size > 0
  }

  get failingSince(): number | undefined {
    const since = this.#heads().flatMap(({ failingSince }) => failingSince ?? [])
    return since.length > 0 ? Math.min(...since) : undefined
  }

  add(changes: readonly PlacedChange[], reached: Place, now: number): void {
    let before = this.#reached
    for (const { place, change } of changes) {
      this.#append(place, before, change, now)
      before = place
    }
    this.#reached = reached
  }

  #append(place: Place, before: Place, change: FeedChange, now: number): void {
    const tried = this.#tried.get(keyOf(place))
    const isDone = tried?.isDone === true
    const item: Item = {
      place,
      before,
      lane: change.entity?.id ?? NO_ENTRY,
      kind: change.kind,
      change: isDone ? undefined : change,
      readAt: now,
      attempts: tried?.attempts ?? 0,
      failingSince: tried?.since,
      dueAt: tried?.dueAt ?? 0,
      isDone,
    }
    if (!isDone) {
      const lane = this.#lanes.get(item.lane)
      if (lane) lane.push(item)
      else this.#lanes.set(item.lane, [item])
      this.#waiting++
    } else if (this.#ahead.length === 0) {
      return
    }
    this.#ahead.push(item)
  }

  /** What can be sent now, the oldest first. */
  due(now: number): Item[] {
    return this.#heads()
      .filter((item) => !this.#busy.has(item.lane) && item.dueAt <= now && (!this.isDown || item.attempts > 0))
      .sort((a, b) => a.place.position - b.place.position || a.place.sub - b.place.sub)
  }

  /** When something that waits for another attempt is due. */
  nextDue(): number | undefined {
    const times = this.#heads().flatMap(({ lane, dueAt, attempts }) =>
      this.#busy.has(lane) || attempts === 0 ? [] : [dueAt],
    )
    return times.length > 0 ? Math.min(...times) : undefined
  }

  #heads(): Item[] {
    return [...this.#lanes.values()].flatMap(([head]) => head ?? [])
  }

  begin({ lane }: Item): void {
    this.#busy.add(lane)
  }

  /** The change is delivered, or its owner may no longer see it. The lane goes on after `release`. */
  finish(item: Item, wasSent: boolean): void {
    item.isDone = true
    item.change = undefined
    this.#waiting--
    const lane = this.#lanes.get(item.lane)
    lane?.shift()
    if (lane?.length === 0) this.#lanes.delete(item.lane)
    let done = 0
    while (this.#ahead[done]?.isDone) done++
    if (done > 0) this.#ahead = this.#ahead.slice(done)
    if (!wasSent) {
      this.#failed.delete(item.lane)
      return
    }
    // The receiver is up again, so nothing waits for a long pause to end.
    if (this.isDown) for (const head of this.#heads()) head.dueAt = 0
    this.#failed.clear()
  }

  fail(item: Item, now: number, pauseMs: number): void {
    item.failingSince ??= now
    item.dueAt = now + pauseMs
    this.#failed.add(item.lane)
  }

  release({ lane }: Item): void {
    this.#busy.delete(lane)
  }
}

export function keyOf({ position, sub }: Pick<Place, 'position' | 'sub'>): string {
  return `${position} ${sub}`
}
