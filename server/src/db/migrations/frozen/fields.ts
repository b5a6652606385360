import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import { cutUnits, searchText } from './text.ts'

// Extra fields as 0004 and 0006 were released. Never edited: what they do to an old notebook must stay the same.

/** One value of an extra field as a row of `entity_fields`. */
interface FieldRow {
  place: number
  name: string
  name_key: string
  value: string
}

/** An entry with more is found by the first of them. */
const MOST_ROWS = 2000

/** The extra fields in an entry's metadata: a row for each, and for each value of a field that has several. */
export function fieldsOf(metadata: string | null): FieldRow[] {
  const fields = metadata === null ? undefined : (parseExactly(metadata) as Record<string, unknown>).extra_fields
  if (!isObject(fields)) return []
  const rows: FieldRow[] = []
  for (const [key, field] of Object.entries(fields)) {
    if (!isObject(field)) continue
    const name = storable(key)
    const values = Array.isArray(field.value) && field.value.length > 0 ? field.value : [field.value]
    for (const value of values) {
      if (rows.length === MOST_ROWS) return rows
      rows.push({ place: rows.length, name, name_key: fieldKey(name), value: searchText(storable(asText(value))) })
    }
  }
  return rows
}

const MOST_UNITS = 200

/** What a field is found by: its name folded, and no longer than an index can hold. */
function fieldKey(name: string): string {
  return cutUnits(searchText(name), MOST_UNITS)
}

/** Writes the extra fields of an entry as rows. */
export async function storeFields(db: Kysely<unknown>, id: number, rows: readonly FieldRow[]): Promise<void> {
  const fields = JSON.stringify(rows)
  const insert =
    engineOf(db) === 'sqlite'
      ? sql`
          insert into entity_fields (entity_id, place, name, name_key, value)
          select ${id}, value ->> 'place', value ->> 'name', value ->> 'name_key', value ->> 'value'
          from json_each(${fields})`
      : sql`
          insert into entity_fields (entity_id, place, name, name_key, value)
          select ${id}::integer, place, name, name_key, value
          from json_to_recordset(${fields}::json) as f (place integer, name text, name_key text, value text)`
  await insert.execute(db)
}

const DELETED = 3
const COUNTED_TYPES = [1, 2]
/** Longer ones are no names that anybody would choose from a list, and more than an index can hold. */
const MOST_CHARACTERS = 200

interface Counted {
  type: number
  state: number
  metadata: string | null
}

/** The names that are counted of an entry. */
export function namesIn({ type, state, metadata }: Counted): Set<string> {
  if (metadata === null || state === DELETED || !COUNTED_TYPES.includes(type)) return new Set()
  return new Set(fieldsOf(metadata).flatMap(({ name }) => (isCountedName(name) ? [name] : [])))
}

function isCountedName(name: string): boolean {
  return name.length <= MOST_CHARACTERS || [...name].length <= MOST_CHARACTERS
}

/** JSON text can spell out what PostgreSQL refuses as text: NUL characters and halves of surrogate pairs. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null || isObject(value) || Array.isArray(value) ? '' : JSON.stringify(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

/** Parses JSON and keeps numbers that JavaScript cannot hold as they were written; only `JSON.stringify` reads those. */
function parseExactly(text: string): unknown {
  return JSON.parse(text, keepNumber as Parameters<typeof JSON.parse>[1])
}

function keepNumber(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value
  // 1.50 is 1.5 and may be written so; what names another number is kept.
  return isSameNumber(value, source) ? value : RawJson.rawJSON(source)
}

function isSameNumber(value: number, source: string): boolean {
  const [digits = ''] = source.split(/e/i)
  // Closer to zero than this, digits get lost.
  const isHeld = Math.abs(value) >= 2 ** -1022 || !/[1-9]/.test(digits)
  return isHeld && Number.isFinite(value) && digits.replace(/\D/g, '').length <= 15
}

// Not in the types of the language yet.
const RawJson = JSON as typeof JSON & { rawJSON(text: string): object; isRawJSON(value: unknown): boolean }

function isExactNumber(value: unknown): boolean {
  return RawJson.isRawJSON(value)
}
