import { sql } from 'kysely'
import { writeLastIds } from '../src/backup/last-ids.ts'
import { rebuildEntryCounts } from '../src/backup/rebuild.ts'
import type { Context } from '../src/context.ts'
import { engineOf } from '../src/db/dialect.ts'
import type { Db } from '../src/db/schema.ts'

/** Tables that grow with the entries. */
const GROWING = [
  ...['entities', 'entity_tags', 'entity_grants', 'entity_fields', 'events', 'comments'],
  ...['entity_search', 'entity_search_grams', 'entity_search_comments'],
]

/**
 * Fills an instance with rows: without the indexes that nothing of it reads, which are made at the end from all rows at
 * once, and so are the totals. A process that ends before leaves an instance without them.
 */
export async function fillQuickly({ db: database }: Context, fill: () => Promise<void>): Promise<void> {
  const indexes = await database.write(dropIndexes)
  await fill()
  console.log('Making indexes and totals …')
  await database.write(async (db) => {
    if (engineOf(db) === 'postgres') await sql`set local maintenance_work_mem = '1GB'`.execute(db)
    for (const statement of indexes) await sql.raw(statement).execute(db)
    await rebuildEntryCounts(db)
    // Goes on after the ids that the rows have.
    await writeLastIds(db, {})
  })
}

/** Gives the statements that make them again. Those that keep values unique stay. */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql<{ name: string; statement: string }>`
          select name, sql as statement from sqlite_master
          where type = 'index' and sql is not null and tbl_name in (${sql.join(GROWING)})`.execute(db)
      : await sql<{ name: string; statement: string }>`
          select indexname as name, indexdef as statement from pg_indexes
          where schemaname = current_schema() and tablename in (${sql.join(GROWING)})
            and not exists (select 1 from pg_constraint where conname = indexname)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ statement }) => statement)
}
