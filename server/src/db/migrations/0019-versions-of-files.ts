import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/**
 * Which file has taken the place of which. The journal has told it all along: that one was archived and that the other came
 * are neighbours there, of one instant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  await sql.raw(`alter table uploads add column replaces ${int} references uploads (id)`).execute(db)
  // From the entries in which a file was ever changed to the events of these alone; SQLite keeps to this order.
  const { rows } = await sql<{ old: number; fresh: number }>`
    select old.subject_id as old, fresh.subject_id as fresh
    from (select distinct entity_id from uploads where version > 1) as entry
    cross join events as old cross join events as fresh
    where old.chain = entry.entity_id and old.subject = 'upload' and old.verb = 'updated' and old.fields = 'state'
    and fresh.chain = old.chain and fresh.position = old.position + 1 and fresh.at = old.at
    and fresh.subject = 'upload' and fresh.verb = 'created'`.execute(db)
  for (const { old, fresh } of rows) await sql`update uploads set replaces = ${old} where id = ${fresh}`.execute(db)
}
