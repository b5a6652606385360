import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Background jobs: see jobs/. A finished job has no row. */
export interface JobsTable {
  id: Generated<number>
  kind: string
  /** What it is about: unique per kind. */
  subject: string
  /** The person whose file needs it, or 0. People share the lanes. */
  person: Generated<number>
  /** When it is due; while it runs, the end of the lease. Null: it has failed for good. */
  next_at: string | null
  /** The process that runs it. */
  holder: string | null
  /** The number of attempts. */
  attempts: Generated<number>
  /** The progress of a long one. */
  position: Generated<number>
  /** 1: enqueued again while it runs. */
  again: Generated<number>
  /** Why the last attempt failed. */
  error: string | null
  created_at: string
}

export const jobsTable = table<JobsTable>()({
  name: 'jobs',
  key: ['id'],
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'a job that is done has no row' },
})
