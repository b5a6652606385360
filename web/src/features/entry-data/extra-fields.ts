/** An extra field in the metadata of an entry. */
export interface ExtraField {
  name: string
  type: string
  value: string | string[]
  unit: string
  units: string[]
  options: string[]
  description: string
  isMultiple: boolean
  isFixed: boolean
  isRequired: boolean
  isBlankInCopies: boolean
  position: number
  /** Undefined if it is in no group. */
  group: number | undefined
}

/** Types that can be added here. */
export const FIELD_TYPES = [
  'text',
  'number',
  'date',
  'datetime-local',
  'time',
  'select',
  'radio',
  'checkbox',
  'url',
  'email',
  'users',
  'experiments',
  'items',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export interface FieldGroup {
  id: number
  name: string
}

/** The fields of the metadata in order, without invalid ones. */
export function readExtraFields(metadata: unknown): ExtraField[] {
  const fields: ExtraField[] = []
  for (const [name, field] of Object.entries(fieldsOf(metadata))) if (isObject(field)) fields.push(toField(name, field))
  return fields.sort((a, b) => a.position - b.position)
}

/** The stored form of a field; undefined if there is none with this name. */
export function metadataField(metadata: unknown, name: string): Record<string, unknown> | undefined {
  const fields = fieldsOf(metadata)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return isObject(field) ? field : undefined
}

export function withMetadataField(
  metadata: unknown,
  name: string,
  change: Record<string, unknown>,
): Record<string, unknown> {
  const field = { ...metadataField(metadata, name), ...change }
  return { ...wholeOf(metadata), extra_fields: { ...fieldsOf(metadata), [name]: field } }
}

export function withoutMetadataField(metadata: unknown, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = fieldsOf(metadata)
  return { ...wholeOf(metadata), extra_fields: rest }
}

/** The field groups in order. */
export function readGroups(metadata: unknown): FieldGroup[] {
  const { elabftw } = wholeOf(metadata)
  const groups = isObject(elabftw) ? elabftw.extra_fields_groups : undefined
  if (!Array.isArray(groups)) return []
  return groups.flatMap((group) =>
    isObject(group) && Number.isInteger(group.id) ? [{ id: Number(group.id), name: asText(group.name) }] : [],
  )
}

/** The fields by group, those without a group first. Empty groups are omitted. */
export function groupFields(metadata: unknown): { group: FieldGroup | undefined; fields: ExtraField[] }[] {
  const groups = readGroups(metadata)
  const byGroup = Map.groupBy(readExtraFields(metadata), ({ group }) => groups.find(({ id }) => id === group))
  return [undefined, ...groups].flatMap((group) => {
    const fields = byGroup.get(group)
    return fields ? [{ group, fields }] : []
  })
}

/** Redefines a field, perhaps under a new name, and sets its value. Its position stays. */
export function redefineField(
  metadata: unknown,
  before: string,
  name: string,
  definition: Record<string, unknown>,
): Record<string, unknown> {
  const fields = Object.entries(fieldsOf(metadata)).map(([one, field]) =>
    one === before ? [name, definition] : [one, field],
  )
  return { ...wholeOf(metadata), extra_fields: Object.fromEntries(fields) }
}

/** The metadata with a group of this name, and the group's id. */
export function withGroup(metadata: unknown, name: string): { metadata: Record<string, unknown>; group: number } {
  const groups = readGroups(metadata)
  const known = groups.find((group) => group.name === name)
  if (known) return { metadata: wholeOf(metadata), group: known.id }
  const group = Math.max(0, ...groups.map(({ id }) => id)) + 1
  return { metadata: setGroups(metadata, [...groups, { id: group, name }]), group }
}

export function renameGroup(metadata: unknown, group: number, name: string): Record<string, unknown> {
  return setGroups(
    metadata,
    readGroups(metadata).map((one) => (one.id === group ? { ...one, name } : one)),
  )
}

/** Moves a field up or down within its group; a no-op at the end. */
export function moveField(metadata: unknown, name: string, by: 1 | -1): Record<string, unknown> {
  const fields = groupFields(metadata).find((group) => group.fields.some((field) => field.name === name))?.fields ?? []
  const names = fields.map((field) => field.name)
  const from = names.indexOf(name)
  const other = names[from + by]
  if (other === undefined) return wholeOf(metadata)
  names[from] = other
  names[from + by] = name
  let moved = wholeOf(metadata)
  for (const [index, one] of names.entries()) moved = withMetadataField(moved, one, { position: index + 1 })
  return moved
}

/** Required fields that are empty. */
export function emptyRequired(metadata: unknown): ExtraField[] {
  return readExtraFields(metadata).filter(isMissing)
}

export function isMissing({ isRequired, value }: Pick<ExtraField, 'isRequired' | 'value'>): boolean {
  return isRequired && [value].flat().every((one) => one.trim() === '')
}

function setGroups(metadata: unknown, groups: readonly FieldGroup[]): Record<string, unknown> {
  const whole = wholeOf(metadata)
  const own = isObject(whole.elabftw) ? whole.elabftw : {}
  return { ...whole, elabftw: { ...own, extra_fields_groups: groups } }
}

function fieldsOf(metadata: unknown): Record<string, unknown> {
  const { extra_fields } = wholeOf(metadata)
  return isObject(extra_fields) ? extra_fields : {}
}

function wholeOf(metadata: unknown): Record<string, unknown> {
  return isObject(metadata) ? metadata : {}
}

function toField(name: string, field: Record<string, unknown>): ExtraField {
  return {
    name,
    type: typeof field.type === 'string' ? field.type : 'text',
    value: Array.isArray(field.value) ? field.value.map(asText) : asText(field.value),
    unit: asText(field.unit),
    units: asList(field.units),
    options: asList(field.options),
    description: asText(field.description),
    isMultiple: field.allow_multi_values === true,
    isFixed: field.readonly === true,
    isRequired: field.required === true,
    isBlankInCopies: field.blank_value_on_duplicate === true,
    group: typeof field.group_id === 'number' ? field.group_id : undefined,
    position: typeof field.position === 'number' ? field.position : Number.MAX_SAFE_INTEGER,
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function asList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText).filter((one) => one !== '') : []
}

/** A URL that can be opened without running a script. */
export function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
