import type { Generated } from 'kysely'
import { table } from '../table.ts'

export interface NotificationsTable {
  id: Generated<number>
  userid: number
  /** A number of CATEGORY. */
  category: number
  /** Null if it is about a person. */
  entity_id: number | null
  /** The subject by category: a comment, a step or a request. */
  comment_id: number | null
  /** Who commented or asks; of a new person, that person. */
  from_userid: number
  /** 1: read. */
  is_ack: number
  created_at: string
  step_id: number | null
  request_id: number | null
  /** Hidden before this time; null: visible at once. */
  visible_at: string | null
  /** The team of a new person. */
  team_id: number | null
  /** 1: the person wanted an e-mail when it was created. */
  send_email: Generated<number>
  /** When an e-mail is due; while one is being sent, the end of the lease. Null: none is to be sent. */
  mail_at: string | null
  /** When the daily or weekly e-mail is due that it waits for. */
  digest_at: string | null
  /** Failed attempts to send it. */
  mail_attempts: Generated<number>
  /** Why the last attempt failed. */
  mail_error: string | null
  email_sent_at: string | null
  /** What it says besides its subject, as JSON. */
  details: string | null
}

export const notificationsTable = table<NotificationsTable>()({
  name: 'notifications',
  key: ['id'],
  backup: 'kept',
  proof: { by: 'nothing', because: 'it only points to what is proven elsewhere' },
  people: { userid: 'removed', from_userid: 'stays' },
})
