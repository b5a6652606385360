import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../src/context.ts'

/** Columns that change by themselves. */
const LEFT_OUT = new Set(['apikeys.last_used_at'])

/**
 * A hash of all rows of all tables: equal before and after means that nothing was stored. It works on either engine and
 * covers new tables automatically.
 */
export async function digestDatabase(ctx: Context): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const [table, columns] of await tablesOf(ctx)) {
    // As text, because full-text tables contain numbers that JavaScript cannot represent.
    const texts = columns.map((name) =>
      ctx.db.engine === 'sqlite' ? sql`quote(${sql.ref(name)})` : sql`${sql.ref(name)}::text`,
    )
    const selected = sql.join(texts.map((text, index) => sql`${text} as ${sql.ref(`c${index}`)}`))
    const { rows } = await sql<Record<string, string>>`select ${selected} from ${sql.table(table)}`.execute(ctx.db.read)
    const lines = rows.map((row) => JSON.stringify(Object.values(row)))
    digests[table] = hash('sha256', lines.sort().join('\n'))
  }
  return digests
}

/** The tables with their columns, in one query, because this runs before and after each refusal. */
async function tablesOf(ctx: Context): Promise<Map<string, string[]>> {
  const query =
    ctx.db.engine === 'sqlite'
      ? // A virtual table has no rows of its own; those of its shadow tables are what is stored. In which pieces a
        // full-text index is changes by itself while nobody writes.
        sql<Column>`select t.name as "table", c.name from sqlite_master t, pragma_table_info(t.name) c
          where t.type = 'table' and t.sql not like 'create virtual%'
          and t.name not glob '*_search*_data' and t.name not glob '*_search*_idx' and t.name not glob '*_search*_config'
          order by t.name, c.cid`
      : sql<Column>`select c.relname as "table", a.attname as name from pg_class c
          join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname, a.attnum`
  const tables = new Map<string, string[]>()
  for (const { table, name } of (await query.execute(ctx.db.read)).rows) {
    const columns = tables.get(table) ?? []
    tables.set(table, isLeftOut(table, name) ? columns : [...columns, name])
  }
  return tables
}

interface Column {
  table: string
  name: string
}

function isLeftOut(table: string, column: string): boolean {
  return LEFT_OUT.has(`${table}.${column}`)
}
