/** A field of an entry's own, as its metadata holds it. */
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
  position: number
}

/** Kinds that can be added here. Those of other programs are shown, and edited where they are text. */
export const FIELD_TYPES = ['text', 'number', 'date', 'select', 'checkbox', 'url'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** The fields in the metadata, in their order; what is no field is left out. */
export function readExtraFields(metadata: unknown): ExtraField[] {
  const fields: ExtraField[] = []
  for (const [name, field] of Object.entries(fieldsOf(metadata))) if (isObject(field)) fields.push(toField(name, field))
  return fields.sort((a, b) => a.position - b.position)
}

/** A field as it is stored; undefined when there is none with this name. */
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
    position: typeof field.position === 'number' ? field.position : Number.MAX_SAFE_INTEGER,
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function asList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText).filter((one) => one !== '') : []
}

/** An address that can be opened without running anything. */
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
