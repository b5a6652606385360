import type { JsonSchema } from '../../http/answers/json-schema.ts'

export interface FieldRow {
  name: string
  type: string
  description: string
  required: boolean
}

/**
 * The fields of an object schema as rows. `mark`: bodies mark required fields; answers mark the optional ones, because
 * nearly all are present.
 */
export function fieldsOf(schema: JsonSchema, mark: 'required' | 'optional'): FieldRow[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: describeType(field) + (mark === 'optional' && !schema.required?.includes(name) ? ', may be absent' : ''),
    description: typeof field.description === 'string' ? field.description : '',
    required: mark === 'required' && (schema.required?.includes(name) ?? false),
  }))
}

const SHOWN_VALUES = 16

/** A short name of a type: `integer`, `text or null`, `0 or 1`, `list of text`. */
export function describeType(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if ('const' in schema) return String(schema.const)
  if (schema.enum) return describeValues(schema.enum)
  if (schema.anyOf) return joinWords([...new Set(schema.anyOf.map(describeType))])
  if (schema.oneOf) return joinWords([...new Set((schema.oneOf as JsonSchema[]).map(describeType))])
  if (Array.isArray(schema.type)) return joinWords(schema.type.map((type) => describeType({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return schema.format === 'date' ? 'date' : 'text'
    case 'array':
      return schema.maxItems === 0 ? 'empty list' : `list of ${describeType(schema.items ?? {})}`
    case 'boolean':
      return 'true or false'
    case undefined:
      return 'any value'
    default:
      return schema.type
  }
}

function describeValues(values: readonly unknown[]): string {
  if (values.length <= SHOWN_VALUES) return joinWords(values.map((value) => (value === '' ? 'empty' : String(value))))
  return `one of ${values.length} names`
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
