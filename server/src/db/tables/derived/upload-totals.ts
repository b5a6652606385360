import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** What the files of each team amount to, so that limits need no scan. */
export interface UploadTotalsTable {
  team: number
  /** On PostgreSQL writers spread over several rows; only their sum means anything. */
  shard: number
  files: number
  bytes: number
}

export const uploadTotalsTable = table<UploadTotalsTable>()({
  name: 'upload_totals',
  key: ['team', 'shard'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
  unguarded: { shard: ONLY_THE_SUM_COUNTS },
})
