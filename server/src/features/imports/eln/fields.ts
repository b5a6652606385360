import { isExactNumber } from '../../../lib/json-text.ts'
import type { IncomingField } from '../incoming.ts'
import type { Scope } from './scope.ts'
import { idIn, isNode, listOf, type Properties, plainText, textOf } from './values.ts'

export interface Fields {
  /** The whole metadata of an entry of eLabFTW or of our own, exactly as it was. */
  metadata: string | null
  fields: IncomingField[]
}

const TYPES: ReadonlySet<string> = new Set([
  ...['text', 'number', 'date', 'datetime-local', 'time', 'checkbox', 'select', 'radio', 'email', 'url'],
  ...['experiments', 'items', 'users', 'compounds', 'uploads'],
])
/** Their values are numbers that the notebook gave which wrote the archive. */
const OF_SOURCE: ReadonlySet<string> = new Set(['experiments', 'items', 'users', 'compounds', 'uploads'])
const WHOLE = 'elabftw_metadata'

/** The fields of a node. If the metadata are there as a whole, these are a copy of them. */
export async function fieldsOf(scope: Scope, node: Properties): Promise<Fields> {
  const names = new Map<string, number>()
  const fields: IncomingField[] = []
  let metadata: string | null = null
  const values = ['variableMeasured', 'additionalProperty'].flatMap((name) => scope.firstOf(node, name))
  for (const value of values) {
    const property = isNode(value) ? await scope.follow(value) : undefined
    if (!property) {
      scope.notes.add(isNode(value) ? 'node_missing' : 'field_left', idIn(value) ?? plainText(value) ?? '')
      continue
    }
    const name = textOf(property, 'propertyID', 'name')
    if (name === WHOLE) {
      metadata = metadataIn(scope, property)
      continue
    }
    const field = name === undefined ? undefined : await fieldOf(scope, property, name)
    if (field) fields.push({ ...field, name: freeName(names, field.name) })
    else scope.notes.add('field_left', name ?? textOf(property, '@id') ?? '')
  }
  for (const { type, value, name } of fields) {
    if (OF_SOURCE.has(type) && String(value) !== '') scope.notes.add('field_of_source', name)
  }
  return { metadata, fields }
}

function metadataIn(scope: Scope, property: Properties): string | null {
  const text = textOf(property, 'value')
  if (text === undefined) return null
  if (isNode(parsed(text))) return text
  scope.notes.add('unreadable_metadata', text.slice(0, 80))
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function fieldOf(scope: Scope, property: Properties, name: string): Promise<IncomingField | undefined> {
  const value = await textsIn(scope, property.get('value'))
  const range = value === undefined ? rangeOf(property) : value
  if (range === undefined) return undefined
  const unit = textOf(property, 'unitText', 'unitCode') ?? null
  const label = textOf(property, 'name')
  const description = textOf(property, 'description') ?? (label === name ? undefined : label) ?? null
  return { name, type: typeOf(property, range, unit), value: asStored(property, range), unit, description }
}

/** Texts as they are, and of nodes their names. */
async function textsIn(scope: Scope, given: unknown): Promise<string | string[] | undefined> {
  if (given === null) return ''
  if (given === undefined) return undefined
  const texts: string[] = []
  for (const value of listOf(given)) {
    const text = plainText(value)
    if (text !== undefined) texts.push(text)
    else {
      const node = await scope.follow(value)
      texts.push((node && textOf(node, 'name', 'value', 'text')) ?? idIn(value) ?? JSON.stringify(value))
    }
  }
  return Array.isArray(given) ? texts : (texts[0] ?? '')
}

function rangeOf(property: Properties): string | undefined {
  const [from, to] = [textOf(property, 'minValue'), textOf(property, 'maxValue')]
  if (from === undefined && to === undefined) return undefined
  return `${from ?? ''} – ${to ?? ''}`.trim()
}

function typeOf(property: Properties, value: string | readonly string[], unit: string | null): string {
  const told = textOf(property, 'valueReference')
  if (told !== undefined && TYPES.has(told)) return told
  if (typeof value !== 'string') return 'select'
  const [given] = listOf(property.get('value'))
  if (typeof given === 'boolean') return 'checkbox'
  if (typeof given === 'number' || isExactNumber(given)) return 'number'
  return unit !== null && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? 'number' : 'text'
}

function asStored(property: Properties, value: string | readonly string[]): string | readonly string[] {
  const [given] = listOf(property.get('value'))
  if (typeof given !== 'boolean' || typeof value !== 'string') return value
  return given ? 'on' : ''
}

/** Two fields of an entry cannot have the same name. */
function freeName(names: Map<string, number>, name: string): string {
  let number = names.get(name) ?? 0
  let free = name
  do {
    number += 1
    free = number === 1 ? name : `${name} (${number})`
  } while (number > 1 && names.has(free))
  names.set(name, number)
  if (free !== name) names.set(free, 1)
  return free
}
