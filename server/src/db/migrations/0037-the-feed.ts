import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/**
 * The rights of the past, from which the feed tells when somebody began or ceased to see an entry. Both begin empty
 * apart from one row for each person, because cursors are newer than this. They refer to nothing: a foreign key would
 * lock the tables of entries and events for as long as somebody writes there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { int, big, text, end } = columnTypes(engine)
  const joined = (value: string) =>
    engine === 'sqlite' ? `group_concat(${value}, ',')` : `string_agg(${value}::text, ',')`
  const statements = [
    `create table access_before (
      entity_id ${int} not null,
      event_id ${big} not null,
      team ${int} not null,
      userid ${int} not null,
      canread_base ${int} not null,
      canread ${text} not null,
      primary key (entity_id, event_id)
    )${end}`,
    'create index access_before_event on access_before (event_id, entity_id)',
    `create table principals_since (
      userid ${int} not null,
      event_id ${big} not null,
      teams ${text} not null,
      admin_teams ${text} not null,
      teamgroups ${text} not null,
      primary key (userid, event_id)
    )${end}`,
    `insert into principals_since (userid, event_id, teams, admin_teams, teamgroups)
      select u.userid, 0,
        coalesce((select ${joined('m.team')} from memberships as m where m.userid = u.userid and m.is_archived = 0), ''),
        coalesce((select ${joined('m.team')} from memberships as m
          where m.userid = u.userid and m.is_archived = 0 and m.is_admin = 1), ''),
        coalesce((select ${joined('g.teamgroup')} from teamgroup_members as g
          join teamgroups as tg on tg.id = g.teamgroup
          where g.userid = u.userid and not exists (
            select 1 from memberships as a where a.userid = g.userid and a.team = tg.team and a.is_archived = 1)), '')
      from users as u`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
