import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** The steps of an entry. */
export interface StepsTable {
  id: Generated<number>
  entity_id: number
  body: string
  /** Equal positions are sorted by id. */
  ordering: number
  finished: Generated<number>
  /** When `finished` last changed. */
  finished_time: string | null
  deadline: string | null
  /** 1: a notification will be shown before the deadline. */
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
