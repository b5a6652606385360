import { Refusal } from '../../errors.ts'
import { formatJson, isExactNumber, parseExactly } from '../../lib/json-text.ts'
import { readFieldValue } from '../entries/entries.fields.ts'
import { readMetadata } from '../entries/entries.metadata.ts'
import { note, storable } from './imports.notes.ts'
import type { ImportNote, IncomingEntry, IncomingField } from './incoming.ts'

/** A field that points to something of the source by its id there. */
export interface PendingField {
  name: string
  type: string
  value: unknown
  /** The ids here, if they are known already. */
  here?: readonly number[]
  /** What it says in words if it points to nothing here. */
  words?: string
}

export interface ReadFields {
  /** The stored form. */
  metadata: string | null
  /** Fields whose values wait for the other entries. They are empty until then. */
  pending: PendingField[]
  notes: ImportNote[]
}

/** The metadata of an entry as the ordinary checks take them. What they refuse becomes a note. */
export function readFields({ metadata, fields }: Pick<IncomingEntry, 'metadata' | 'fields'>): ReadFields {
  if (metadata === null && fields.length === 0) return { metadata: null, pending: [], notes: [] }
  if (metadata !== null) {
    const read = tryRead(storable(metadata))
    if (!(read instanceof Refusal)) return { ...withoutTargets(read), notes: [] }
    const built = fields.length > 0 ? fromFields(fields) : { metadata: null, pending: [], notes: [] }
    return { ...built, notes: [note('bad_metadata', read.message), ...built.notes] }
  }
  return fromFields(fields)
}

function tryRead(text: string): string | null | Refusal {
  try {
    return readMetadata(text)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const TYPES = new Set([
  ...['text', 'number', 'date', 'datetime-local', 'time', 'email', 'url', 'checkbox', 'select', 'radio'],
  ...['experiments', 'items', 'users', 'compounds', 'uploads'],
])

/** Their values are ids, which mean something else here. */
const POINTING = new Set(['experiments', 'items', 'users', 'compounds', 'uploads'])

const MOST_FIELDS = 2000
const MOST_NAME_UNITS = 1000

function fromFields(given: readonly IncomingField[]): ReadFields {
  const notes: ImportNote[] = []
  const groups = new Groups()
  const names = new FreeNames()
  const fields = new Map<string, Record<string, unknown>>()
  for (const field of given) {
    if (fields.size === MOST_FIELDS) {
      notes.push(note('many_fields', String(given.length)))
      break
    }
    const name = names.take(
      storable(field.name)
        .trim()
        .slice(0, MOST_NAME_UNITS - 10) || '?',
    )
    const [made, problem] = fieldOf(name, field)
    if (problem) notes.push(problem)
    fields.set(name, { ...made, ...groups.of(field), position: fields.size + 1 })
  }
  const read = tryRead(formatJson({ ...groups.described(), extra_fields: Object.fromEntries(fields) }))
  if (read instanceof Refusal)
    return { metadata: null, pending: [], notes: [...notes, note('bad_metadata', read.message)] }
  return { ...withoutTargets(read), notes }
}

/** The groups of fields, in the order in which they are named. */
class Groups {
  readonly #ids = new Map<string, number>()

  of({ group }: IncomingField): { group_id?: number } {
    const name = storable(group ?? '').trim()
    if (name === '') return {}
    const id = this.#ids.get(name) ?? this.#ids.size + 1
    this.#ids.set(name, id)
    return { group_id: id }
  }

  described(): object {
    if (this.#ids.size === 0) return {}
    const extra_fields_groups = [...this.#ids].map(([name, id]) => ({ id, name }))
    return { elabftw: { extra_fields_groups } }
  }
}

/** Names that are each given once. */
export class FreeNames {
  readonly #taken = new Set<string>()
  /** Numbers below are taken: a table may have thousands of columns of the same name. */
  readonly #next = new Map<string, number>()

  take(wanted: string): string {
    let name = wanted
    if (this.#taken.has(wanted)) {
      let number = this.#next.get(wanted) ?? 2
      while (this.#taken.has(`${wanted} (${number})`)) number++
      name = `${wanted} (${number})`
      this.#next.set(wanted, number + 1)
    }
    this.#taken.add(name)
    return name
  }
}

function fieldOf(name: string, given: IncomingField): [Record<string, unknown>, ImportNote | undefined] {
  const value = typeof given.value === 'string' ? storable(given.value) : given.value.map(storable)
  const type = TYPES.has(given.type) ? given.type : 'text'
  const hasChoice = type === 'select' || type === 'radio'
  const unit = given.unit ? storable(given.unit) : ''
  const field = {
    type,
    ...(hasChoice && { options: (given.options?.map(storable) ?? [value].flat()).filter((option) => option !== '') }),
    ...(hasChoice && Array.isArray(value) && { allow_multi_values: true }),
    ...(unit && { unit, units: [unit] }),
    ...(given.description && { description: storable(given.description) }),
  }
  try {
    return [{ ...field, value: readFieldValue(name, field, value) }, undefined]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { type: _, ...others } = field
    return [{ ...others, type: 'text', value }, note('field_as_text', name)]
  }
}

/** Empties the fields that point to something of the source. */
function withoutTargets(metadata: string | null): { metadata: string | null; pending: PendingField[] } {
  const pending: PendingField[] = []
  const changed = changeFields(metadata, (name, field) => {
    const isSet = field.value !== undefined && field.value !== null && field.value !== '' && !isEmptyList(field.value)
    if (typeof field.type !== 'string' || !POINTING.has(field.type) || !isSet) return undefined
    pending.push({ name, type: field.type, value: field.value })
    return { ...field, value: Array.isArray(field.value) ? [] : '' }
  })
  return { metadata: changed, pending }
}

/** Fills in the fields that waited. Those that point to nothing here become texts. */
export function fillPending(
  metadata: string | null,
  pending: readonly PendingField[],
  find: (type: string, id: number) => number | undefined,
): { metadata: string | null; notes: ImportNote[] } {
  const waiting = new Map(pending.map((field) => [field.name, field]))
  const notes: ImportNote[] = []
  const changed = changeFields(metadata, (name, field) => {
    const waits = waiting.get(name)
    const isUntouched = field.value === '' || isEmptyList(field.value)
    if (!waits || field.type !== waits.type || !isUntouched) return undefined
    const values = [waits.value].flat()
    const ids = waits.here ?? values.map((id) => find(waits.type, Number(textOf(id))))
    if (ids.every((id) => id !== undefined)) {
      // As it was: a number or a text.
      const written = ids.map((id, index) => (typeof values[index] === 'string' ? String(id) : id))
      return { ...field, value: Array.isArray(waits.value) ? written : written[0] }
    }
    notes.push(note('field_without_target', name))
    return { ...field, type: 'text', value: waits.words ?? values.map(textOf).join(', ') }
  })
  return { metadata: changed, notes }
}

function changeFields(
  metadata: string | null,
  change: (name: string, field: Record<string, unknown>) => Record<string, unknown> | undefined,
): string | null {
  // Parsing is for the few that point to something.
  if (metadata === null || !/"(?:experiments|items|users|compounds|uploads)"/.test(metadata)) return metadata
  const whole = parseExactly(metadata) as Record<string, unknown>
  if (!isObject(whole.extra_fields)) return metadata
  let isChanged = false
  const fields = Object.entries(whole.extra_fields).map(([name, field]): [string, unknown] => {
    const after = isObject(field) ? change(name, field) : undefined
    if (after) isChanged = true
    return [name, after ?? field]
  })
  return isChanged ? formatJson({ ...whole, extra_fields: Object.fromEntries(fields) }) : metadata
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}
