import { table } from '../table.ts'

/** The lists of canread, canwrite and canbook as indexed rows. */
export interface EntityGrantsTable {
  entity_id: number
  /** 1 read, 2 write, 3 book. */
  access: number
  /** 1 team, 2 team group, 3 user. */
  kind: number
  grantee: number
  /** The columns of the entry that decide in whose lists it is, so that a list reads its grants from one index. */
  type: number
  team: number
  userid: number
  state: number
  canread_base: number
}

export const entityGrantsTable = table<EntityGrantsTable>()({
  name: 'entity_grants',
  key: ['entity_id', 'access', 'kind', 'grantee'],
  backup: 'kept',
  proof: { by: 'entry' },
})
