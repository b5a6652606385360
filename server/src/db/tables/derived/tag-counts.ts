import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** How many entries have a tag, per combination of columns that decide visibility. Deleted entries do not count. */
export interface TagCountsTable {
  tag_id: number
  /** The owner of the entries; 0 for the total of everyone. */
  userid: number
  team: number
  canread_base: number
  /** On PostgreSQL a total is spread over several rows; only their sum counts. */
  shard: number
  total: number
}

export const tagCountsTable = table<TagCountsTable>()({
  name: 'tag_counts',
  key: ['tag_id', 'userid', 'team', 'canread_base', 'shard'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
  unguarded: { shard: ONLY_THE_SUM_COUNTS },
})
