import { ONLY_THE_SUM_COUNTS, table } from '../table.ts'

/** How many entries there are of each sort that decides about visibility, so that totals need no scan. */
export interface EntityCountsTable {
  type: number
  team: number
  userid: number
  state: number
  canread_base: number
  /** On PostgreSQL writers of one owner spread over several rows, so that they do not wait for each other. */
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
