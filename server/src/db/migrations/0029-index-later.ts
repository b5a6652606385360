import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/**
 * Entries that changed and are not in the search indexes yet, and who puts them there. SQLite has the indexes in a file
 * of their own from now on, which starts empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { int, text, end } = columnTypes(engine)
  const statements = [
    `create table search_pending (
      entity_id ${int} primary key,
      version ${int} not null,
      bytes ${int} not null,
      since ${text} not null
    )${end}`,
    `create table search_indexer (
      id ${int} primary key,
      holder ${text} not null,
      until ${text} not null,
      token ${text} not null
    )${end}`,
    `insert into search_indexer (id, holder, until, token) values (1, '', '', '')`,
    ...(engine === 'postgres'
      ? // Rows come and go all the time. By default dead ones may pile up to many times the few that live.
        ['alter table search_pending set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)']
      : [
          'drop table entity_search',
          'drop table entity_search_grams',
          `insert into search_pending (entity_id, version, bytes, since)
            select e.id, e.version, octet_length(t.body), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
            from entities as e join entity_texts as t on t.entity_id = e.id`,
        ]),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
