import type { Handler } from '../../jobs/handler.ts'
import { removeExpired } from './imports.clean-up.ts'
import { giveUp, workOn } from './imports.work.ts'

/** Jobs of this kind are imports, by their id. */
export const IMPORT_JOB = 'import'

/** Attempts that told nothing ended with their process; the others found the database or a store silent. */
const MOST_ATTEMPTS = { silent: 3, told: 9 }

export const runImport: Handler = async (ctx, { subject, attempts, error }, signal) => {
  const isHopeless = attempts > (error === null ? MOST_ATTEMPTS.silent : MOST_ATTEMPTS.told)
  await (isHopeless ? giveUp(ctx, Number(subject)) : workOn(ctx, Number(subject), signal))
  await removeExpired(ctx)
  return 'done'
}
