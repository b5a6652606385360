import type { JsonSchema } from '../../http/answers/json-schema.ts'

/** The parts of an OpenAPI document that ours uses. */
export interface OpenApi {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string; description: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string; schema: JsonSchema }>
    responses: Record<string, Response>
    securitySchemes: Record<string, unknown>
  }
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Ref)[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Ref>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: JsonSchema
}

export interface Response {
  description: string
  headers?: Record<string, Ref>
  content?: Content
}

export interface Ref {
  $ref: string
}

export type Content = Record<string, { schema: JsonSchema; example?: unknown }>
