import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { TABLES } from '../src/db/tables/all.ts'
import { UNGUARDED } from './tamper.ts'

/** Background data that can be made again and is not in the journal. */
const WORKED_OFF: ReadonlySet<string> = new Set(
  TABLES.filter(({ backup, proof }) => backup === 'rebuilt' && proof.by === 'nothing').map(({ name }) => name),
)

/** A hash of each table of a SQLite database, without what changes by itself. Throws if a table cannot be read. */
export function digestTables(db: DatabaseSync): Map<string, string> {
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like '%_search%' escape '\\' order by name",
    )
    .all()
    .map((row) => String(row.name))
    .filter((table) => !WORKED_OFF.has(table))
  return new Map(tables.map((table) => [table, digestTable(db, table)]))
}

function digestTable(db: DatabaseSync, table: string): string {
  const columns = db
    .prepare(`pragma table_info(${table})`)
    .all()
    .map((row) => String(row.name))
    .filter((column) => !UNGUARDED[table]?.includes(column))
  // `quote` distinguishes 1 from '1' and null from ''; as bytes, so that broken text stays unchanged.
  const row = columns.map((column) => `quote(cast(${column} as blob)) || typeof(${column})`).join(" || ',' || ")
  let digest = ''
  for (const { text } of db.prepare(`select ${row} as text from ${table} order by rowid`).iterate()) {
    digest = hash('sha256', digest + String(text))
  }
  return digest
}

/** The names of the tables whose digests differ. */
export function differingTables(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))
}
