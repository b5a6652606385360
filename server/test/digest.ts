import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../src/context.ts'

/** What changes without anyone changing it. */
const LEFT_OUT = new Set(['apikeys.last_used_at'])

/**
 * A hash of all rows of all tables: the same before and after means that nothing was stored. Works on either engine and
 * needs no list of tables, so a new one is covered from its first day.
 */
export async function digestDatabase(ctx: Context): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of await tablesOf(ctx)) {
    const columns = (await columnsOf(ctx, table)).filter((name) => !isLeftOut(table, name))
    // As text: tables of the full-text index hold numbers that JavaScript cannot.
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

async function tablesOf(ctx: Context): Promise<string[]> {
  const query =
    ctx.db.engine === 'sqlite'
      ? // A virtual table has no rows of its own; those of its shadow tables are what is stored.
        sql<{ name: string }>`select name from sqlite_master where type = 'table' and sql not like 'create virtual%'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  const { rows } = await query.execute(ctx.db.read)
  return rows.map(({ name }) => name).sort()
}

async function columnsOf(ctx: Context, table: string): Promise<string[]> {
  const query =
    ctx.db.engine === 'sqlite'
      ? sql<{ name: string }>`select name from pragma_table_info(${table})`
      : sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = 'public' and table_name = ${table} order by ordinal_position`
  const { rows } = await query.execute(ctx.db.read)
  return rows.map(({ name }) => name)
}

function isLeftOut(table: string, column: string): boolean {
  return LEFT_OUT.has(`${table}.${column}`)
}
