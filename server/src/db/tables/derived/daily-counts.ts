import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/**
 * How many entries of a type, or people (kind 0), were created each day. Triggers of the database count them, except
 * entries on SQLite: see `countNewEntry`.
 */
export interface DailyCountsTable {
  kind: number
  /** In UTC, `2026-03-02`. */
  day: string
  /** On PostgreSQL a total is spread over several rows; only their sum counts. */
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
