import { table } from '../table.ts'

/** The lists of canread, canwrite and canbook as indexed rows. */
export interface EntityGrantsTable {
  entity_id: number
  /** 1 read, 2 write, 3 book. */
  access: number
  /** 1 team, 2 team group, 3 user. */
  kind: number
  grantee: number
}

export const entityGrantsTable = table<EntityGrantsTable>()({
  name: 'entity_grants',
  key: ['entity_id', 'access', 'kind', 'grantee'],
  backup: 'kept',
  proof: { by: 'entry' },
})
