import type { Random } from '../random.ts'
import { ENTITY_TYPES, type Places } from '../structure.ts'
import { brokenJson, brokenUtf8, nastyText, nastyValue } from './values.ts'

/** The part of a JSON Schema that the generator uses. */
interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  minimum?: number
  $ref?: string
}

/** One operation of the server's own OpenAPI document. */
export interface Operation {
  method: string
  /** `/api/v2/experiments/{id}`. */
  path: string
  query: { name: string; schema: Schema }[]
  body: Schema | undefined
}

export interface OpenApi {
  servers?: { url: string }[]
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string; schema?: Schema }[]
        requestBody?: { content?: Record<string, { schema?: Schema }> }
      }
    >
  >
  components?: { schemas?: Record<string, Schema> }
}

export interface FuzzRequest {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: Buffer | undefined
}

/** Its answer does not end. */
const ENDLESS = /\/changes\/stream$/

/** Its work goes on in the background, and changes tables after the answer. */
export function worksOn({ method, path }: Operation): boolean {
  return method !== 'GET' && /\/(exports|imports|move_ins|webhooks)(\/|$)/.test(path)
}

export function operationsOf(document: OpenApi): Operation[] {
  const base = new URL(document.servers?.[0]?.url ?? '/', 'http://127.0.0.1').pathname.replace(/\/$/, '')
  const operations: Operation[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    if (ENDLESS.test(path)) continue
    for (const [method, operation] of Object.entries(methods)) {
      if (!['get', 'post', 'patch', 'delete'].includes(method)) continue
      operations.push({
        method: method.toUpperCase(),
        path: path.startsWith('/api/') ? path : base + path,
        query: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema = {} }) => ({ name, schema })),
        body: operation.requestBody?.content?.['application/json']?.schema,
      })
    }
  }
  return operations
}

/** A request to an operation, mostly to existing ids: valid, nearly valid, or wrong in one of many ways. */
export function makeRequest(operation: Operation, schemas: Schemas, known: Places, random: Random): FuzzRequest {
  const nasty = random.pick([0, 0.1, 0.1, 0.5])
  const method = random.chance(0.03)
    ? random.pick(['PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])
    : operation.method
  const headers: FuzzRequest['headers'] = []
  let body: Buffer | undefined
  if (operation.body || random.chance(0.05)) {
    body = makeBody(operation.body ?? {}, schemas, nasty, random)
    headers.push(['content-type', random.chance(0.95) ? 'application/json' : nastyHeader(random)])
  }
  for (const name of [
    'if-match',
    'if-none-match',
    'idempotency-key',
    'accept',
    'cookie',
    'origin',
    'x-forwarded-for',
  ]) {
    if (random.chance(0.04)) headers.push([name, nastyHeader(random)])
  }
  return { method, path: makePath(operation, known, nasty, random), headers, body }
}

function makePath(operation: Operation, known: Places, nasty: number, random: Random): string {
  let collection = ''
  const segments = operation.path.split('/').map((segment) => {
    if (segment.startsWith('{') && random.chance(nasty)) return pathText(random)
    if (!segment.startsWith('{') || segment === '{entity_type}') {
      collection = segment === '{entity_type}' ? random.pick(ENTITY_TYPES) : segment
      return collection
    }
    const ids = known.get(collection) ?? []
    return String(random.chance(0.9) && ids.length > 0 ? random.pick(ids) : random.int(0, 50))
  })
  const path = segments.join('/')
  const pairs: string[] = []
  for (const { name, schema } of operation.query) {
    if (!random.chance(0.3)) continue
    const value = random.chance(nasty) ? pathText(random) : encode(String(validValue(schema, {}, random)))
    pairs.push(`${name}${random.chance(0.03) ? '[]' : ''}=${value}`)
  }
  if (random.chance(0.05)) pairs.push(`${pathText(random)}=${pathText(random)}`)
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Text for a URL: mostly encoded correctly, sometimes with invalid encodings. */
function pathText(random: Random): string {
  if (random.chance(0.2))
    return random.pick(['%', '%zz', '%c3%28', '%u0041', '%00', '%2e%2e/', '..', '.', ';', 'a%2fb'])
  return encode(nastyText(random).slice(0, random.pick([10, 100, 5000])))
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function makeBody(schema: Schema, schemas: Schemas, nasty: number, random: Random): Buffer {
  if (random.chance(nasty / 4)) return random.chance(0.1) ? brokenUtf8() : brokenJson(random)
  const value = validValue(schema, schemas, random)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return toJson(value)
  const body = value as Record<string, unknown>
  for (const key of Object.keys(body)) {
    if (random.chance(nasty)) body[key] = nastyValue(random)
    else if (random.chance(nasty / 4)) delete body[key]
  }
  if (random.chance(nasty)) body[random.pick(ESCALATIONS)] = random.pick([1, 2, '1', true, nastyValue(random)])
  return toJson(body)
}

/** Attributes that nobody may set here, and an unknown one. */
const ESCALATIONS = [
  'userid',
  'team',
  'state',
  'locked',
  'is_sysadmin',
  'validated',
  'elabid',
  'created_at',
  'nonsense',
]

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '')
}

export type Schemas = Record<string, Schema>

/** A value that fits a schema, as far as the generator understands it. */
function validValue(given: Schema, schemas: Schemas, random: Random): unknown {
  const schema = resolve(given, schemas)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return validValue(random.pick(choices), schemas, random)
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'integer' || type === 'number') return random.int(schema.minimum ?? 0, (schema.minimum ?? 0) + 6)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type === 'array') {
    return Array.from({ length: random.int(0, 4) }, () => validValue(schema.items ?? {}, schemas, random))
  }
  if (type === 'object' || schema.properties) {
    const wanted = Object.entries(schema.properties ?? {}).filter(
      ([name]) => schema.required?.includes(name) || random.chance(0.3),
    )
    return Object.fromEntries(wanted.map(([name, part]) => [name, validValue(part, schemas, random)]))
  }
  if (schema.format === 'date') return '2026-03-02'
  return random.pick(['gel', 'buffer 7.4', '<p>Text</p>', '# Heading', '1', '{"teams": [1]}', 'a|b', 'asc', 'me'])
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => resolve(part, schemas)))
  const name = schema.$ref?.split('/').pop()
  return (name && schemas[name]) || schema
}

function nastyHeader(random: Random): string {
  const text = random.pick([
    '*',
    '"1-x"',
    'W/"1"',
    '',
    'text/html',
    'a'.repeat(300),
    'aliquot_session=x',
    '1.2.3.4, x',
    'é',
  ])
  return random.chance(0.5)
    ? text
    : nastyText(random)
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, 500)
}

/** The request as bytes. */
export function toBytes(
  { method, path, headers, body }: FuzzRequest,
  credentials: readonly [string, string][],
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close']
  for (const [name, value] of [...credentials, ...headers]) lines.push(`${name}: ${value}`)
  if (body) lines.push(`Content-Length: ${body.length}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}
