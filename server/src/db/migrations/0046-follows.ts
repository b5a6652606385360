import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Who follows which entry, and the order of notifications: one that is told again comes first again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, big, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table follows (
      entity_id ${int} not null references entities (id),
      userid ${int} not null references users (userid),
      since ${big} not null,
      created_at ${text} not null,
      primary key (entity_id, userid)
    )${end}`,
    'create index follows_userid on follows (userid, created_at, entity_id)',
    `create table follow_place (
      id ${int} not null primary key,
      position ${big} not null
    )${end}`,
    'drop index notifications_userid',
    'drop index notifications_unseen',
    'create index notifications_userid on notifications (userid, created_at, id)',
    'create index notifications_unseen on notifications (userid, created_at, id) where is_ack = 0',
    'create index notifications_category on notifications (userid, category, created_at, id)',
    `create index notifications_followed on notifications (entity_id, userid)
      where category = 120 and (is_ack = 0 or mail_at is not null)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
