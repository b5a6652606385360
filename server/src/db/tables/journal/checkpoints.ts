import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** A hash of all events up to one; can be time-stamped externally. */
export interface CheckpointsTable {
  id: Generated<number>
  at: string
  last_event: number
  events: number
  prev_hash: string
  hash: string
}

export const checkpointsTable = table<CheckpointsTable>()({
  name: 'checkpoints',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'chain' },
})
