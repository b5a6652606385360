import { table } from '../table.ts'

/** The extra fields of an entry's metadata as indexed rows. */
export interface EntityFieldsTable {
  entity_id: number
  /** 0, 1, 2, … within the entry. */
  place: number
  name: string
  /** The folded name, cut to fit an index. */
  name_key: string
  /** The folded value; each of several values has a row. */
  value: string
}

export const entityFieldsTable = table<EntityFieldsTable>()({
  name: 'entity_fields',
  key: ['entity_id', 'place'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
})
