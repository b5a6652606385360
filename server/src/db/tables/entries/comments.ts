import type { Generated } from 'kysely'
import { table } from '../table.ts'

export interface CommentsTable {
  id: Generated<number>
  entity_id: number
  userid: number
  comment: string
  immutable: number
  created_at: string
  modified_at: string
  version: number
}

export const commentsTable = table<CommentsTable>()({
  name: 'comments',
  key: ['id'],
  backup: 'kept',
  proof: {
    by: 'seal',
    chain: 'entry',
    subject: 'comment',
    id: 'id',
    values: (row) => [
      ...[row.id, row.entity_id, row.userid, row.comment, row.immutable, row.created_at, row.modified_at, row.version],
    ],
  },
  people: { userid: 'stays' },
})
