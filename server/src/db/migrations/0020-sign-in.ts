import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/**
 * Failed sign-ins are counted for all processes together, browsers that signed in before are known, and a session tells
 * when its password was last proven and which token it had before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table sign_in_failures (
      key ${text} primary key,
      failures ${int} not null,
      ends_at ${text} not null
    )${end}`,
    'create index sign_in_failures_ends on sign_in_failures (ends_at)',
    `create table known_devices (
      userid ${int} not null references users (userid),
      device_hash ${text} not null,
      last_used_at ${text} not null,
      primary key (userid, device_hash)
    )${end}`,
    `alter table sessions add column proven_at ${text}`,
    `alter table sessions add column previous_hash ${text}`,
    `alter table sessions add column previous_until ${text}`,
    'create index sessions_previous on sessions (previous_hash) where previous_hash is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
