import pg from 'pg'
import { Unavailable } from '../../errors.ts'
import type { DeferredWrite } from '../connection.ts'
import { summedUp } from '../deferred-writes.ts'
import type { Db } from '../schema.ts'
import { ChangeConnection } from './change-connection.ts'
import { EntryLocks } from './entry-locks.ts'
import { type Pipeline, Skipped } from './pipeline/pipeline.ts'

/** A change that may share a transaction. */
export interface Sharer {
  /** The entry that it alters; 0 for a new one. */
  entry: number
  onlyAdds: boolean
  work: (db: Db) => Promise<unknown>
}

/** What became of a change. `undone`: nothing of it is stored, and it must run by itself. */
export type Outcome = { value: unknown } | { error: unknown } | 'undone'

/**
 * Runs changes in one transaction, except those of entries that somebody else has locked. Changes of different entries
 * run at the same time, so that their statements leave together; those of one entry one after the other, unless they
 * only add to it. A change that is refused before it wrote anything leaves the others alone. If it wrote something, or
 * if a statement fails, all are undone.
 */
export async function runTogether(pipeline: Pipeline, sharers: readonly Sharer[]): Promise<Outcome[]> {
  const locks = new EntryLocks(
    pipeline,
    sharers.map(({ entry }) => entry),
  )
  const connections: ChangeConnection[] = []
  const postponed: DeferredWrite[] = []
  const outcomes = await runEach(sharers, async ({ entry, work }) => {
    const connection = new ChangeConnection(pipeline, locks, entry)
    connections.push(connection)
    try {
      const value = await work(connection.db)
      await locks.taken
      if (!locks.isHeld(entry)) return 'undone'
      postponed.push(...connection.postponed)
      return { value }
    } catch (error) {
      connection.isRefused = true
      return locks.isHeld(entry) ? { error } : 'undone'
    }
  })
  await locks.taken.catch(async (error) => {
    await rollBack(pipeline)
    throw error
  })
  const isSpoiled = () => connections.some((one) => one.hasFailed || (one.isRefused && one.hasWritten))
  // Again after the postponed writes, which may be among those whose answers nobody waits for.
  if (!isSpoiled() && (await areWritten(postponed)) && !isSpoiled() && (await isCommitted(pipeline))) return outcomes
  // A commit behind a statement that failed in the same packet did not even run.
  await rollBack(pipeline)
  return outcomes.map(() => 'undone')
}

/** Otherwise the connection would refuse all further statements. */
async function rollBack(pipeline: Pipeline): Promise<void> {
  await pipeline.run('rollback', 'rollback', []).catch(() => {})
}

async function areWritten(postponed: readonly DeferredWrite[]): Promise<boolean> {
  const written = await Promise.allSettled(summedUp(postponed).map(({ write, amount }) => write(amount)))
  return written.every(({ status }) => status === 'fulfilled')
}

/** Whether the changes are stored is unknown if the connection breaks now: then all of them are refused. */
async function isCommitted(pipeline: Pipeline): Promise<boolean> {
  if (pipeline.isClosed) return false
  try {
    // The server answers ROLLBACK if a statement failed.
    return (await pipeline.run('commit', 'commit', [])).tag === 'COMMIT'
  } catch (error) {
    if (isRefusedByServer(error)) return false
    throw new CommitLost(new Unavailable('storage.database_silent', { cause: error, part: 'database' }))
  }
}

/** The commit failed, or a statement before it. After anything else it may have happened. */
function isRefusedByServer(error: unknown): boolean {
  return error instanceof Skipped || (error instanceof pg.DatabaseError && error.severity !== 'FATAL')
}

/** The commit got no answer. */
export class CommitLost extends Error {
  readonly refusal: Unavailable

  constructor(refusal: Unavailable) {
    super('A commit got no answer')
    this.refusal = refusal
  }
}

/** Runs all sharers. Those of one entry run in order, except that several which only add run at the same time. */
async function runEach(sharers: readonly Sharer[], run: (sharer: Sharer) => Promise<Outcome>): Promise<Outcome[]> {
  const earlier = new Map<number, { altering: Promise<unknown>; adding: Promise<unknown>[] }>()
  return Promise.all(
    sharers.map((sharer) => {
      const { entry, onlyAdds } = sharer
      if (entry === 0) return run(sharer)
      const before = earlier.get(entry) ?? { altering: Promise.resolve(), adding: [] }
      earlier.set(entry, before)
      if (onlyAdds) {
        const running = before.altering.then(() => run(sharer))
        before.adding.push(running)
        return running
      }
      const running = Promise.all([before.altering, ...before.adding]).then(() => run(sharer))
      earlier.set(entry, { altering: running, adding: [] })
      return running
    }),
  )
}
