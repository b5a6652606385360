import type { Context } from '../context.ts'
import type { JobRow } from '../db/schema.ts'

/** How jobs of one kind are done. What a job does may have been done before, in part or as a whole: it may run twice. */
export type Handler = (ctx: Context, job: JobRow, run: Run) => Promise<Outcome>

/** Done; or not yet: it goes on behind those that are due now. */
export type Outcome = 'done' | { position: number }

export interface Run {
  /** Aborted when the service stops. */
  signal: AbortSignal
  /** Keeps others from taking the job up for a while more. */
  renew(): Promise<void>
}
