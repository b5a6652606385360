import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedChange } from '@aliquot/contract/changes'
import type { OffReason } from '@aliquot/contract/webhooks'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import type { WebhookRow } from '../../../db/schema.ts'
import type { Slots } from '../../../lib/slots.ts'
import type { Workload } from '../../../lib/workload.ts'
import { readAt, readPlaced } from '../../changes/changes.lookup.ts'
import { rowOf } from '../deliveries.service.ts'
import { deliver, messageOf } from '../message.ts'
import type { Sent } from '../send.ts'
import { readerOf } from '../webhooks.access.ts'
import * as repo from '../webhooks.repo.ts'
import { loadTried } from './attempts.ts'
import { filtersOf } from './filters.ts'
import { type DeliveryOptions, pauseAfter } from './options.ts'
import { DeliveryQueue, type Item } from './queue.ts'
import { switchOff } from './switch-off.ts'

/** Entries of one webhook that are sent beside each other. */
const MOST_AT_ONCE = 4
const READ_AT_ONCE = 100
const GONE = 410

/** The room that all webhooks of a process share. Those that fail have their own: they may hang. */
export interface SharedRoom {
  healthy: Slots
  failing: Slots
  /** For those that read in the journal. */
  reading: Slots
  workload: Workload
}

interface Running {
  hook: WebhookRow
  state: repo.WebhookState
  options: DeliveryOptions
  room: SharedRoom
  /** The process that has the turn. */
  holder: string
}

/** Delivers the changes of one webhook, until it is stopped, changed or switched off. */
export class HookRunner {
  readonly #ctx: Context
  readonly #running: Running
  readonly #stopping = new AbortController()
  readonly #sending = new Set<Promise<void>>()
  #queue: DeliveryQueue
  #settled = 0
  #hasMore = true
  #lookedAt = 0
  #rows: repo.NewDelivery[] = []
  #writing: Promise<void> = Promise.resolve()
  #nextWrite: Promise<void> | undefined
  #wake: (() => void) | undefined
  #isNudged = false
  #failure: unknown

  constructor(ctx: Context, running: Running) {
    this.#ctx = ctx
    this.#running = running
    this.#queue = new DeliveryQueue(running.state, new Map())
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  stop(): void {
    this.#stopping.abort()
    this.#nudge()
  }

  /** Ends when it is stopped. Throws if the database cannot be read or written. */
  async run(): Promise<void> {
    const { hook, state, options } = this.#running
    this.#queue = new DeliveryQueue(state, await loadTried(this.#ctx, state, hook, options))
    try {
      while (!this.#isStopped) {
        await this.#read()
        this.#start()
        await this.#rest()
      }
    } finally {
      this.stop()
      await Promise.allSettled(this.#sending)
    }
    if (this.#failure) throw this.#failure
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted || this.#ctx.feed.isClosed
  }

  get #now(): number {
    return Date.parse(this.#ctx.now())
  }

  /** Reads on in the feed, as the owner may see it. */
  async #read(): Promise<void> {
    const ctx = this.#ctx
    const { hook, options, room } = this.#running
    const isTime = this.#hasMore || performance.now() - this.#lookedAt >= options.betweenLooksMs
    if (!this.#queue.hasRoom || !isTime) return
    const settled = await ctx.feed.settled()
    if (settled === this.#settled && !this.#hasMore) return
    await room.reading.use(async () => {
      const began = performance.now()
      // Not before it is this one's turn: the owner's rights may change while it waits.
      const actor = await readerOf(ctx, hook)
      if (!actor) return this.#switchOff('owner')
      await this.#readPage(actor, settled)
      await this.#giveWay(room.workload.pauseAfter(performance.now() - began))
    })
  }

  async #readPage(actor: Actor, settled: number): Promise<void> {
    const { hook, state } = this.#running
    const page = { actor, filters: filtersOf(hook), from: this.#queue.reached, settled, limit: READ_AT_ONCE }
    const { changes, place, more } = await readPlaced(this.#ctx.db.read, page)
    this.#queue.add(changes, place, this.#now)
    this.#settled = settled
    this.#hasMore = more
    this.#lookedAt = performance.now()
    // Nothing to send: the place moves with what is sent next, or now if much was passed over.
    if (this.#queue.waiting === 0 && place.position - state.position > MUCH_PASSED_OVER) await this.#write()
  }

  /** Starts what is due, as far as there is room. A receiver that fails gets one request at a time. */
  #start(): void {
    const most = this.#queue.isFailing ? 1 : MOST_AT_ONCE
    for (const item of this.#queue.due(this.#now)) {
      if (this.#sending.size >= most) return
      this.#queue.begin(item)
      const sending: Promise<void> = this.#send(item)
        .catch((error: unknown) => {
          this.#failure ??= error
          this.stop()
        })
        .finally(() => {
          this.#sending.delete(sending)
          this.#nudge()
        })
      this.#sending.add(sending)
    }
  }

  async #send(item: Item): Promise<void> {
    const { room, options } = this.#running
    const slots = this.#queue.isFailing ? room.failing : room.healthy
    await slots.useFor(options.roomMs, async () => {
      await this.#attempt(item)
      if (room.workload.isBusy) await this.#giveWay(options.giveWayMs)
    })
    this.#queue.release(item)
  }

  /** While the process is busy, requests of people go first. */
  async #giveWay(ms: number): Promise<void> {
    const most = Math.min(ms, this.#running.options.giveWayMs)
    if (most > 0) await sleep(most, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }

  async #attempt(item: Item): Promise<void> {
    const ctx = this.#ctx
    const { hook, state, options } = this.#running
    const { signal } = this.#stopping
    const change = await this.#changeOf(item)
    if (signal.aborted) return
    if (!change) {
      this.#queue.finish(item, false)
      return this.#keep()
    }
    const message = messageOf(hook, change)
    const at = ctx.now()
    const sent = await deliver(ctx, hook, message, options.timeLimitMs, signal)
    // What was broken off is sent again after the restart.
    if (signal.aborted && sent.status === null) return
    item.attempts++
    const { position, sub } = item.place
    const place = { position, sub, cursor: change.cursor, round: state.round }
    this.#rows.push({ ...rowOf(hook, message, sent, at), ...place, attempt: item.attempts })
    await this.#conclude(item, sent, Date.parse(at))
  }

  async #conclude(item: Item, { status, error }: Sent, at: number): Promise<void> {
    const { giveUpMs } = this.#running.options
    if (error === null) {
      this.#queue.finish(item, true)
      return this.#keep()
    }
    const left = (item.failingSince ?? at) + giveUpMs - at
    this.#queue.fail(item, at, Math.min(pauseAfter(this.#running.options, item.attempts), Math.max(left, 0)))
    await this.#keep()
    if (status === GONE) await this.#switchOff('gone')
    // Another server may have the key of the secrets, so this is tried again like any failure.
    else if (left <= 0) await this.#switchOff(error === 'secret' ? 'secret' : 'failing')
  }

  /** The change as the owner may see it now. Undefined if they no longer may. */
  async #changeOf({ place, change, readAt: read, attempts }: Item): Promise<FeedChange | undefined> {
    const { hook, options } = this.#running
    if (attempts === 0 && change && this.#now - read <= options.freshMs) return change
    const actor = await readerOf(this.#ctx, hook)
    if (!actor) {
      await this.#switchOff('owner')
      return undefined
    }
    const settled = await this.#ctx.feed.settled()
    const filters = { ...filtersOf(hook), entity_id: change?.entity?.id }
    return readAt(this.#ctx.db.read, { actor, filters, place, settled })
  }

  async #switchOff(reason: OffReason): Promise<void> {
    this.stop()
    await switchOff(this.#ctx, this.#running.hook.id, reason)
  }

  /** Resolves once what was noted is stored. Attempts that end together are stored together. */
  #keep(): Promise<void> {
    this.#nextWrite ??= this.#writing
      .catch(() => {})
      .then(() => {
        this.#nextWrite = undefined
        this.#writing = this.#write()
        return this.#writing
      })
    return this.#nextWrite
  }

  async #write(): Promise<void> {
    const { hook, state, holder } = this.#running
    const rows = this.#rows
    this.#rows = []
    const { position, sub, since } = this.#queue.place
    const failing = this.#queue.failingSince
    const failing_since = failing === undefined ? null : new Date(failing).toISOString()
    const goesOn = await this.#ctx.db.write(async (db) => {
      const [exists] = await repo.find(db, { id: hook.id })
      if (!exists) return false
      await repo.insertDeliveries(db, rows)
      const [turn] = await repo.findTurn(db, {})
      return (
        turn?.holder === holder && repo.moveState(db, hook.id, state.round, { position, sub, since, failing_since })
      )
    })
    state.position = position
    // Another process has the turn, or somebody wants changes again: whoever goes on begins from what is stored.
    if (!goesOn) this.stop()
  }

  #nudge(): void {
    this.#isNudged = true
    this.#wake?.()
  }

  /** Rests until something was sent, is due, or has happened. */
  async #rest(): Promise<void> {
    if (this.#isNudged || this.#isStopped) {
      this.#isNudged = false
      return
    }
    const { restMs } = this.#running.options
    const leaving = new AbortController()
    const due = this.#queue.nextDue()
    const ms = due === undefined ? restMs : Math.min(Math.max(due - this.#now, 1), restMs)
    const canStart = this.#sending.size < (this.#queue.isFailing ? 1 : MOST_AT_ONCE)
    const nudged = new Promise<void>((resolve) => {
      this.#wake = resolve
      const timer = setTimeout(resolve, canStart ? ms : restMs)
      leaving.signal.addEventListener('abort', () => clearTimeout(timer))
    })
    await Promise.race([nudged, ...(this.#queue.hasRoom ? [this.#news(leaving.signal)] : [])])
    leaving.abort()
    this.#wake = undefined
    this.#isNudged = false
  }

  /** Resolves when the feed has more, and the last look was long enough ago. */
  async #news(signal: AbortSignal): Promise<void> {
    const { betweenLooksMs, restMs } = this.#running.options
    if (!this.#hasMore) await this.#ctx.feed.untilAfter(this.#settled, restMs, signal)
    const left = betweenLooksMs - (performance.now() - this.#lookedAt)
    if (left > 0 && !this.#hasMore) await sleep(left, undefined, { signal }).catch(() => {})
  }
}

/** So many events may be read again after a restart. */
const MUCH_PASSED_OVER = 1000
