import { InvalidInput } from '../../errors.ts'
import { formatJson, isExactNumber, measureJson, parseExactly, spaceJson } from '../../lib/json-text.ts'
import { readFieldValue, textOf } from './entries.fields.ts'

/** A JSON object as clients send it: an object, its text, an empty list (PHP's empty object), or null. */
export type JsonInput = Record<string, unknown> | [] | string | null

const MOST_NESTING = 100
const MOST_MEMBERS = 20_000
const MOST_BYTES = 500_000

/** The sent object, or null. `read` parses its text. */
export function readJsonObject(
  field: string,
  input: JsonInput,
  read: (text: string) => unknown = JSON.parse,
): Record<string, unknown> | null {
  if (typeof input !== 'string') {
    if (input !== null) requireBounded(field, JSON.stringify(input))
    return Array.isArray(input) ? {} : input
  }
  if (input.trim() === '') return null
  requireBounded(field, input)
  const value = parse(field, input, read)
  if (value === null) return null
  if (typeof value !== 'object') throw new InvalidInput('field.not_object', { field })
  if (!Array.isArray(value)) return value as Record<string, unknown>
  if (value.length === 0) return {}
  throw new InvalidInput('field.list_for_object', { field })
}

function parse(field: string, text: string, read: (text: string) => unknown): unknown {
  try {
    return read(text)
  } catch {
    throw new InvalidInput('field.not_json', { field })
  }
}

/** Refuses JSON that would be expensive for every reader of the entry. */
function requireBounded(field: string, text: string): void {
  const { depth, members } = measureJson(text, { depth: MOST_NESTING, members: MOST_MEMBERS })
  if (depth > MOST_NESTING) throw new InvalidInput('field.too_deep', { field })
  if (members > MOST_MEMBERS) throw new InvalidInput('field.too_many_values', { field, most: MOST_MEMBERS })
  if (Buffer.byteLength(text) > MOST_BYTES) throw new InvalidInput('field.too_many_bytes', { field, most: MOST_BYTES })
}

type Field = Record<string, unknown>
/** A map, because field names are free text, `__proto__` included. */
type Fields = Map<string, Field>

/** The stored form of metadata: the client's own text if it sent one, to keep order and numbers. */
export function readMetadata(input: JsonInput): string | null {
  const value = readJsonObject('metadata', input)
  if (value === null) return null
  if (isObject(value.extra_fields)) requireFewFields('metadata', Object.keys(value.extra_fields))
  return typeof input === 'string' && input.trim().startsWith('{') ? spaceJson(input.trim()) : formatJson(value)
}

/** Merges values and new fields into the metadata; the definitions of existing fields stay. */
export function mergeMetadata(stored: string | null, input: JsonInput, name = 'metadatamerge'): string {
  const given = readJsonObject(name, input, parseExactly)?.extra_fields
  if (!isObject(given)) throw new InvalidInput('extra_field.not_held', { field: name })
  return changeFields(name, stored, (fields) => {
    for (const [title, field] of Object.entries(given)) {
      if (!isObject(field)) throw new InvalidInput('extra_field.not_object', { field: name, name: title })
      const known = fields.get(title)
      if (!known) fields.set(title, field)
      else if (field.value !== undefined) fields.set(title, takeValue(known, field.value))
    }
  })
}

/** Sets fields by name. `self` is the entry, because a field cannot link an entry to itself. */
export function fillFields(
  stored: string | null,
  values: Readonly<Record<string, unknown>>,
  self: { id: number; type: string },
): string {
  return changeFields('metadata', stored, (fields) => {
    for (const [name, value] of Object.entries(values)) {
      const field = fields.get(name)
      if (!field) throw new InvalidInput('extra_field.unknown', { field: name })
      if (field.type === self.type && [value].flat().some((id) => textOf(id) === String(self.id))) {
        throw new InvalidInput('extra_field.linked_to_itself', { field: name })
      }
      fields.set(name, { ...field, value: readFieldValue(name, field, value) })
    }
  })
}

/** The metadata of a copy, without the values of fields that ask for it. */
export function metadataOfCopy(stored: string | null): string | null {
  if (stored === null) return null
  const value: unknown = JSON.parse(stored)
  if (!isObject(value) || !isObject(value.extra_fields)) return stored
  return changeFields('metadata', stored, (fields) => {
    for (const [name, field] of fields) {
      if (field.blank_value_on_duplicate === true) {
        fields.set(name, { ...field, value: Array.isArray(field.value) ? [] : '' })
      }
    }
  })
}

function changeFields(name: string, stored: string | null, change: (fields: Fields) => void): string {
  const metadata = stored === null ? {} : (parseExactly(stored) as Record<string, unknown>)
  const fields: Fields = new Map()
  if (isObject(metadata.extra_fields)) {
    for (const [title, field] of Object.entries(metadata.extra_fields)) if (isObject(field)) fields.set(title, field)
  }
  const before = fields.size
  change(fields)
  const text = formatJson({ ...metadata, extra_fields: Object.fromEntries(fields) })
  // Metadata from older versions may already exceed the limits, and can still be filled in.
  if (fields.size > before) requireFewFields(name, [...fields.keys()])
  if (text.length > (stored?.length ?? 0)) requireBounded(name, text)
  return text
}

const MOST_FIELDS = 2000
const MOST_NAME_CHARACTERS = 1000

function requireFewFields(name: string, titles: readonly string[]): void {
  if (titles.length > MOST_FIELDS) throw new InvalidInput('extra_field.too_many', { field: name, most: MOST_FIELDS })
  if (titles.some((title) => title.length > MOST_NAME_CHARACTERS)) {
    throw new InvalidInput('extra_field.name_too_long', { field: name, most: MOST_NAME_CHARACTERS })
  }
}

const TRUTHY = new Set(['on', '1', 'true', 'yes', 'checked', 'x'])

function takeValue(field: Field, value: unknown): Field {
  if (field.type === 'checkbox') {
    return { ...field, value: value === true || TRUTHY.has(asText(value).toLowerCase()) ? 'on' : '' }
  }
  if (field.type === 'number') return { ...field, value: asText(value).replace(',', '.') }
  if (field.type !== 'select' && field.type !== 'radio') return { ...field, value }
  const options = Array.isArray(field.options) ? field.options : []
  const unknown = [value].flat().filter((option) => option !== '' && option !== null && !options.includes(option))
  return { ...field, value, options: [...options, ...unknown] }
}

/** Keeps numbers of any size as written. Not `String`, which would call an object's own `toString`. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join()
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}
