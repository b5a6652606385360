import type { Entity } from '@aliquot/contract/entities'
import { isObject, metadataField, withMetadataField, withoutMetadataField } from '../entry-data/extra-fields.ts'
import { type Lists, readLists, writeLists } from '../entry-data/permission-lists.ts'

/**
 * The fields of an entry other than its texts. `value:Buffer` and `unit:Buffer` are parts of the extra field Buffer,
 * `field:Buffer` is the whole field (null for none). `metadata` is all fields with their names, groups and order.
 */
export type FieldName =
  | 'date'
  | 'rating'
  | 'category'
  | 'status'
  | 'custom_id'
  | 'tags'
  | 'metadata'
  | Sharing
  | `${Sharing}_base`
  | `value:${string}`
  | `unit:${string}`
  | `field:${string}`

type FieldKind = Plain | 'tags' | 'metadata' | Sharing | `${Sharing}_base` | 'value' | 'unit' | 'field'
type Plain = 'date' | 'rating' | 'category' | 'status' | 'custom_id'
/** For the entry, and for what is made from a template. */
export type Sharing = 'canread' | 'canwrite' | 'canread_target' | 'canwrite_target'

const SHARINGS: readonly Sharing[] = ['canread', 'canwrite', 'canread_target', 'canwrite_target']

/** `value:a:b` is the value of the field `a:b`. */
export function splitName(field: FieldName): { kind: FieldKind; name: string } {
  const at = field.indexOf(':')
  if (at < 0) return { kind: field as FieldKind, name: '' }
  return { kind: field.slice(0, at) as FieldKind, name: field.slice(at + 1) }
}

export function readField(entry: Entity, field: FieldName): unknown {
  const { kind, name } = splitName(field)
  switch (kind) {
    case 'tags':
      return entry.tags_decoded.map(({ tag }) => tag)
    case 'metadata':
      return entry.metadata_decoded ?? {}
    case 'canread':
    case 'canwrite':
    case 'canread_target':
    case 'canwrite_target':
      return readLists(entry[kind])
    case 'value':
    case 'unit': {
      const own = metadataField(entry.metadata_decoded, name)
      return own ? (own[kind] ?? '') : null
    }
    case 'field':
      return metadataField(entry.metadata_decoded, name) ?? null
    default:
      return entry[kind]
  }
}

/** The entry as shown with an unsaved change. */
export function withField(entry: Entity, field: FieldName, value: unknown): Entity {
  const { kind, name } = splitName(field)
  const metadata = entry.metadata_decoded
  switch (kind) {
    case 'tags': {
      const known = new Map(entry.tags_decoded.map((one) => [one.tag, one]))
      const tags_decoded = (value as string[]).map((tag) => known.get(tag) ?? { id: 0, tag, is_favorite: false })
      return { ...entry, tags_decoded }
    }
    case 'metadata':
      return { ...entry, metadata_decoded: value }
    case 'canread':
    case 'canwrite':
    case 'canread_target':
    case 'canwrite_target':
      return { ...entry, [kind]: writeLists(value as Lists) }
    case 'value':
    case 'unit':
      return { ...entry, metadata_decoded: withMetadataField(metadata, name, { [kind]: value }) }
    case 'field':
      return {
        ...entry,
        metadata_decoded: isObject(value)
          ? withMetadataField(metadata, name, value)
          : withoutMetadataField(metadata, name),
      }
    default:
      return { ...entry, [kind]: value }
  }
}

/** The PATCH that sets a field. The sender names the version that it is based on. */
export function changeOf(entry: Entity, field: FieldName, value: unknown): Record<string, unknown> {
  const { kind, name } = splitName(field)
  const metadata = entry.metadata_decoded
  switch (kind) {
    case 'tags':
      return { tags: value }
    case 'canread':
    case 'canwrite':
    case 'canread_target':
    case 'canwrite_target':
      return { [kind]: writeLists(value as Lists) }
    case 'value':
      return { metadatamerge: { extra_fields: { [name]: { value } } } }
    case 'unit':
      return { metadata: withMetadataField(metadata, name, { unit: value }) }
    case 'field':
      return isObject(value)
        ? { metadatamerge: { extra_fields: { [name]: value } } }
        : { metadata: withoutMetadataField(metadata, name) }
    default:
      return { [kind]: value }
  }
}

export type MergedField = { kind: 'there' } | { kind: 'send'; value: unknown } | { kind: 'conflict' }

/**
 * Merges a change from `base` to `mine` with the service's current value. Lists are merged item by item and never
 * conflict.
 */
export function mergeField(field: FieldName, base: unknown, mine: unknown, theirs: unknown): MergedField {
  const merged = mergeLists(field, base, mine, theirs)
  if (merged !== undefined) return isSame(merged, theirs) ? { kind: 'there' } : { kind: 'send', value: merged }
  if (isSame(mine, theirs)) return { kind: 'there' }
  if (field === 'metadata') {
    const both = mergeObjects(base, mine, theirs, MERGED_DEPTH)
    if (both !== undefined) return { kind: 'send', value: both }
  }
  return isSame(theirs, base) ? { kind: 'send', value: mine } : { kind: 'conflict' }
}

/** Deep equality, ignoring the order of keys and lists. */
export function isSame(a: unknown, b: unknown): boolean {
  return ordered(a) === ordered(b)
}

function ordered(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(ordered).sort())
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  return JSON.stringify(
    Object.entries(value)
      .map(([key, part]) => [key, ordered(part)])
      .sort(),
  )
}

/** Several people can change these at the same time. */
export function isList(field: FieldName): boolean {
  return field === 'tags' || SHARINGS.some((one) => one === field)
}

function mergeLists(field: FieldName, base: unknown, mine: unknown, theirs: unknown): unknown {
  if (field === 'tags') return mergeSet(base as string[], mine as string[], theirs as string[])
  if (!isList(field)) return undefined
  const merge = (name: keyof Lists) => mergeSet((base as Lists)[name], (mine as Lists)[name], (theirs as Lists)[name])
  return { teams: merge('teams'), teamgroups: merge('teamgroups'), users: merge('users') }
}

/** Field names, and the properties of each: below that a value is merged as a whole. */
const MERGED_DEPTH = 3

/** Merges changes of two people in different places; undefined if both changed the same one. */
function mergeObjects(base: unknown, mine: unknown, theirs: unknown, depth: number): unknown {
  if (isSame(base, theirs) || isSame(mine, theirs)) return mine
  if (isSame(base, mine)) return theirs
  if (depth === 0 || !isObject(mine) || !isObject(theirs)) return undefined
  const merged: [string, unknown][] = []
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, own, other] = [base, mine, theirs].map((one) => partOf(one, name))
    const value = mergeObjects(was, own, other, depth - 1)
    if (value !== undefined) merged.push([name, value])
    else if (!isSame(was, own) && !isSame(was, other)) return undefined
  }
  return Object.fromEntries(merged)
}

function partOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function mergeSet<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  const kept = theirs.filter((one) => mine.includes(one) || !base.includes(one))
  return [...kept, ...mine.filter((one) => !base.includes(one) && !kept.includes(one))]
}
