import { sql } from 'kysely'
import type { Db } from '../schema.ts'

export async function readLastIds(db: Db): Promise<Record<string, number>> {
  const lastIds: Record<string, number> = {}
  for (const { table, sequence } of await listSequences(db)) {
    const { rows } = await sql<{ last: number }>`
      select case when is_called then last_value else 0 end as last from ${sql.raw(sequence)}`.execute(db)
    lastIds[table] = rows[0]?.last ?? 0
  }
  return lastIds
}

export async function writeLastIds(db: Db, lastIds: Readonly<Record<string, number>>): Promise<void> {
  for (const { table, column, sequence } of await listSequences(db)) {
    const last = lastIds[table] ?? 0
    await sql`
      select setval(${sequence}::regclass, greatest(${last}, coalesce(max(${sql.ref(column)}), 0), 1),
        greatest(${last}, coalesce(max(${sql.ref(column)}), 0)) > 0)
      from ${sql.table(table)}`.execute(db)
  }
}

async function listSequences(db: Db): Promise<{ table: string; column: string; sequence: string }[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as "table", column_name as "column",
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'
    order by table_name`.execute(db)
  return rows
}

/** Others may take ids meanwhile, so it goes far beyond what is asked for if it goes on at all. */
const MARGIN = 1000

export async function passIds(db: Db, table: string, last: number): Promise<void> {
  const sequence = (await listSequences(db)).find((one) => one.table === table)?.sequence
  await sql`
    select setval(${sequence}::regclass, ${last + MARGIN})
    from ${sql.raw(sequence ?? '')} where last_value < ${last}`.execute(db)
}

export async function takeIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id from generate_series(1, ${count})`.execute(db)
  return rows.map(({ id }) => id)
}
