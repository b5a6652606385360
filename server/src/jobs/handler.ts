import type { Context } from '../context.ts'
import type { JobRow } from '../db/schema.ts'

/**
 * Runs jobs of one kind. A job may run twice, so it must tolerate work that was done before, in part or whole. The
 * signal is aborted when the service stops.
 */
export type Handler = (ctx: Context, job: JobRow, signal: AbortSignal) => Promise<Outcome>

/** Done, or to be continued after the jobs that are due now; after a while if it must wait for something else. */
export type Outcome = 'done' | { position: number; afterMs?: number }

export type JobKinds = Readonly<Record<string, Handler>>
