import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** How many experiments and resources have an extra field of this name; like tag counts. */
export interface FieldCountsTable {
  name: string
  userid: number
  team: number
  canread_base: number
  shard: number
  total: number
}

export const fieldCountsTable = table<FieldCountsTable>()({
  name: 'field_counts',
  key: ['name', 'userid', 'team', 'canread_base', 'shard'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
  unguarded: { shard: ONLY_THE_SUM_COUNTS },
})
