import { table } from '../table.ts'

/** When a backup was last made, and when everything was last verified. */
export interface LastRunsTable {
  kind: 'backup' | 'verify'
  at: string
  is_ok: number
}

export const lastRunsTable = table<LastRunsTable>()({
  name: 'last_runs',
  key: ['kind'],
  // A restored instance has none of its own yet.
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'it tells operators when they last looked, and nothing of the notebook' },
})
