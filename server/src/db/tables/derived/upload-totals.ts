import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** The number and total size of each team's files, so that limits need no scan. */
export interface UploadTotalsTable {
  team: number
  /** On PostgreSQL a total is spread over several rows; only their sum counts. */
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
