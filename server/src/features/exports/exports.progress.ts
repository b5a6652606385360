import type { ExportProgress } from '@aliquot/contract/exports'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { NotFound, Refusal } from '../../errors.ts'
import { SYSTEM } from '../../journal/record.ts'
import type { Follower } from '../../records/progress.ts'
import { notifyOfFailedJob } from '../notifications/notify.ts'

declare module '../../context.ts' {
  interface Context {
    /** By person and id, oldest first. Each process knows only its own exports. */
    exports: Map<string, Followed>
  }
}

/** Follows an export and counts each written entry. */
export interface ExportFollower extends Follower {
  count(): void
}

type Who = Pick<Actor, 'userid'>

interface Followed {
  userid: number
  progress: ExportProgress
  stop(): void
  /** In milliseconds; undefined while it runs. */
  endedAt: number | undefined
}

const MOST_EACH = 20
const MOST = 1000
const KEPT_MS = 10 * 60_000

/** Tracks an export to which the client gave an id. It is known from when it starts to be sent. */
export function followExport(
  ctx: Context,
  { userid }: Who,
  id: string | undefined,
  total: number | undefined,
): ExportFollower | undefined {
  if (id === undefined) return undefined
  const progress: ExportProgress = { id, state: 'running', written: 0, total: total ?? null, bytes: 0, message: '' }
  const one: Followed = { userid, progress, stop: () => {}, endedAt: undefined }
  const tell = () => ctx.signals.tell(userid, 'jobs')
  return {
    begin(stop) {
      one.stop = stop
      keep(ctx, one)
      tell()
    },
    count() {
      progress.written++
      tell()
    },
    sent(bytes) {
      progress.bytes += bytes
      tell()
    },
    end(outcome) {
      progress.state = outcome.state
      // Other errors are only logged.
      if (outcome.state === 'failed' && outcome.error instanceof Refusal) {
        const { code: _, description: __, ...why } = outcome.error.answer
        Object.assign(progress, why)
      }
      if (outcome.state === 'failed') void tellOfFailure(ctx, one)
      one.stop = () => {}
      one.endedAt = Date.parse(ctx.now())
      tell()
    },
  }
}

/** In the bell too: who looks elsewhere during a long export would find half a file. */
async function tellOfFailure(ctx: Context, { userid, progress }: Followed): Promise<void> {
  const { total: entries, message } = progress
  try {
    await change(ctx, SYSTEM, (work) => notifyOfFailedJob(work, { userid, job: 'export', entries, message }))
  } catch (error) {
    ctx.log.warn({ err: error }, 'nobody could be told of a failed export')
  }
}

/** The same rows; each is counted once the consumer asks for the next. */
export function counted<T>(rows: Rows<T>, follower: ExportFollower | undefined): Rows<T> {
  return follower ? countedRows(rows, follower) : rows
}

type Rows<T> = AsyncIterable<T> | Iterable<T>

export async function* countedRows<T>(rows: Rows<T>, follower: ExportFollower): AsyncGenerator<T> {
  for await (const row of rows) {
    yield row
    follower.count()
  }
}

export function readExport(ctx: Context, actor: Who, id: string): ExportProgress {
  return requireOwn(ctx, actor, id).progress
}

/** A no-op if it has ended. */
export function stopExport(ctx: Context, actor: Who, id: string): void {
  requireOwn(ctx, actor, id).stop()
}

function requireOwn(ctx: Context, { userid }: Who, id: string): Followed {
  const found = known(ctx).get(keyOf(userid, id))
  if (!found) throw new NotFound('export.unknown')
  return found
}

function keep(ctx: Context, one: Followed): void {
  const all = known(ctx)
  const key = keyOf(one.userid, one.progress.id)
  all.delete(key)
  const own = [...all].filter(([, { userid }]) => userid === one.userid)
  const [oldest] = own.length >= MOST_EACH ? own : all.size >= MOST ? all : []
  if (oldest) all.delete(oldest[0])
  all.set(key, one)
}

/** Without those that ended long ago. */
function known(ctx: Context): Map<string, Followed> {
  const all = ctx.exports
  const now = Date.parse(ctx.now())
  for (const [key, { endedAt }] of all) if (endedAt !== undefined && now - endedAt > KEPT_MS) all.delete(key)
  return all
}

function keyOf(userid: number, id: string): string {
  return `${userid} ${id}`
}
