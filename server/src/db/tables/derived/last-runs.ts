import { table } from '../table.ts'

/** The time of the last backup, and of the last full verify. */
export interface LastRunsTable {
  kind: 'backup' | 'verify'
  at: string
  is_ok: number
}

export const lastRunsTable = table<LastRunsTable>()({
  name: 'last_runs',
  key: ['kind'],
  // A restored instance has none yet.
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'it tells operators when they last looked, and nothing of the notebook' },
})
