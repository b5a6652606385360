import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** How many entries have a tag, of each sort that decides about visibility. Deleted entries are not counted. */
export interface TagCountsTable {
  tag_id: number
  /** The owner of the entries; 0 for those of everyone. */
  userid: number
  team: number
  canread_base: number
  /** On PostgreSQL writers spread over several rows; only their sum means anything. */
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
