import type { Generated } from 'kysely'
import { table } from '../table.ts'

export interface NotificationsTable {
  id: Generated<number>
  userid: number
  /** A number of CATEGORY. */
  category: number
  entity_id: number
  /** The subject by category: a comment, a step or a request. */
  comment_id: number | null
  from_userid: number
  /** 1: read. */
  is_ack: number
  created_at: string
  step_id: number | null
  request_id: number | null
  /** Hidden before this time; null: visible at once. */
  visible_at: string | null
}

export const notificationsTable = table<NotificationsTable>()({
  name: 'notifications',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only points to what is proven elsewhere' },
  people: { userid: 'removed', from_userid: 'stays' },
})
