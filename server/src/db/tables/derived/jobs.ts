import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Work that goes on in the background: see jobs/. A job that is done has no row. */
export interface JobsTable {
  id: Generated<number>
  kind: string
  /** What it is about: there is one job of a kind for each. */
  subject: string
  /** From when on it may be taken up; while somebody works on it, when they are given up. Null: it has failed for good. */
  next_at: string | null
  /** Who works on it. */
  holder: string | null
  /** How often it was taken up. */
  attempts: Generated<number>
  /** How far a long one has come. */
  position: Generated<number>
  /** 1: asked for once more while somebody works on it. */
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
