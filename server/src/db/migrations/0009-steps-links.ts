import { type Kysely, sql } from 'kysely'
import { columnTypes, type Engine, engineOf } from './frozen/engine.ts'

/** Steps and links of entries, what people ask of each other and of themselves, and notifications about these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { id, int, text, end } = columnTypes(engine)
  const statements = [
    // Most entries have none of these: whoever reads one need not look.
    `alter table entities add column has_steps ${int} not null default 0`,
    `alter table entities add column next_step_id ${int}`,
    `alter table entities add column has_links ${int} not null default 0`,
    `alter table entities add column is_linked ${int} not null default 0`,
    `alter table entities add column has_requests ${int} not null default 0`,
    // Where something is still to do, the newest first.
    'create index entities_owner_unfinished on entities (userid, type, state, id) where next_step_id is not null',
    'create index entities_team_unfinished on entities (team, type, state, id) where next_step_id is not null',

    `create table steps (
      id ${id},
      entity_id ${int} not null references entities (id),
      body ${text} not null,
      ordering ${int} not null,
      finished ${int} not null default 0,
      finished_time ${text},
      deadline ${text},
      deadline_notif ${int} not null default 0,
      is_immutable ${int} not null default 0,
      version ${int} not null default 1
    )${end}`,
    'create index steps_entity on steps (entity_id, ordering, id)',
    'create index steps_unfinished on steps (entity_id, ordering, id) where finished = 0',

    `create table entity_links (
      entity_id ${int} not null references entities (id),
      target_id ${int} not null references entities (id),
      primary key (entity_id, target_id)
    )${end}`,
    'create index entity_links_target on entity_links (target_id, entity_id)',
    // What pointed to an entry at an earlier time.
    `create index events_links on events (subject_id, chain, position) where subject = 'link'`,

    `create table request_actions (
      id ${id},
      entity_id ${int} not null references entities (id),
      requester_userid ${int} not null references users (userid),
      target_userid ${int} not null references users (userid),
      action ${int} not null,
      state ${int} not null,
      created_at ${text} not null
    )${end}`,
    'create index request_actions_entity on request_actions (entity_id, id)',
    `create unique index request_actions_pending on request_actions (entity_id, target_userid, action, requester_userid)
      where state = 1`,
    'create index request_actions_target on request_actions (target_userid, id) where state = 1',
    'create index request_actions_requester on request_actions (requester_userid, id) where state = 1',

    `create table todo_items (
      id ${id},
      userid ${int} not null references users (userid),
      body ${text} not null,
      ordering ${int},
      created_at ${text} not null,
      version ${int} not null default 1
    )${end}`,
    'create index todo_items_userid on todo_items (userid, id)',

    ...notificationsOfMore(engine),
    'create index notifications_step on notifications (step_id) where step_id is not null',
    'create index notifications_request on notifications (request_id) where request_id is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** A notification is about a comment, a step or a request, and one about a step is not shown before its time. */
function notificationsOfMore(engine: Engine): string[] {
  const more = [
    'alter table notifications add column step_id integer references steps (id)',
    'alter table notifications add column request_id integer references request_actions (id)',
  ]
  if (engine === 'postgres') {
    return [
      'alter table notifications alter column comment_id drop not null',
      ...more,
      'alter table notifications add column visible_at text collate "C"',
    ]
  }
  // SQLite cannot take a constraint off a column.
  return [
    `create table notifications_new (
      id integer primary key autoincrement,
      userid integer not null references users (userid),
      category integer not null,
      entity_id integer not null references entities (id),
      comment_id integer references comments (id),
      from_userid integer not null references users (userid),
      is_ack integer not null default 0,
      created_at text not null
    ) strict`,
    `insert into notifications_new (id, userid, category, entity_id, comment_id, from_userid, is_ack, created_at)
      select id, userid, category, entity_id, comment_id, from_userid, is_ack, created_at from notifications`,
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
    ...more,
    'alter table notifications add column visible_at text',
  ]
}
