import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Changes of many entries that follow from one, and go on in the background: see features/sweeps. */
export interface SweepsTable {
  id: Generated<number>
  kind: string
  /** The tag or the team group that changed. */
  subject_id: number
  /** The tag that takes its place. */
  into_id: number | null
  /** The last entry that is done. */
  after_id: number
  /** Who caused it, and with what. */
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
