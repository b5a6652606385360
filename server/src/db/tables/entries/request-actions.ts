import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** A request to somebody to do something with an entry. */
export interface RequestActionsTable {
  id: Generated<number>
  entity_id: number
  requester_userid: number
  target_userid: number
  /** A number of REQUESTABLE. */
  action: number
  /** 1 pending, 2 done, 3 withdrawn or declined. */
  state: number
  created_at: string
}

export const requestActionsTable = table<RequestActionsTable>()({
  name: 'request_actions',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'entry',
    subject: 'request',
    id: 'id',
    values: (row) => [
      ...[row.id, row.entity_id, row.requester_userid, row.target_userid, row.action, row.state, row.created_at],
    ],
  },
  people: { requester_userid: 'ended', target_userid: 'ended' },
})
