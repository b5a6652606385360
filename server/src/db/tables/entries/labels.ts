import type { Generated } from 'kysely'
import { table, unlessFirst } from '../table.ts'

/** Categories and status of a team's entries; `kind` is a number of LABEL_KINDS. */
export interface LabelsTable {
  id: Generated<number>
  kind: number
  team: number
  title: string
  color: string
  ordering: number | null
  state: number
  is_private: number
  version: Generated<number>
}

export const labelsTable = table<LabelsTable>()({
  name: 'labels',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'instance',
    subject: 'label',
    id: 'id',
    values: (row) => [
      ...[row.id, row.kind, row.team, row.title, row.color, row.ordering, row.state, row.is_private],
      ...unlessFirst(row),
    ],
  },
})
