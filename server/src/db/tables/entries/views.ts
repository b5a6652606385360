import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** Saved lists of entries; `type` is the type number of the entries. */
export interface ViewsTable {
  id: Generated<number>
  userid: number
  team: number
  type: number
  name: string
  search: string
  is_shared: number
  created_at: string
  modified_at: string
  version: Generated<number>
}

export const viewsTable = table<ViewsTable>()({
  name: 'views',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'view',
    id: 'id',
    values: (row) => [
      ...[row.id, row.userid, row.team, row.type, row.name, row.search, row.is_shared],
      ...[row.created_at, row.modified_at, row.version],
    ],
  },
  // The team keeps using shared views.
  people: { userid: { removedWhere: { is_shared: 0 } } },
})
