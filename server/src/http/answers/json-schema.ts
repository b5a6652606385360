import { z } from 'zod'

export interface JsonSchema {
  type?: string | string[]
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  [key: string]: unknown
}

/** Converts a contract schema to JSON Schema, for serialisers and OpenAPI. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      mergeNullable(jsonSchema as JsonSchema)
      if (jsonSchema.enum?.every(Number.isInteger)) jsonSchema.type = 'integer'
    },
  })
  return json as JsonSchema
}

/** Writes `anyOf: [string, null]` as `type: [string, null]`, which is shorter and faster to serialise. */
export function mergeNullable(schema: JsonSchema): void {
  if (schema.anyOf?.length !== 2) return
  const [value, nothing] = schema.anyOf
  if (nothing?.type !== 'null' || typeof value?.type !== 'string') return
  delete schema.anyOf
  Object.assign(schema, value, { type: [value.type, 'null'] })
}
