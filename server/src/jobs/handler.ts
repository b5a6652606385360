import type { Context } from '../context.ts'
import type { JobRow } from '../db/schema.ts'

/**
 * How jobs of one kind are done. What a job does may have been done before, in part or as a whole: it may run twice. The
 * signal tells that the service stops.
 */
export type Handler = (ctx: Context, job: JobRow, signal: AbortSignal) => Promise<Outcome>

/** Done; or not yet: it goes on behind those that are due now. */
export type Outcome = 'done' | { position: number }

/** How each kind of job is done. */
export type JobKinds = Readonly<Record<string, Handler>>
