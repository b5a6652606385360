import { DatabaseSync } from 'node:sqlite'
import type { Random } from './random.ts'

/** Where people's work and its history stand: the tables, and which column names the row and its entry. */
const PLACES = {
  entities: { id: 'id', entry: 'id' },
  bodies: { id: 'entity_id', entry: 'entity_id' },
  comments: { id: 'id', entry: 'entity_id' },
  events: { id: 'id', entry: 'chain' },
} as const
export const TAMPERED = ['entities', 'bodies', 'comments', 'events'] as const

export interface Altered {
  what: string
  table: string
  /** Ids of the row, before and after. */
  ids: number[]
  /** Entries that it belongs to, before and after. */
  entries: number[]
}

type Row = Record<string, unknown>

/** Changes one value of one row, or removes the row, behind the server's back. */
export function alterRow(file: string, random: Random): Altered {
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma foreign_keys = off')
    // Some values cannot be stored at all (a second event at one position); then another one is tried.
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
  const table = random.pick(TAMPERED)
  const place = PLACES[table]
  const total = Number(db.prepare(`select count(*) as n from ${table}`).get()?.n)
  const row: Row | undefined = db.prepare(`select * from ${table} limit 1 offset ?`).get(random.int(0, total))
  if (!row) return undefined
  const id = Number(row[place.id])
  const entry = Number(row[place.entry])
  if (random.chance(0.1)) {
    db.prepare(`delete from ${table} where ${place.id} = ?`).run(id)
    return { what: `${table} ${id} deleted`, table, ids: [id], entries: [entry] }
  }
  const column = random.pick(Object.keys(row))
  const value = alterValue(row[column], random)
  try {
    // Text goes in as bytes: flipping one may leave something that is no text any more.
    const placeholder = Buffer.isBuffer(value) ? 'cast(? as text)' : '?'
    db.prepare(`update ${table} set ${column} = ${placeholder} where ${place.id} = ?`).run(value, id)
  } catch {
    return undefined
  }
  const what = `${table} ${id}: ${column} from ${show(row[column])} to ${show(value)}`
  const ids = column === place.id ? [id, Number(value)] : [id]
  const entries = column === place.entry ? [entry, Number(value)] : [entry]
  return { what, table, ids, entries }
}

/** Another value of the same kind: a bit of a text flipped, a number moved, something where nothing was. */
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
