import { DatabaseSync } from 'node:sqlite'
import { TABLES } from '../src/db/tables/all.ts'
import type { Random } from './random.ts'

/** Tables outside of the journal. All others are altered. */
export const OUTSIDE: ReadonlySet<string> = new Set([
  ...TABLES.filter(({ proof }) => proof.by === 'nothing').map(({ name }) => name),
  ...['migrations', 'sqlite_sequence', 'sqlite_stat1'],
])

/** Columns that change without an event, by table. */
export const UNGUARDED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  TABLES.map((table) => [table.name, 'unguarded' in table ? Object.keys(table.unguarded) : []]),
)

/** Nothing follows the last checkpoint, so its removal only shows by hashes that were kept elsewhere. */
const UNFOLLOWED = 'checkpoints'

/** The column that refers to the entry of a row. */
const ENTRY: Readonly<Record<string, string>> = { entities: 'id', events: 'chain', chains: 'chain' }

export interface Altered {
  what: string
  table: string
  /** The ids of the row before and after; empty if its table has no ids. */
  ids: number[]
  /** Its entries before and after; empty if it belongs to none. */
  entries: number[]
}

type Row = Record<string, unknown>

/** Changes one value of one row, or removes the row, behind the server's back. */
export function alterRow(file: string, random: Random): Altered {
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma foreign_keys = off')
    // Some values cannot be stored (a second event at one position); then another one is tried.
    for (let attempt = 0; attempt < 100; attempt++) {
      const altered = tryToAlter(db, random)
      if (altered) return altered
    }
    throw new Error('No row could be altered')
  } finally {
    db.close()
  }
}

function tryToAlter(db: DatabaseSync, random: Random): Altered | undefined {
  const table = random.pick(guardedTables(db).filter((name) => hasRows(db, name)))
  // A total of 0 means the same as no row.
  const from = table.endsWith('_counts') ? `${table} where total <> 0` : table
  const total = Number(db.prepare(`select count(*) as n from ${from}`).get()?.n)
  const row: Row | undefined = db.prepare(`select * from ${from} limit 1 offset ?`).get(random.int(0, total))
  if (!row) return undefined
  const entryColumn = ENTRY[table] ?? 'entity_id'
  const idsOf = (column: string, after?: unknown) =>
    [row[column], after].filter((value) => value !== undefined).map(Number)
  const where = Object.keys(row)
    .map((column) => `${column} is ?`)
    .join(' and ')
  const values = Object.values(row) as (number | string | null)[]
  const name = `${table} ${JSON.stringify(row[entryColumn] ?? row.id ?? values[0])}`
  if (random.chance(0.1) && table !== UNFOLLOWED) {
    db.prepare(`delete from ${table} where ${where}`).run(...values)
    return { what: `${name} deleted`, table, ids: idsOf('id'), entries: idsOf(entryColumn) }
  }
  const column = random.pick(Object.keys(row).filter((one) => !UNGUARDED[table]?.includes(one)))
  const value = alterValue(row[column], random)
  try {
    // Text is written as bytes: a flipped bit may leave invalid text.
    const placeholder = Buffer.isBuffer(value) ? 'cast(? as text)' : '?'
    db.prepare(`update ${table} set ${column} = ${placeholder} where ${where}`).run(value, ...values)
  } catch {
    return undefined
  }
  const what = `${name}: ${column} from ${show(row[column])} to ${show(value)}`
  const altered = (one: string) => idsOf(one, column === one ? value : undefined)
  return { what, table, ids: altered('id'), entries: altered(entryColumn) }
}

/** The tables of the journal that have no row to alter. */
export function emptyTables(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return guardedTables(db).filter((name) => !hasRows(db, name))
  } finally {
    db.close()
  }
}

/** The tables with a journal. The search indexes are derived: missing words are found, odd extra words are not. */
function guardedTables(db: DatabaseSync): string[] {
  return db
    .prepare("select name from sqlite_master where type = 'table' and name not like '%\\_search%' escape '\\'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !OUTSIDE.has(name))
}

function hasRows(db: DatabaseSync, table: string): boolean {
  return db.prepare(`select 1 from ${table} limit 1`).get() !== undefined
}

/** Another value of the same kind: a flipped bit of a text, a moved number, or something instead of null. */
function alterValue(value: unknown, random: Random): number | Buffer | null {
  if (typeof value === 'number') {
    if (random.chance(0.5)) return value + random.pick([-1, 1])
    return value === 0 ? 1 : 0
  }
  if (value === null) return random.chance(0.5) ? 1 : Buffer.from('x')
  const bytes = Buffer.from(String(value))
  if (bytes.length === 0) return Buffer.from('x')
  if (random.chance(0.1)) return bytes.subarray(0, bytes.length - 1)
  const at = random.int(0, bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7))
  return bytes
}

function show(value: unknown): string {
  return JSON.stringify(Buffer.isBuffer(value) ? value.toString() : value)?.slice(0, 80) ?? ''
}
