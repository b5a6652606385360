import { table } from '../table.ts'

/** Title and main text in the form for substring search: plain, folded, on one line. */
export interface EntityTextsTable {
  entity_id: number
  title: string
  body: string
}

export const entityTextsTable = table<EntityTextsTable>()({
  name: 'entity_texts',
  key: ['entity_id'],
  backup: 'rebuilt',
  proof: { by: 'derivation' },
})
