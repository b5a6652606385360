import type { Generated } from 'kysely'
import { table } from '../table.ts'

export interface StepsTable {
  id: Generated<number>
  entity_id: number
  body: string
  /** Steps with the same position are sorted by id. */
  ordering: number
  finished: Generated<number>
  /** When `finished` last changed. */
  finished_time: string | null
  deadline: string | null
  /** 1: somebody has a notification that is shown when the deadline comes near. */
  deadline_notif: Generated<number>
  is_immutable: Generated<number>
  version: Generated<number>
}

export const stepsTable = table<StepsTable>()({
  name: 'steps',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'entry',
    subject: 'step',
    id: 'id',
    values: (row) => [
      ...[row.id, row.entity_id, row.body, row.ordering, row.finished, row.finished_time],
      ...[row.deadline, row.deadline_notif, row.is_immutable, row.version],
    ],
  },
})
