import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, SweepRow } from '../../db/schema.ts'
import type { Author } from '../../journal/record.ts'
import { tagSweepers } from '../tags/tags.sweepers.ts'
import { groupSweeper } from '../teamgroups/teamgroups.sweeper.ts'
import * as repo from './sweeps.repo.ts'

declare module '../../context.ts' {
  interface Context {
    /** The sweeps of this process that run in the background. */
    sweeps: { running: Run | undefined }
  }
}

/**
 * Some changes affect more entries than one transaction should lock: a tag on 300,000 entries is merged, a team group
 * is deleted. The decision takes effect at once; then the entries follow one by one, each in its own change with its
 * own event, so that the journal is consistent at every moment and others can write. A row of `sweeps` holds what is
 * left to do, so a restart continues it.
 */
export interface Sweeper {
  /** The ids of the next entries to change. */
  next(db: Db, sweep: SweepRow, most: number): Promise<number[]>
  /** Changes one entry, unless it no longer needs the change. */
  sweep(work: Change, author: Author, sweep: SweepRow, entityId: number): Promise<void>
  /** Runs after the last entry; false if there are new entries to change. */
  finish(work: Change, sweep: SweepRow): Promise<boolean>
}

export type SweepKind = 'tag renamed' | 'tag merged' | 'tag deleted' | 'teamgroup deleted'

const sweepers: Readonly<Record<SweepKind, Sweeper>> = { ...tagSweepers, 'teamgroup deleted': groupSweeper }

/** Begins a sweep, in the change that causes it. */
export function beginSweep(
  work: Change,
  author: Author,
  kind: SweepKind,
  subject: number,
  into: number | null = null,
): Promise<number> {
  const { userid, via, address } = author
  return repo.insert(work.db, { kind, subject_id: subject, into_id: into, userid, via, address, created_at: work.at })
}

/** The entries changed before the answer: nearly always all of them. */
const MOST_BEFORE_ANSWER = 200

/**
 * Continues a sweep. What takes too long, or fails, is left to the background: the change that caused it is committed
 * and must not be answered as failed.
 */
export async function sweepNow(ctx: Context, id: number, most = MOST_BEFORE_ANSWER): Promise<void> {
  const isOver = await sweepOn(ctx, id, most).catch((error: unknown) => logFailure(ctx, error))
  if (!isOver) sweepInBackground(ctx)
}

/** Changes at most `most` entries of a sweep, and returns whether it is done. */
export async function sweepOn(ctx: Context, id: number, most: number): Promise<boolean> {
  for (let done = 0; ; ) {
    const [sweep] = await repo.find(ctx.db.read, { id })
    if (!sweep) return true
    const sweeper = sweepers[sweep.kind as SweepKind]
    const author = { userid: sweep.userid, via: sweep.via, address: sweep.address }
    const ids = await sweeper.next(ctx.db.read, sweep, Math.min(BATCH, Math.max(1, most - done)))
    if (ids.length === 0) {
      if (await finish(ctx, author, sweep)) return true
      continue
    }
    if (done >= most) return false
    await sweepEach(ctx, ids, (entity) => sweepEntry(ctx, author, id, entity))
    await change(ctx, author, (work) => repo.advance(work.db, { id, after: ids.at(-1) ?? 0 }))
    done += ids.length
  }
}

/** Reads the sweep again, because it may have been redirected. */
function sweepEntry(ctx: Context, author: Author, id: number, entity: number): Promise<void> {
  return change(ctx, author, async (work) => {
    const [sweep] = await repo.find(work.db, { id })
    if (sweep) await sweepers[sweep.kind as SweepKind].sweep(work, author, sweep, entity)
  })
}

function finish(ctx: Context, author: Author, { id, kind }: SweepRow): Promise<boolean> {
  return change(ctx, author, async (work) => {
    const [sweep] = await repo.hold(work.db, { id })
    if (!sweep) return true
    const isOver = sweep.kind === kind && (await sweepers[kind as SweepKind].finish(work, sweep))
    if (isOver) await repo.remove(work.db, { id })
    else await repo.advance(work.db, { id, after: 0 })
    return isOver
  })
}

const BATCH = 50
/** SQLite commits concurrent writes together; on PostgreSQL connections must stay free for others. */
const AT_ONCE = { sqlite: BATCH, postgres: 2 }

async function sweepEach(ctx: Context, ids: readonly number[], sweep: (id: number) => Promise<void>): Promise<void> {
  const atOnce = AT_ONCE[ctx.db.engine]
  for (let at = 0; at < ids.length; at += atOnce) await Promise.all(ids.slice(at, at + atOnce).map(sweep))
}

interface Run {
  isStopped: boolean
  done: Promise<void>
}

/** Works on all open sweeps, unless that is already running. */
function sweepInBackground(ctx: Context): void {
  if (ctx.sweeps.running) return
  const run: Run = { isStopped: false, done: Promise.resolve() }
  ctx.sweeps.running = run
  run.done = sweepAll(ctx, run)
    .catch((error: unknown) => void logFailure(ctx, error))
    .finally(() => {
      ctx.sweeps.running = undefined
    })
}

/** A batch of each in turn. A failing one waits for the next run and does not hold up the others. */
async function sweepAll(ctx: Context, run: { isStopped: boolean }): Promise<void> {
  const failed = new Set<number>()
  for (;;) {
    const left = (await repo.listIds(ctx.db.read)).filter(({ id }) => !failed.has(id))
    if (left.length === 0) return
    for (const { id } of left) {
      if (run.isStopped) return
      await sweepOn(ctx, id, BATCH).catch((error: unknown) => {
        failed.add(id)
        logFailure(ctx, error)
      })
    }
  }
}

function logFailure(ctx: Context, error: unknown): false {
  ctx.log.warn({ err: error }, 'a change of many entries waits to go on')
  return false
}

const EVERY_MS = 60_000

/** Continues what an earlier run left, now and regularly, until stopped. */
export function startSweeps(ctx: Context): { stop(): Promise<void> } {
  const timer = setInterval(() => sweepInBackground(ctx), EVERY_MS).unref()
  sweepInBackground(ctx)
  return {
    async stop() {
      clearInterval(timer)
      const run = ctx.sweeps.running
      if (!run) return
      run.isStopped = true
      await run.done
    },
  }
}
