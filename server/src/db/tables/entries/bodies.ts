import { table } from '../table.ts'

/** Main texts are separate from entries, so that renaming or locking one does not rewrite its text. */
export interface BodiesTable {
  entity_id: number
  body: string
  /** The number of its deltas in the journal since the last full copy. */
  deltas: number
}

export const bodiesTable = table<BodiesTable>()({
  name: 'bodies',
  key: ['entity_id'],
  backup: 'kept',
  proof: { by: 'entry' },
})
