import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** E-mails about notifications, and the addresses for which somebody asked for a new password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `alter table notifications add column send_email ${int} not null default 0`,
    `alter table notifications add column mail_at ${text}`,
    `alter table notifications add column digest_at ${text}`,
    `alter table notifications add column mail_attempts ${int} not null default 0`,
    `alter table notifications add column mail_error ${text}`,
    `alter table notifications add column email_sent_at ${text}`,
    `alter table notifications add column details ${text}`,
    'create index notifications_mail on notifications (mail_at, userid) where mail_at is not null',
    `create table password_requests (
      email_key ${text} not null primary key,
      next_at ${text} not null,
      attempts ${int} not null default 0,
      created_at ${text} not null
    )${end}`,
    'create index password_requests_next on password_requests (next_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
