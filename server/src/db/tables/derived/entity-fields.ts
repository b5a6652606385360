import { table } from '../table.ts'

/** The extra fields inside an entry's metadata as rows that indexes serve. */
export interface EntityFieldsTable {
  entity_id: number
  /** 0, 1, 2, … within the entry. */
  place: number
  name: string
  /** Folded name, cut to what an index can hold. */
  name_key: string
  /** Folded value; of a field with several values each has a row. */
  value: string
}

export const entityFieldsTable = table<EntityFieldsTable>()({
  name: 'entity_fields',
  key: ['entity_id', 'place'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
})
