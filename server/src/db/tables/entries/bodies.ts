import { table } from '../table.ts'

/** The main texts apart from the entries, so that renaming or locking one does not rewrite its text. */
export interface BodiesTable {
  entity_id: number
  body: string
  /** How many deltas of it stand in the journal since the last full copy. */
  deltas: number
}

export const bodiesTable = table<BodiesTable>()({
  name: 'bodies',
  key: ['entity_id'],
  backup: 'kept',
  proof: { by: 'entry' },
})
