import { randomUUID } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { fateOf, PROCESS_NAME } from '../../../lib/process-name.ts'
import { Slots } from '../../../lib/slots.ts'
import { Workload } from '../../../lib/workload.ts'
import * as repo from '../webhooks.repo.ts'
import { HookRunner, type SharedRoom } from './hook-runner.ts'
import { type DeliveryOptions, USUAL } from './options.ts'
import { sweepDeliveries } from './sweep.ts'

/** A process that has not renewed its turn for so long has died. */
const TURN_MS = 45_000
const RENEW_MS = 15_000
/** Between two looks whether the process that delivers is still there. */
const LOOK_FOR_TURN_MS = 10_000
/** While nobody has a webhook. Whoever creates one says so in the same process. */
const NOTHING_TO_DO_MS = 60_000
const AFTER_ERROR_MS = 5000
/** Between two looks for webhooks that others have changed. */
const BETWEEN_LOOKS_MS = 1000
const SWEEP_MS = 3_600_000

/** So many requests at a time, for all webhooks of the process. */
const MOST_HEALTHY = 16
const MOST_FAILING = 8
/** Receivers can wait, so deliveries give way early. */
const GIVING_WAY = { busy: 0.5, longestPauseMs: 1000 }
/** So many look into the journal at a time. */
const MOST_READING = 1

interface Runner {
  runner: HookRunner
  version: number
  round: number
  ended: Promise<void>
}

/** Delivers the changes of all webhooks, until stopped. Of several processes one has the turn. */
export function startWebhooks(ctx: Context, options: DeliveryOptions = USUAL): { stop(): Promise<void> } {
  const deliverer = new Deliverer(ctx, options)
  const running = deliverer.run()
  return {
    async stop() {
      deliverer.stop()
      await running
    },
  }
}

class Deliverer {
  readonly #ctx: Context
  readonly #options: DeliveryOptions
  readonly #holder = `${PROCESS_NAME}-${randomUUID()}`
  readonly #room: SharedRoom = {
    healthy: new Slots(MOST_HEALTHY),
    failing: new Slots(MOST_FAILING),
    reading: new Slots(MOST_READING),
    workload: new Workload(GIVING_WAY),
  }
  readonly #runners = new Map<number, Runner>()
  readonly #stopping = new AbortController()
  #renewedAt = Number.NEGATIVE_INFINITY
  #sweptAt = Number.NEGATIVE_INFINITY
  #hasTurn = false
  #isFirst = true

  constructor(ctx: Context, options: DeliveryOptions) {
    this.#ctx = ctx
    this.#options = options
  }

  stop(): void {
    this.#stopping.abort()
    this.#ctx.webhooks.noteChanged()
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      // Before the look, so that nothing that happens during it is missed.
      const changed = this.#ctx.webhooks.untilChanged(NOTHING_TO_DO_MS)
      try {
        await this.#rest(changed, await this.#look())
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'webhooks wait: they could not be read or written')
        await this.#rest(changed, AFTER_ERROR_MS)
      }
    }
    await this.#stopAll()
    if (this.#hasTurn) await this.#ctx.db.write((db) => repo.endTurn(db, this.#holder)).catch(() => {})
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted || this.#ctx.feed.isClosed
  }

  /** Returns how long to rest. */
  async #look(): Promise<number> {
    const [any] = await repo.hasActive(this.#ctx.db.read, {})
    if (!any) {
      await this.#stopAll()
      return NOTHING_TO_DO_MS
    }
    if (!(await this.#keepTurn())) {
      await this.#stopAll()
      return LOOK_FOR_TURN_MS
    }
    await this.#startAndStop()
    await this.#sweep()
    return this.#options.restMs
  }

  async #keepTurn(): Promise<boolean> {
    if (this.#hasTurn && performance.now() - this.#renewedAt < RENEW_MS) return true
    const ctx = this.#ctx
    const at = ctx.now()
    const [turn] = await repo.findTurn(ctx.db.read, {})
    const from = turn && this.#mayReplace(turn.holder) ? turn.holder : ''
    const isFree = !turn || turn.until <= at || turn.holder === this.#holder || from !== ''
    const until = new Date(Date.parse(at) + TURN_MS).toISOString()
    const { write } = ctx.db
    this.#hasTurn = isFree && (await write((db) => repo.takeTurn(db, { holder: this.#holder, at, until, from })))
    this.#renewedAt = performance.now()
    this.#isFirst = false
    return this.#hasTurn
  }

  /** Whoever has ended on this machine. A container starts each of its processes with the same pid. */
  #mayReplace(holder: string): boolean {
    const fate = fateOf(holder)
    return fate === 'ended' || (fate === 'this one' && this.#isFirst)
  }

  async #startAndStop(): Promise<void> {
    const ctx = this.#ctx
    const active = await repo.listActive(ctx.db.read)
    const wanted = new Map(active.map((one) => [one.id, one]))
    for (const [id, { version, round }] of this.#runners) {
      const now = wanted.get(id)
      if (now?.version !== version || now.round !== round) await this.#end(id)
    }
    for (const { id } of active) if (!this.#runners.has(id)) await this.#begin(id)
    ctx.webhooks.waiting = [...this.#runners.values()].reduce((sum, { runner }) => sum + runner.waiting, 0)
  }

  async #begin(id: number): Promise<void> {
    const ctx = this.#ctx
    const [[hook], [state]] = await Promise.all([repo.find(ctx.db.read, { id }), repo.findState(ctx.db.read, { id })])
    if (!hook || !state || hook.active === 0) return
    const running = { hook, state, options: this.#options, room: this.#room, holder: this.#holder }
    const runner = new HookRunner(ctx, running)
    const ended = runner
      .run()
      .catch((error: unknown) =>
        ctx.log.warn({ err: error, webhook: id }, 'a webhook waits: it could not be read or written'),
      )
      .finally(() => {
        if (this.#runners.get(id)?.runner === runner) this.#runners.delete(id)
      })
    this.#runners.set(id, { runner, version: hook.version, round: state.round, ended })
  }

  async #end(id: number): Promise<void> {
    const running = this.#runners.get(id)
    running?.runner.stop()
    await running?.ended
    this.#runners.delete(id)
  }

  async #stopAll(): Promise<void> {
    await Promise.all([...this.#runners.keys()].map((id) => this.#end(id)))
    this.#ctx.webhooks.waiting = 0
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#sweptAt < SWEEP_MS) return
    this.#sweptAt = performance.now()
    await sweepDeliveries(this.#ctx)
  }

  /** Until this process changes a webhook, something has happened that may be a change of one, or the time is up. */
  async #rest(changed: Promise<void>, ms: number): Promise<void> {
    if (this.#isStopped) return
    const leaving = new AbortController()
    const over = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      leaving.signal.addEventListener('abort', () => clearTimeout(timer))
    })
    const waits = [changed, over]
    if (this.#hasTurn && this.#runners.size > 0) waits.push(this.#news(ms, leaving.signal))
    await Promise.race(waits)
    leaving.abort()
  }

  async #news(ms: number, signal: AbortSignal): Promise<void> {
    const { feed } = this.#ctx
    await feed.untilAfter(await feed.settled(), ms, signal)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, Math.min(BETWEEN_LOOKS_MS, ms))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    await promise
  }
}
