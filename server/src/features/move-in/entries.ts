import type { MovedRow } from '../../db/schema.ts'
import { bringEntry } from './entry/bring.ts'
import { MOVED_KIND, TYPES } from './move-in.kinds.ts'
import * as repo from './move-in.repo.ts'
import type { Run } from './move-in.run.ts'

const AT_ONCE = 100

/** Brings what was planned, several entries at a time. */
export async function bringEntries(run: Run): Promise<void> {
  const { ctx, source } = run
  const [waiting] = await repo.countWaiting(ctx.db.read, { source: source.id })
  const total = Number(waiting?.total ?? 0)
  let done = 0
  const rows = waitingRows(run)
  const work = async () => {
    for (let next = await rows.next(); !next.done; next = await rows.next()) {
      run.signal.throwIfAborted()
      await bringEntry(run, next.value)
      run.tell({ phase: 'entries', done: ++done, total })
    }
  }
  // One that fails ends the others, too, so that nothing goes on when the run is over.
  let failure: { error: unknown } | undefined
  const workers = Array.from({ length: run.inFlight }, () =>
    work().catch(async (error: unknown) => {
      failure ??= { error }
      await rows.return(undefined)
    }),
  )
  await Promise.all(workers)
  if (failure) throw failure.error
}

async function* waitingRows({ ctx, source }: Run): AsyncGenerator<MovedRow, undefined, undefined> {
  for (const type of TYPES) {
    const kind = MOVED_KIND[type]
    for (let after = 0; ; ) {
      const rows = await repo.listWaiting(ctx.db.read, { source: source.id, kind, after, most: AT_ONCE })
      const last = rows.at(-1)
      if (!last) break
      // Others see that it still runs.
      await ctx.db.write((db) => repo.setSource(db, source.id, { modified_at: ctx.now() }))
      yield* rows
      after = last.their_id
    }
  }
}
