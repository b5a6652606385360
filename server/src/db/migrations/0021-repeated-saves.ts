import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Answers are repeated for different times: a save of a text for longer than what a POST made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { text } = columnTypes(engine)
  const aDayLater =
    engine === 'sqlite'
      ? "strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+1 day')"
      : `to_char(created_at::timestamptz at time zone 'UTC' + interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await sql.raw(`alter table idempotency add column expires_at ${text} not null default ''`).execute(db)
  await sql.raw(`update idempotency set expires_at = ${aDayLater}`).execute(db)
  await sql.raw('drop index idempotency_created').execute(db)
  await sql.raw('create index idempotency_expires on idempotency (expires_at)').execute(db)
}
