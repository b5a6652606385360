import { sql } from 'kysely'
import type { Db } from '../schema.ts'

export async function readLastIds(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]))
}

export async function writeLastIds(db: Db, lastIds: Readonly<Record<string, number>>): Promise<void> {
  for (const [table, last] of Object.entries(lastIds)) {
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(db)
    await sql`
      insert into sqlite_sequence (name, seq)
      select ${table}, ${last} where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db)
  }
}

export function passIds(db: Db, table: string, last: number): Promise<void> {
  return writeLastIds(db, { [table]: last })
}

export async function takeIds(db: Db, table: string, count: number): Promise<number[]> {
  await writeLastIds(db, { [table]: 0 })
  const { rows } = await sql<{ seq: number }>`
    update sqlite_sequence set seq = seq + ${count} where name = ${table} returning seq`.execute(db)
  const last = rows[0]?.seq ?? 0
  return Array.from({ length: count }, (_, index) => last - count + index + 1)
}
