import { type Kysely, sql } from 'kysely'
import { type Engine, engineOf } from './frozen/engine.ts'

/** A notification can be about a new person in a team, and then has no entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    ...notificationsWithoutEntry(engineOf(db)),
    // The people to be told, however large the team.
    'create index memberships_admins_of_team on memberships (team, userid) where is_admin = 1',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

function notificationsWithoutEntry(engine: Engine): string[] {
  if (engine === 'postgres') {
    return [
      'alter table notifications alter column entity_id drop not null',
      'alter table notifications add column team_id integer references teams (id)',
    ]
  }
  // SQLite cannot take a constraint off a column.
  const columns =
    'id, userid, category, entity_id, comment_id, from_userid, is_ack, created_at, step_id, request_id, visible_at'
  return [
    `create table notifications_new (
      id integer primary key autoincrement,
      userid integer not null references users (userid),
      category integer not null,
      entity_id integer references entities (id),
      comment_id integer references comments (id),
      from_userid integer not null references users (userid),
      is_ack integer not null default 0,
      created_at text not null,
      step_id integer references steps (id),
      request_id integer references request_actions (id),
      visible_at text,
      team_id integer references teams (id)
    ) strict`,
    `insert into notifications_new (${columns}) select ${columns} from notifications`,
    // Ids of removed ones are not given again.
    `insert into sqlite_sequence (name, seq) select 'notifications_new', 0
      where not exists (select 1 from sqlite_sequence where name = 'notifications_new')`,
    `update sqlite_sequence set seq = coalesce((select seq from sqlite_sequence where name = 'notifications'), 0)
      where name = 'notifications_new'`,
    'drop table notifications',
    'alter table notifications_new rename to notifications',
    'create index notifications_userid on notifications (userid, id)',
    'create index notifications_unseen on notifications (userid, id) where is_ack = 0',
    'create index notifications_comment on notifications (comment_id)',
    'create index notifications_from on notifications (from_userid)',
    'create index notifications_step on notifications (step_id) where step_id is not null',
    'create index notifications_request on notifications (request_id) where request_id is not null',
  ]
}
