import { setTimeout as sleep } from 'node:timers/promises'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { notifyFollowers } from '../notifications/notify-followers.ts'
import { type Plan, planFor } from './follows.plan.ts'
import * as repo from './follows.repo.ts'
import { endFollow } from './follows.service.ts'

const AUTHOR = { userid: null, via: 'follows', address: '' }

/** So many ids of events are looked at in one query, and so many events of followed entries told in one transaction. */
const STRETCH = 1000
const MOST_TOLD = 200
/** What was passed over without telling anybody is kept in memory until it is this much. */
const MUCH_PASSED_OVER = 5000

/** Whoever saves while they type makes one notification of many events. */
const PAUSE_MS = 1000
/** Between two looks while nobody follows anything. Whoever does says so in the same process. */
const NOBODY_MS = 60_000
/** Between two looks whether the process that tells followers is still there. */
const OTHERS_MS = 10_000
const AFTER_ERROR_MS = 5000

/** Tells followers what happened, until stopped. Of several processes one does. */
export function startFollows(ctx: Context): { stop(): Promise<void> } {
  const worker = new FollowsWorker(ctx)
  const running = worker.run()
  return {
    async stop() {
      worker.stop()
      await running
    },
  }
}

/** Walks along the journal. The place and the notifications up to it are stored in one transaction. */
export class FollowsWorker {
  readonly #ctx: Context
  readonly #stopping = new AbortController()
  /** As stored; undefined before the first look. */
  #stored: number | undefined
  #position = 0
  /** Another process tells the followers. */
  #isPassive = false

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  stop(): void {
    this.#stopping.abort()
    this.#ctx.followed.raise()
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const followed = this.#ctx.followed.next(NOBODY_MS)
      try {
        const [any] = await repo.hasAny(this.#ctx.db.read, {})
        if (!any) await this.#forgetPlace(followed)
        else if (await this.catchUp()) await this.#untilNews()
        else await this.#rest(OTHERS_MS)
      } catch (error) {
        this.#ctx.log.warn(
          { err: error },
          'followers wait: the journal could not be read or notifications not be written',
        )
        this.#stored = undefined
        await this.#rest(AFTER_ERROR_MS)
      }
    }
  }

  /** Whoever follows next is told nothing of what happened before, so that is not walked through. */
  async #forgetPlace(followed: Promise<unknown>): Promise<void> {
    this.#stored = undefined
    await followed
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted || this.#ctx.feed.isClosed
  }

  /** Tells of everything up to the settled event. False: another process does. */
  async catchUp(): Promise<boolean> {
    const settled = await this.#ctx.feed.settled()
    if (!(await this.#find(settled))) return false
    while (this.#position < settled && !this.#isStopped) {
      if (!(await this.#step(settled))) {
        this.#isPassive = true
        this.#stored = undefined
        return false
      }
    }
    return true
  }

  /** Finds the stored place. False while another process moves it. */
  async #find(settled: number): Promise<boolean> {
    if (this.#stored !== undefined && !this.#isPassive) return true
    const { db } = this.#ctx
    const [place] = await repo.findPlace(db.read, {})
    const hasMoved = this.#isPassive && place?.position !== this.#stored
    this.#stored = place?.position
    if (hasMoved) return false
    this.#isPassive = false
    const isFar = !place || settled - place.position > STRETCH
    const [first] = isFar ? await repo.findFirstSince(db.read, {}) : []
    if (!place) {
      const position = first?.since ?? settled
      await db.write((work) => repo.insertPlace(work, { position }))
      const [now] = await repo.findPlace(db.read, {})
      this.#stored = now?.position ?? position
    }
    this.#position = Math.max(this.#stored ?? 0, first?.since ?? 0)
    return true
  }

  /** Goes on by one stretch. False: another process has told of it. */
  async #step(settled: number): Promise<boolean> {
    const { db } = this.#ctx
    const end = Math.min(settled, this.#position + STRETCH)
    const events = await repo.listFollowedEvents(db.read, { after: this.#position, upTo: end, most: MOST_TOLD })
    const last = events.length < MOST_TOLD ? end : (events.at(-1)?.id ?? end)
    const plan =
      events.length > 0
        ? await planFor(
            this.#ctx,
            events.map(({ id }) => id),
          )
        : NOTHING
    const isMuch = last - (this.#stored ?? 0) > MUCH_PASSED_OVER
    if ((plan.news.length > 0 || plan.lost.length > 0 || isMuch) && !(await this.#store(plan, last))) return false
    this.#position = last
    return true
  }

  async #store({ news, lost }: Plan, to: number): Promise<boolean> {
    const from = this.#stored ?? 0
    const isOurs = await change(this.#ctx, AUTHOR, async (work) => {
      const [moved] = await repo.movePlace(work.db, { from, to })
      if (!moved) return false
      await notifyFollowers(work, news)
      for (const { userid, entity } of lost) await endFollow(work, userid, entity)
      return true
    })
    if (isOurs) this.#stored = to
    return isOurs
  }

  async #untilNews(): Promise<void> {
    await this.#ctx.feed.untilAfter(this.#position, NOBODY_MS, this.#stopping.signal)
    await this.#rest(PAUSE_MS)
  }

  async #rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }
}

const NOTHING: Plan = { news: [], lost: [] }
