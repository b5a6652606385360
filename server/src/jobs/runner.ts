import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { JobRow } from '../db/schema.ts'
import { fateOf, PROCESS_NAME } from '../lib/process-name.ts'
import { Broken, MOST_IN_BACKGROUND } from '../media/maker.ts'
import { closeMaker, tidyWorkplace } from '../media/workplace.ts'
import type { JobKinds, Outcome } from './handler.ts'
import * as repo from './jobs.repo.ts'
import { onNewJobs } from './wake.ts'

/** A process that has not renewed its lease for this long has died. */
const LEASE_MS = 3 * 60_000

/** A transaction that enqueues a job again locks it until it commits, which is soon. */
const WHILE_LOCKED_MS = 500

interface RunOptions {
  signal?: AbortSignal
  lanes?: Lanes
  /** The kinds that this server runs; without it all. */
  only?: readonly string[] | undefined
}

/** Runs all due jobs, one after the other. */
export async function runJobs(
  ctx: Context,
  kinds: JobKinds,
  { signal = new AbortController().signal, lanes = new Lanes(Number.POSITIVE_INFINITY), only }: RunOptions = {},
): Promise<number> {
  const holder = `${PROCESS_NAME}-${randomUUID()}`
  for (let done = 0; ; ) {
    if (signal.aborted) return done
    const among = only && JSON.stringify(only)
    const [due] = among
      ? await repo.findDueOf(ctx.db.read, { at: ctx.now(), kinds: among })
      : await repo.findDue(ctx.db.read, { at: ctx.now() })
    if (!due) return done
    const job = await lanes.claim((mostEach) => {
      const at = ctx.now()
      const claimed = { at, until: later(at, LEASE_MS), holder }
      return ctx.db.write((db) =>
        among ? repo.claimOfKinds(db, { ...claimed, kinds: among }) : repo.claim(db, claimed, mostEach),
      )
    })
    // Another lane or process was faster, or none of the people who wait may have this lane.
    if (!job) return done
    if (job === 'locked') {
      // Nobody says when it is free.
      await sleep(WHILE_LOCKED_MS, undefined, { signal }).catch(() => {})
      continue
    }
    ctx.signals.tell(job.person, 'jobs')
    await runJob(ctx, kinds, job, signal).finally(() => lanes.free())
    done++
  }
}

type Claimed = Awaited<ReturnType<typeof repo.claim>>

/** The lanes of a server. The last free one is for people without a running job. */
class Lanes {
  readonly #count: number
  #busy = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(count: number) {
    this.#count = count
  }

  /** One claim at a time: otherwise one person could get all lanes at once. */
  claim(take: (mostEach?: number) => Promise<Claimed>): Promise<Claimed> {
    const claiming = this.#turn.then(async () => {
      const isLast = this.#busy >= this.#count - 1
      const job = await take(isLast ? 1 : undefined)
      if (typeof job === 'object') this.#busy++
      return job
    })
    this.#turn = claiming.catch(() => {})
    return claiming
  }

  free(): void {
    this.#busy--
  }
}

async function runJob(ctx: Context, kinds: JobKinds, job: JobRow, signal: AbortSignal): Promise<void> {
  const renew = () => ctx.db.write((db) => repo.renew(db, job, later(ctx.now(), LEASE_MS)))
  const renewing = setInterval(() => renew().catch(() => {}), LEASE_MS / 3).unref()
  const handler = kinds[job.kind]
  try {
    if (!handler) throw new Error(`no such kind of job: ${job.kind}`)
    const outcome = await handler(ctx, job, signal)
    await ctx.db.write((db) =>
      outcome === 'done' ? repo.finish(db, job, ctx.now()) : repo.putBack(db, job, continued(ctx, job, outcome)),
    )
  } catch (error) {
    await ctx.db.write((db) => repo.putBack(db, job, signal.aborted ? untouched(ctx, job) : failed(ctx, job, error)))
  } finally {
    clearInterval(renewing)
    ctx.signals.tell(job.person, 'jobs')
  }
}

function continued(ctx: Context, { attempts }: JobRow, { position, afterMs }: Exclude<Outcome, 'done'>) {
  // What only waited has not come on, so its earlier attempts count.
  if (afterMs !== undefined) return { next_at: later(ctx.now(), afterMs), attempts: attempts - 1, position }
  return { next_at: ctx.now(), attempts: 0, error: null, position }
}

/** The service stops, so this attempt does not count. */
function untouched(ctx: Context, { attempts }: JobRow) {
  return { next_at: ctx.now(), attempts: attempts - 1 }
}

/** What crashes the media process will do so again; problems of a database or store pass. */
const MOST_ATTEMPTS = { broken: 3, other: 10 }
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3_600_000

function failed(ctx: Context, { id, kind, subject, attempts }: JobRow, error: unknown) {
  const isOver = attempts >= (error instanceof Broken ? MOST_ATTEMPTS.broken : MOST_ATTEMPTS.other)
  const message = error instanceof Error ? error.message : String(error)
  ctx.log.warn({ err: error, job: id, kind, subject }, isOver ? 'a job has failed' : 'a job waits for another attempt')
  const wait = Math.min(FIRST_WAIT_MS * 10 ** (attempts - 1), LONGEST_WAIT_MS)
  return { next_at: isOver ? null : later(ctx.now(), wait), error: message.replaceAll('\0', '').slice(0, 500) }
}

function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString()
}

const LOOK_EVERY_MS = 30_000
/** A transaction that enqueues a job has nearly always committed by then; the next poll finds the others. */
const AFTER_NEW_MS = 200

/**
 * Runs jobs as they come, until stopped. Several servers share them. The last free lane is for people without a running
 * job, so that contents of one person that hang keep nobody else waiting. With `only` it leaves other kinds to others.
 */
export function startJobs(ctx: Context, kinds: JobKinds, only?: readonly string[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const shared = new Lanes(MOST_IN_BACKGROUND)
  const lanes = Array.from({ length: MOST_IN_BACKGROUND }, () =>
    openLane(ctx, () => runJobs(ctx, kinds, { signal, lanes: shared, only }), signal),
  )
  let wakeTimer: NodeJS.Timeout | undefined
  const run = () => {
    wakeTimer = undefined
    for (const lane of lanes) lane.run()
  }
  const timer = setInterval(run, LOOK_EVERY_MS).unref()
  const forget = onNewJobs(() => {
    wakeTimer ??= setTimeout(run, AFTER_NEW_MS).unref()
  })
  const starting = takeOver(ctx).then(run)
  return {
    async stop() {
      stopping.abort()
      forget()
      clearInterval(timer)
      clearTimeout(wakeTimer)
      await starting
      for (const lane of lanes) await lane.ended()
      await closeMaker(ctx)
    },
  }
}

interface Lane {
  /** Looks for jobs, also once more if it is doing so. */
  run(): void
  ended(): Promise<void>
}

function openLane(ctx: Context, runAll: () => Promise<number>, signal: AbortSignal): Lane {
  let running: Promise<void> | undefined
  let isWanted = false
  const runWhileWanted = async () => {
    while (isWanted && !signal.aborted) {
      isWanted = false
      await runAll().catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'jobs wait: they could not be read or written'),
      )
    }
  }
  return {
    run() {
      isWanted = true
      running ??= runWhileWanted().finally(() => {
        running = undefined
      })
    },
    async ended() {
      await running
    },
  }
}

/** Resumes the jobs of dead processes of this machine at once. */
async function takeOver(ctx: Context): Promise<void> {
  try {
    await tidyWorkplace(ctx)
    for (const holder of await repo.listHolders(ctx.db.read)) {
      // A container starts each of its processes with the same pid.
      const isEarlier = ['this one', 'ended'].includes(fateOf(holder))
      if (isEarlier) await ctx.db.write((db) => repo.freeHeldBy(db, holder, ctx.now()))
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'jobs of an earlier run wait until their time is up')
  }
}
