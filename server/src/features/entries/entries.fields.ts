import { type FieldProblem, ofField, problem } from '@aliquot/contract/refusals/problem'
import { sql } from 'kysely'
import { jsonRows } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import { parseDate } from '../../lib/dates.ts'
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

/** The most rows of an entry. Further fields and values are not searchable. */
const MOST_ROWS = 2000

/** The extra fields in an entry's metadata as rows: one per field, or one per value of a field with several. */
export function fieldsOf(metadata: string | null): FieldRow[] {
  return valuesIn(metadata).map(({ name, value }, place) => ({
    ...{ place, name, name_key: fieldKey(name) },
    value: searchText(storable(asText(value))),
  }))
}

/** The names alone, which costs half as much. */
export function fieldNamesOf(metadata: string | null): Set<string> {
  return new Set(valuesIn(metadata).map(({ name }) => name))
}

function valuesIn(metadata: string | null): { name: string; value: unknown }[] {
  const fields = metadata === null ? undefined : (parseExactly(metadata) as Record<string, unknown>).extra_fields
  if (!isObject(fields)) return []
  const found: { name: string; value: unknown }[] = []
  for (const [key, field] of Object.entries(fields)) {
    if (!isObject(field)) continue
    const name = storable(key)
    const values = Array.isArray(field.value) && field.value.length > 0 ? field.value : [field.value]
    for (const value of values) {
      if (found.length === MOST_ROWS) return found
      found.push({ name, value })
    }
  }
  return found
}

const MOST_UNITS = 200

/** The search key of a field: its folded name, short enough for an index. */
export function fieldKey(name: string): string {
  return cutUnits(searchText(name), MOST_UNITS)
}

/** Replaces the extra field rows of an entry. */
export async function storeFields(db: Db, entityId: number, fields: readonly FieldRow[]): Promise<void> {
  await removeFrom(db, { id: entityId, place: fields.length })
  if (fields.length > 0) await putFields(db, { id: entityId, fields: JSON.stringify(fields) })
}

const removeFrom = prepared((db: Db, p: { id: number; place: number }) =>
  db.deleteFrom('entity_fields').where('entity_id', '=', p.id).where('place', '>=', p.place),
)

/** Rows that are what they were stay untouched: each write of one moves it in two indexes. */
const putFields = prepared((db: Db, p: { id: number; fields: string }, engine) => ({
  compile: () =>
    sql<never>`
      insert into entity_fields (entity_id, place, name, name_key, value)
      select cast(${p.id} as integer), place, name, name_key, value
      from (${jsonRows(engine, p.fields, FIELD_COLUMNS)}) as fields where true
      on conflict (entity_id, place) do update
        set name = excluded.name, name_key = excluded.name_key, value = excluded.value
        where entity_fields.name <> excluded.name or entity_fields.value <> excluded.value`.compile(db),
}))

const FIELD_COLUMNS = { place: 'integer', name: 'text', name_key: 'text', value: 'text' } as const

/** JSON can contain what PostgreSQL refuses as text: NUL characters and lone surrogates. */
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

type Field = Readonly<Record<string, unknown>>

/** The stored form of a value, if it fits the type of the field. Empty always fits. */
export function readFieldValue(name: string, field: Field, value: unknown): unknown {
  return Array.isArray(value) ? value.map((one) => readOne(name, field, one)) : readOne(name, field, value)
}

function readOne(name: string, field: Field, value: unknown): unknown {
  if (!isScalar(value)) throw new InvalidInput('field.not_text_or_numbers', { field: name })
  const check = typeof field.type === 'string' ? CHECKS.get(field.type) : undefined
  if (!check || value === '') return value
  const read = check(textOf(value), field)
  if (read === undefined) throw new InvalidInput(ofField(problemOf(field), name))
  // A number stays a number, with all its digits.
  return typeof value === 'string' || read !== textOf(value) ? read : value
}

/** Returns the stored form, or undefined if the text does not fit. */
type Check = (text: string, field: Field) => string | undefined

const matches =
  (pattern: RegExp): Check =>
  (text) =>
    pattern.test(text) ? text : undefined

const ON = ['on', '1', 'true', 'yes']
const OFF = ['off', '0', 'false', 'no']

const isOption: Check = (text, { options }) =>
  !Array.isArray(options) || options.some((option) => textOf(option) === text) ? text : undefined

const isId = matches(/^[1-9]\d{0,9}$/)

/** A map, because the type of a field is free text. */
const CHECKS = new Map<string, Check>(
  Object.entries({
    checkbox: (text) => (ON.includes(text.toLowerCase()) ? 'on' : OFF.includes(text.toLowerCase()) ? '' : undefined),
    number: (text) => matches(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i)(text.trim().replace(',', '.'), {}),
    select: isOption,
    radio: isOption,
    date: (text) => parseDate(text),
    'datetime-local': (text) => {
      const [, day = '', time = ''] = /^(.+?)[T ](.+)$/.exec(text) ?? []
      return parseDate(day) !== undefined && TIME.test(time) ? text : undefined
    },
    time: (text) => (TIME.test(text) ? text : undefined),
    email: matches(/^[^@\s]+@[^@\s]+$/),
    url: (text) => (URL.canParse(text) ? text : undefined),
    experiments: isId,
    items: isId,
    users: isId,
    compounds: isId,
    uploads: isId,
  } satisfies Record<string, Check>),
)

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/

function problemOf({ type, options }: Field): FieldProblem {
  switch (type) {
    case 'checkbox':
      return problem('field.not_checkbox')
    case 'number':
      return problem('field.not_number')
    case 'select':
    case 'radio':
      return problem('field.one_of', { choices: shownOf(options as unknown[]) })
    case 'date':
      return problem('field.not_date')
    case 'datetime-local':
      return problem('field.not_date_and_time')
    case 'time':
      return problem('field.not_time')
    case 'email':
      return problem('field.not_email')
    case 'url':
      return problem('field.not_address', { example: 'https://example.org' })
    default:
      return problem('field.not_id')
  }
}

const MOST_SHOWN = 20

/** A field may have any number of options, of any length. */
function shownOf(options: readonly unknown[]): string[] {
  const shown = options.slice(0, MOST_SHOWN).map((option) => shorten(textOf(option)))
  return options.length > MOST_SHOWN ? [...shown, '…'] : shown
}

function shorten(text: string): string {
  return text.length > 50 ? `${text.slice(0, 50)}…` : text
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || isExactNumber(value)
}

/** The text of any JSON value, including numbers that are kept with all their digits. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
