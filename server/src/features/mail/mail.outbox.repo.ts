import { sql } from 'kysely'
import { engineOf, lockFreeRows } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NotificationRow } from '../../db/schema.ts'

/** The person whose e-mail has been due for longest. */
export const findDue = prepared((db: Db, p: { at: string }) =>
  db.selectFrom('notifications').select('userid').where('mail_at', '<=', p.at).orderBy('mail_at').limit(1),
)

const MOST_AT_ONCE = 200

export type Claimed = Pick<NotificationRow, 'id' | 'category' | 'digest_at' | 'mail_attempts' | 'details' | 'is_ack'>

/** Claims the due e-mails of a person. Others skip them until the lease ends. */
export function claim(
  db: Db,
  { userid, at, until }: { userid: number; at: string; until: string },
): Promise<Claimed[]> {
  return db
    .updateTable('notifications')
    .set({ mail_at: until })
    .where('id', 'in', (eb) =>
      lockFreeRows(
        engineOf(db),
        eb
          .selectFrom('notifications as due')
          .select('due.id')
          .where('due.userid', '=', userid)
          .where('due.mail_at', '<=', at)
          .orderBy('due.id')
          .limit(MOST_AT_ONCE),
      ),
    )
    .returning(['id', 'category', 'digest_at', 'mail_attempts', 'details', 'is_ack'])
    .execute()
}

type Settled = Partial<
  Pick<NotificationRow, 'mail_at' | 'digest_at' | 'mail_attempts' | 'mail_error' | 'email_sent_at'>
>

export async function settle(db: Db, ids: readonly number[], set: Settled): Promise<void> {
  if (ids.length > 0) await db.updateTable('notifications').set(set).where('id', 'in', ids).execute()
}

/** When the last messages about an entry were sent to a person, the newest first. */
export async function listSentLately(
  db: Db,
  { userid, entity, since, most }: { userid: number; entity: number; since: string; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('email_sent_at')
    .distinct()
    .where('userid', '=', userid)
    .where('entity_id', '=', entity)
    .where('email_sent_at', '>', since)
    .orderBy('email_sent_at', 'desc')
    .limit(most)
    .execute()
  return rows.flatMap(({ email_sent_at }) => email_sent_at ?? [])
}

/** Nobody sends what was due while e-mail was not set up. */
export async function dropDue(db: Db, at: string): Promise<void> {
  await db.updateTable('notifications').set({ mail_at: null }).where('mail_at', '<=', at).execute()
}

export interface MailTrouble {
  /** Messages that wait for another attempt. */
  waiting: number
  problem: string | null
}

export async function findTrouble(db: Db): Promise<MailTrouble> {
  const failing = db.selectFrom('notifications').where('mail_at', 'is not', null).where('mail_attempts', '>', 0)
  const { waiting } = await failing
    .select(sql<number>`cast(count(*) as integer)`.as('waiting'))
    .executeTakeFirstOrThrow()
  const last = await failing.select('mail_error').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return { waiting, problem: last?.mail_error ?? null }
}
