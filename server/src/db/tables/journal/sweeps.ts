import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Changes of many entries that follow from one change and run in the background: see features/sweeps. */
export interface SweepsTable {
  id: Generated<number>
  kind: string
  /** The tag or the team group that changed. */
  subject_id: number
  /** The tag that replaces it. */
  into_id: number | null
  /** The last finished entry. */
  after_id: number
  /** The author of the change that caused it. */
  userid: number | null
  via: string
  address: string
  created_at: string
}

export const sweepsTable = table<SweepsTable>()({
  name: 'sweeps',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'each change that it makes has its own event' },
})
