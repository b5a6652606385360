import type { Handler } from '../../jobs/handler.ts'
import { announceJobs } from '../../jobs/wake.ts'
import { giveUp, makeExport } from './stored-exports.work.ts'

/** Jobs of this kind are exports, by their id. */
export const EXPORT_JOB = 'export'

/** Attempts that told nothing ended with their process; the others found the database or a store silent. */
const MOST_ATTEMPTS = { silent: 3, told: 5 }

/** Exports take long, and other jobs need a lane too. */
const MOST_AT_ONCE = 2
const TRY_AGAIN_MS = 2_000

declare module '../../context.ts' {
  interface Context {
    /** The people whose exports this process makes now. */
    exportsMadeFor: Set<number>
  }
}

/** One export of a person at a time: several would only take the turns of others. */
export const runExport: Handler = async (ctx, { subject, attempts, error, person }, signal) => {
  const { exportsMadeFor: making } = ctx
  if (making.has(person) || making.size >= MOST_AT_ONCE) {
    setTimeout(announceJobs, TRY_AGAIN_MS).unref()
    return { position: 0, afterMs: TRY_AGAIN_MS }
  }
  making.add(person)
  try {
    const isHopeless = attempts > (error === null ? MOST_ATTEMPTS.silent : MOST_ATTEMPTS.told)
    await (isHopeless ? giveUp(ctx, Number(subject)) : makeExport(ctx, Number(subject), signal))
    return 'done'
  } finally {
    making.delete(person)
  }
}
