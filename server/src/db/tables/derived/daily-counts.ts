import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** How many entries of a type, or people (kind 0), each day brought. The database counts them itself. */
export interface DailyCountsTable {
  kind: number
  /** In UTC, `2026-03-02`. */
  day: string
  /** On PostgreSQL writers spread over several rows; only their sum means anything. */
  shard: number
  total: number
}

export const dailyCountsTable = table<DailyCountsTable>()({
  name: 'daily_counts',
  key: ['kind', 'day', 'shard'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
  unguarded: { shard: ONLY_THE_SUM_COUNTS },
})
