import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { isExactNumber, parseExactly } from '../../lib/json-text.ts'
import { searchText } from '../../lib/search-text.ts'
import { cutUnits } from '../../lib/text.ts'

/** One value of an extra field as a row of `entity_fields`. */
export interface FieldRow {
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
export function fieldKey(name: string): string {
  return cutUnits(searchText(name), MOST_UNITS)
}

/** Writes the extra fields of an entry as rows, in place of those it had. */
export async function storeFields(db: Db, entityId: number, fields: readonly FieldRow[]): Promise<void> {
  await removeFields(db, { id: entityId })
  if (fields.length > 0) await insertFields(db, { id: entityId, fields: JSON.stringify(fields) })
}

const removeFields = prepared((db: Db, p: { id: number }) =>
  db.deleteFrom('entity_fields').where('entity_id', '=', p.id),
)

const insertFields = prepared((db: Db, p: { id: number; fields: string }, engine) => ({
  compile: () =>
    engine === 'sqlite'
      ? sql<never>`
          insert into entity_fields (entity_id, place, name, name_key, value)
          select ${p.id}, value ->> 'place', value ->> 'name', value ->> 'name_key', value ->> 'value'
          from json_each(${p.fields})`.compile(db)
      : sql<never>`
          insert into entity_fields (entity_id, place, name, name_key, value)
          select ${p.id}::integer, place, name, name_key, value
          from json_to_recordset(${p.fields}::json) as f (place integer, name text, name_key text, value text)`.compile(
          db,
        ),
}))

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
