import { sql } from 'kysely'
import { rebuildEntryCounts } from '../src/backup/rebuild.ts'
import type { Context } from '../src/context.ts'
import { engineOf, hasTable } from '../src/db/dialect.ts'
import { writeLastIds } from '../src/db/last-ids.ts'
import type { Db } from '../src/db/schema.ts'
import { rebuildDailyCounts } from '../src/features/instance/daily-counts.ts'
import { indexPending } from '../src/features/search/indexing/keep-indexed.ts'
import { markAll } from '../src/features/search/indexing/pending.repo.ts'

/** Tables that grow with the entries. */
const GROWING = [
  ...['entities', 'entity_tags', 'entity_grants', 'entity_fields', 'events', 'comments'],
  ...['entity_search', 'entity_search_grams', 'entity_search_comments'],
]

/** Stores the statements that recreate the dropped indexes. */
const DROPPED = 'seed_dropped_indexes'

/**
 * Fills an instance with rows while unneeded indexes are dropped. They and the totals are rebuilt at the end from all
 * rows. If the process ends before, the instance has the statements to do so.
 */
export async function fillQuickly(ctx: Context, fill: () => Promise<void>): Promise<void> {
  await ctx.db.write(dropIndexes)
  try {
    await fill()
  } finally {
    console.log('Making indexes and totals …')
    await makeWhole(ctx)
  }
}

/** Recreates the indexes and totals that a fill left out, also after an interrupted one. False if none is missing. */
export async function makeWhole(ctx: Context): Promise<boolean> {
  const { db: database } = ctx
  if (!(await hasTable(database.read, DROPPED))) return false
  await database.write(markAll)
  await indexPending(ctx)
  return database.write(async (db) => {
    if (engineOf(db) === 'postgres') await sql`set local maintenance_work_mem = '1GB'`.execute(db)
    const { rows } = await sql<{ statement: string }>`select statement from ${sql.table(DROPPED)}`.execute(db)
    for (const { statement } of rows) await sql.raw(statement).execute(db)
    await sql`drop table ${sql.table(DROPPED)}`.execute(db)
    await rebuildEntryCounts(db)
    await rebuildDailyCounts(db)
    // Continues after the ids of the rows.
    await writeLastIds(db, {})
    return true
  })
}

/** All except those of constraints. */
async function dropIndexes(db: Db): Promise<void> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql<{ name: string; statement: string }>`
          select name, sql as statement from sqlite_master
          where type = 'index' and sql is not null and tbl_name in (${sql.join(GROWING)})`.execute(db)
      : await sql<{ name: string; statement: string }>`
          select indexname as name, indexdef as statement from pg_indexes
          where schemaname = current_schema() and tablename in (${sql.join(GROWING)})
            and not exists (select 1 from pg_constraint where conname = indexname)`.execute(db)
  await sql`create table ${sql.table(DROPPED)} (statement text not null)`.execute(db)
  for (const { name, statement } of rows) {
    await sql`insert into ${sql.table(DROPPED)} (statement) values (${statement})`.execute(db)
    await sql`drop index ${sql.ref(name)}`.execute(db)
  }
}
