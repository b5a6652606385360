import { table } from '../table.ts'

/** A link from an entry to an experiment or a resource. */
export interface EntityLinksTable {
  entity_id: number
  target_id: number
}

export const entityLinksTable = table<EntityLinksTable>()({
  name: 'entity_links',
  key: ['entity_id', 'target_id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'entry',
    subject: 'link',
    id: 'target_id',
    values: (row) => [row.entity_id, row.target_id],
  },
})
