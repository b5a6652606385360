import type { Generated } from 'kysely'
import { table } from '../table.ts'

/** What a person is to be told: somebody's comment on an entry of theirs. */
export interface NotificationsTable {
  id: Generated<number>
  userid: number
  /** A number of CATEGORY. */
  category: number
  entity_id: number
  /** What it tells of, by its category: a comment, a step or a request. */
  comment_id: number | null
  from_userid: number
  /** 1: seen. */
  is_ack: number
  created_at: string
  step_id: number | null
  request_id: number | null
  /** Not shown before this time; null: at once. */
  visible_at: string | null
}

export const notificationsTable = table<NotificationsTable>()({
  name: 'notifications',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only points to what is proven elsewhere' },
  people: { userid: 'removed', from_userid: 'stays' },
})
