import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Webhooks, how far each has got, and the log of their deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, big, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table webhooks (
      id ${id},
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      scope ${text} not null,
      url ${text} not null,
      kinds ${text} not null,
      entity_type ${text},
      active ${int} not null,
      off_reason ${text},
      secret ${text} not null,
      previous_secret ${text},
      previous_until ${text},
      created_at ${text} not null,
      modified_at ${text} not null,
      version ${int} not null default 1
    )${end}`,
    'create index webhooks_userid on webhooks (userid, scope)',
    'create index webhooks_team on webhooks (team, scope)',
    `create table webhook_states (
      webhook_id ${int} not null primary key references webhooks (id) on delete cascade,
      position ${big} not null,
      sub ${int} not null,
      since ${big} not null,
      round ${int} not null default 0,
      failing_since ${text}
    )${end}`,
    `create table webhook_deliveries (
      id ${id},
      webhook_id ${int} not null references webhooks (id) on delete cascade,
      position ${big} not null,
      sub ${int} not null,
      round ${int} not null,
      kind ${text} not null,
      message ${text} not null,
      cursor ${text},
      at ${text} not null,
      status ${int},
      ms ${int} not null,
      attempt ${int} not null,
      error ${text}
    )${end}`,
    'create index webhook_deliveries_log on webhook_deliveries (webhook_id, id)',
    'create index webhook_deliveries_place on webhook_deliveries (webhook_id, round, position)',
    'create index webhook_deliveries_at on webhook_deliveries (at)',
    `create table webhook_turn (
      id ${int} not null primary key,
      holder ${text} not null,
      until ${text} not null
    )${end}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
