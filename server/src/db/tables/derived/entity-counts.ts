import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** The number of entries per combination of columns that decide visibility, so that totals need no scan. */
export interface EntityCountsTable {
  type: number
  team: number
  userid: number
  state: number
  canread_base: number
  /** On PostgreSQL the total of an owner is spread over several rows, so that writers do not block each other. */
  shard: number
  total: number
}

export const entityCountsTable = table<EntityCountsTable>()({
  name: 'entity_counts',
  key: ['type', 'team', 'userid', 'state', 'canread_base', 'shard'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
  unguarded: { shard: ONLY_THE_SUM_COUNTS },
})
