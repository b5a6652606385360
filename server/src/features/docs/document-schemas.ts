import { ErrorBody } from '@aliquot/contract/common'
import { FIELD_WORDS } from '@aliquot/contract/field-words'
import { namedRecords } from '@aliquot/contract/named-records'
import { z } from 'zod'
import { type JsonSchema, mergeNullable } from '../../http/answers/json-schema.ts'

type Io = 'input' | 'output'

/**
 * The schemas of the document. Named ones appear once and are referenced, so that generated clients get readable types.
 */
export class DocumentSchemas {
  readonly #names = new Map<z.core.$ZodType, string>()
  readonly #components: Record<string, JsonSchema> = {}

  constructor() {
    this.#names.set(ErrorBody, 'Error')
    this.#components.Error = { ...this.inline(ErrorBody, 'output'), description: 'Body of every refusal' }
  }

  get components(): Record<string, JsonSchema> {
    const sorted = Object.entries(this.#components).sort(([a], [b]) => a.localeCompare(b))
    return Object.fromEntries(sorted)
  }

  /** References the schema by its name, or by the given name if it has none. */
  named(schema: z.ZodType, io: Io, name: string, description: string): JsonSchema {
    const known = this.#nameOf(schema)
    if (known) return referTo(known)
    if (schema instanceof z.ZodArray) {
      return { type: 'array', items: this.named(schema.element as z.ZodType, io, `${name}Row`, description) }
    }
    this.#names.set(schema, name)
    this.#components[name] = { description, ...this.inline(schema, io) }
    return referTo(name)
  }

  /** A named record is added when it is first used. */
  #nameOf(schema: z.core.$ZodType): string | undefined {
    const known = this.#names.get(schema)
    const named = known === undefined && namedRecords.get(schema)
    if (!named) return known
    const { name, description } = named
    this.#names.set(schema, name)
    this.#components[name] = { ...this.inline(schema as z.ZodType, 'output'), description }
    return name
  }

  /** The schema in place, without a reference. */
  inline(root: z.ZodType, io: Io): JsonSchema {
    const { $schema: _, ...json } = z.toJSONSchema(root, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const schema = jsonSchema as JsonSchema
        const shown = schema.shownAs as z.ZodType | undefined
        if (shown) this.#replace(schema, shown, io)
        const at: z.core.$ZodType = zodSchema
        const name = at === root ? undefined : this.#nameOf(at)
        if (name) become(schema, referTo(name))
        tidy(schema, io)
      },
    })
    return withWords(json as JsonSchema)
  }

  /** Replaces what the contract accepts by what it documents. */
  #replace(schema: JsonSchema, shown: z.ZodType, io: Io): void {
    const { description } = schema
    const name = this.#nameOf(shown)
    become(schema, name ? referTo(name) : this.inline(shown, io))
    if (typeof description === 'string') schema.description = description
  }
}

function referTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

function become(schema: JsonSchema, other: JsonSchema): void {
  const { description } = schema
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, other, typeof description === 'string' && { description })
}

/** If the contract names the type to send, lenient alternatives for old programs are not documented. */
function tidy(schema: JsonSchema, io: Io): void {
  mergeNullable(schema)
  // The variants share no key that tells them apart, so `oneOf` would be wrong.
  if (io === 'input' && schema.oneOf) {
    schema.anyOf = schema.oneOf as JsonSchema[]
    delete schema.oneOf
  }
  // OpenAPI describes a file by its format alone.
  if (schema.contentEncoding === 'binary') delete schema.contentEncoding
  if (schema.enum?.every(Number.isInteger)) schema.type = 'integer'
  if (schema.type !== undefined) {
    delete schema.anyOf
  }
  const isText = schema.type === 'string' || (Array.isArray(schema.type) && schema.type.includes('string'))
  if (schema.type !== undefined && !isText) delete schema.pattern
  // The limits of JavaScript say nothing about the API.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // Later versions may add keys.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.propertyNames) delete schema.propertyNames
}

/** Describes common field names once. */
function withWords(schema: JsonSchema): JsonSchema {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const words = FIELD_WORDS[name]
    if (property.description === undefined && words !== undefined) property.description = words
    withWords(property)
  }
  for (const inner of [...(schema.anyOf ?? []), ...((schema.oneOf as JsonSchema[] | undefined) ?? [])]) withWords(inner)
  if (schema.items) withWords(schema.items)
  if (typeof schema.additionalProperties === 'object') withWords(schema.additionalProperties as JsonSchema)
  return schema
}
