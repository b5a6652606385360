import type { BulkAction, Failure } from './bulk-actions.ts'

/** What is being done to rows. */
export type Doing = BulkAction['name'] | 'undo'

export interface Failures {
  action: Doing
  of: number
  entries: Failure[]
}

export interface Progress {
  finished: number
  of: number
}
