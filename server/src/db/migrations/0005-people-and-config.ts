import { type Kysely, sql } from 'kysely'
import { columnTypes, type Engine, engineOf } from './frozen/engine.ts'
import { fillPeopleSearch } from './frozen/people-search.ts'

/** What is set for the whole instance; rights and end of an account; people found by any part of their name; totals by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { int, text, end } = columnTypes(engine)
  const statements = [
    `create table config (id ${int} not null primary key, chosen ${text} not null, version ${int} not null)${end}`,

    `alter table users add column can_manage_users2teams ${int} not null default 0`,
    `alter table users add column can_manage_compounds ${int} not null default 0`,
    `alter table users add column can_manage_inventory_locations ${int} not null default 0`,
    `alter table users add column state ${int} not null default 1`,
    // Few of all people each: what is looked for among them.
    'create index users_sysadmin on users (userid) where is_sysadmin = 1',
    'create index users_unvalidated on users (userid) where validated = 0',
    'create index memberships_admin on memberships (userid, team) where is_admin = 1',
    'create index memberships_archived on memberships (userid, team) where is_archived = 1',
    'create index memberships_active on memberships (userid, team) where is_archived = 0',
    'create index comments_userid on comments (userid)',
    'create index notifications_from on notifications (from_userid)',

    ...searchTables(engine),
    ...dailyCounts(engine),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await fillPeopleSearch(db)
}

/** As entity_search, with the trigrams of names and e-mails for words: see people-search.ts. */
function searchTables(engine: Engine): string[] {
  return engine === 'sqlite'
    ? [`create virtual table people_search using fts5 (words, detail=none, tokenize="ascii", prefix='1 2')`]
    : [
        'create table people_search (userid integer primary key references users (userid), words tsvector not null)',
        'create index people_search_words on people_search using gin (words)',
      ]
}

/**
 * How many entries of each type, and how many people (kind 0), each day brought. The database counts by itself: there
 * are many ways for a row to come, and none may be forgotten. Writers on PostgreSQL that are at work together add to
 * different rows.
 */
function dailyCounts(engine: Engine): string[] {
  const { int, text, end } = columnTypes(engine)
  const table = `create table daily_counts (
    kind ${int} not null,
    day ${text} not null,
    shard ${int} not null,
    total ${int} not null,
    primary key (kind, day, shard)
  )${end}`
  const fill = `
    insert into daily_counts (kind, day, shard, total)
    select type, substr(created_at, 1, 10), 0, count(*) from entities group by 1, 2
    union all
    select 0, substr(created_at, 1, 10), 0, count(*) from users group by 2`
  return [table, fill, ...(engine === 'sqlite' ? sqliteTriggers() : postgresTriggers())]
}

/** An account that is deleted counts no more. */
const COMES_OR_GOES = 'case when new.state = 1 then 1 else -1 end'

function sqliteTriggers(): string[] {
  const add = (kind: string, number: string) => `
    insert into daily_counts (kind, day, shard, total) values (${kind}, substr(new.created_at, 1, 10), 0, ${number})
    on conflict (kind, day, shard) do update set total = total + excluded.total;`
  return [
    `create trigger entities_counted after insert on entities begin ${add('new.type', '1')} end`,
    `create trigger users_counted after insert on users begin ${add('0', '1')} end`,
    `create trigger users_recounted after update of state on users when (old.state = 1) <> (new.state = 1)
     begin ${add('0', COMES_OR_GOES)} end`,
  ]
}

function postgresTriggers(): string[] {
  // A restore drops the tables and migrates anew; functions stay.
  const counter = (name: string, rows: string) => `
    create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      insert into daily_counts (kind, day, shard, total)
      select kind, day, pg_backend_pid() % 32, sum(number) from (${rows}) as counted group by kind, day
      on conflict (kind, day, shard) do update set total = daily_counts.total + excluded.total;
      return null;
    end $$`
  const day = (created: string) => `substr(${created}, 1, 10) as day`
  const trigger = (name: string, on: string) => `create trigger ${name} ${on} execute function ${name}()`
  const each = 'referencing new table as added for each statement'
  return [
    counter('entities_counted', `select type as kind, ${day('created_at')}, 1 as number from added`),
    trigger('entities_counted', `after insert on entities ${each}`),
    counter('users_counted', `select 0 as kind, ${day('created_at')}, 1 as number from added`),
    trigger('users_counted', `after insert on users ${each}`),
    counter('users_recounted', `select 0 as kind, ${day('new.created_at')}, ${COMES_OR_GOES} as number`),
    trigger('users_recounted', 'after update of state on users for each row when ((old.state = 1) <> (new.state = 1))'),
  ]
}
