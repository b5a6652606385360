import { ErrorBody } from '@aliquot/contract/common'
import type { Endpoint } from '@aliquot/contract/endpoint'
import { z } from 'zod'
import { type JsonSchema, toJsonSchema } from '../../http/answers/json-schema.ts'
import { SESSION_COOKIE } from '../../http/auth/cookies.ts'
import { API } from '../../http/route.ts'
import { API_LEVEL, VERSION } from '../../version.ts'
import { exampleBodies } from './example-bodies.ts'
import { namedSchemas, nameOf } from './named-schemas.ts'
import type { OpenApi, Operation, Parameter, Ref, Response } from './openapi-document.ts'
import { resumableHeaders, resumablePaths } from './resumable-uploads.ts'

/** The API as this server speaks it: read from the same endpoints that it binds. */
export function describeApi(endpoints: readonly Endpoint[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = describeOperation(endpoint)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Aliquot REST API',
      version: '2',
      summary: 'Read and write the laboratory notebook from programs and instruments',
      license: { name: 'MIT', identifier: 'MIT' },
      'x-aliquot-version': VERSION,
      'x-api-level': API_LEVEL,
    },
    servers: [{ url: API }],
    security: [{ token: [] }, { session: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: { ...paths, ...resumablePaths },
    components: {
      schemas: Object.fromEntries(
        Object.entries({ ...namedSchemas, Error: ErrorBody }).map(([name, schema]) => [
          name,
          tidy(toJsonSchema(schema, 'output')),
        ]),
      ),
      parameters: requestHeaders,
      headers: { ...answerHeaders, ...resumableHeaders },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Error${status}`,
          describeRefusal(status, description),
        ]),
      ),
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'An API key, sent as it is. `Bearer <key>` is accepted too.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'The cookie of somebody who signed in with postSession.',
        },
      },
    },
  }
}

function describeOperation(endpoint: Endpoint): Operation {
  const { body, form, name } = endpoint
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.access === 'public' && { security: [] }),
    parameters: [
      // Others belong to paths that only answer the habits of programs.
      ...parametersOf(endpoint.params, 'path')
        .filter(({ name }) => endpoint.path.includes(`:${name}`))
        .map((parameter) => withAlias(endpoint, parameter)),
      ...parametersOf(endpoint.query, 'query'),
      ...requestHeadersOf(endpoint),
    ],
    ...(body && {
      requestBody: {
        required: false,
        content: {
          ...(form && { 'multipart/form-data': { schema: tidy(toJsonSchema(form, 'input')) } }),
          'application/json': { schema: tidy(toJsonSchema(body, 'input')), example: exampleBodies[name] ?? {} },
        },
      },
    }),
    responses: {
      [endpoint.status]: describeSuccess(endpoint),
      ...(isCached(endpoint) && {
        304: {
          description: 'Nothing has changed since If-None-Match',
          headers: namedHeaders(['X-Request-Id', 'ETag']),
        },
      }),
      ...Object.fromEntries(
        errorsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  }
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = tidy(toJsonSchema(schema, 'input'))
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: rest,
  }))
}

/** The words that programs send in place of an id. They work wherever an id stands; here they mean something. */
const ALIASES = { '/users/:id': 'me', '/teams/:id': 'current' }

function withAlias({ path }: Endpoint, parameter: Parameter): Parameter {
  const alias = Object.entries(ALIASES).find(([place]) => path === place || path.startsWith(`${place}/`))?.[1]
  if (!alias || parameter.name !== 'id') return parameter
  return { ...parameter, schema: { anyOf: [parameter.schema, { const: alias }] } }
}

const requestHeaders: Record<string, Parameter> = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'ETag of the record as you read it: 412 with the present record when it has changed since.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the record as you know it: 304 without a body when it is still the same.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text of yours. Sent again within 24 hours with the same body, the first answer is given again. A change of an ' +
      'entry is known for 30 days: its repetition changes nothing, answers the entry as it is now, and X-Saved-Version ' +
      'names the version that the first one made, whatever If-Match says.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  ChangeReason: {
    name: 'X-Change-Reason',
    in: 'header',
    description: 'Why you change this, percent-encoded; the history tells it. Some teams want it with every change.',
    schema: { type: 'string', maxLength: 4500 },
  },
}

function requestHeadersOf(endpoint: Endpoint): Ref[] {
  const named = (name: string): Ref => ({ $ref: `#/components/parameters/${name}` })
  if (isCached(endpoint)) return [named('IfNoneMatch')]
  const isOfEntry = endpoint.path.startsWith('/:entity_type/:id') && endpoint.method !== 'GET'
  const reason = isOfEntry ? [named('ChangeReason')] : []
  const once = isRepeatable(endpoint) ? [named('IdempotencyKey')] : []
  return endpoint.errors.includes(412) ? [named('IfMatch'), ...once, ...reason] : [...once, ...reason]
}

function isRepeatable({ method, access, repeatable }: Endpoint): boolean {
  return repeatable || (method === 'POST' && access !== 'public')
}

const answerHeaders = {
  'X-Request-Id': header('Names this request in the log of the server'),
  Location: header('Address of what was created'),
  ETag: header('Version of the record, for If-Match and If-None-Match'),
  'X-Saved-Version': {
    description:
      'The version of the entry that this change made; with a repeated Idempotency-Key, that the first one made',
    schema: { type: 'integer' },
  },
  'X-Total-Count': { description: 'How many there are in all', schema: { type: 'integer' } },
  'X-Total-Count-Relation': header('`gte`: there are at least X-Total-Count'),
  Link: header('The next and previous page (RFC 8288), when there is a limit'),
  'Set-Cookie': header('The cookie of the session, or its end'),
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
  'WWW-Authenticate': header('How to authenticate'),
}
type AnswerHeader = keyof typeof answerHeaders

function namedHeaders(names: readonly AnswerHeader[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function header(description: string) {
  return { description, schema: { type: 'string' } }
}

function describeSuccess(endpoint: Endpoint): Response {
  const { status, reply, list } = endpoint
  const files = [...(endpoint.binary ? ['application/octet-stream'] : []), ...(endpoint.files ?? [])]
  const names: AnswerHeader[] = ['X-Request-Id']
  if (status === 201) names.push('Location')
  if (endpoint.setsCookie) names.push('Set-Cookie')
  if (list) names.push('X-Total-Count', 'X-Total-Count-Relation', 'Link')
  else if (reply && status === 200) names.push('ETag')
  if (endpoint.name === 'patchEntity') names.push('X-Saved-Version')
  return {
    description: { 200: 'Done', 201: 'Created; the body is empty', 204: 'Done; there is no body' }[status],
    headers: namedHeaders(names),
    ...(reply && {
      content: {
        'application/json': { schema: endpoint.orEmptyList ? orEmptyList(replySchema(reply)) : replySchema(reply) },
        ...Object.fromEntries(files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
      },
    }),
  }
}

function replySchema(reply: z.ZodType): JsonSchema {
  const name = nameOf(reply)
  if (name) return { $ref: `#/components/schemas/${name}` }
  if (reply instanceof z.ZodArray) return { type: 'array', items: replySchema(reply.element as z.ZodType) }
  return tidy(toJsonSchema(reply, 'output'))
}

function orEmptyList(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'array', maxItems: 0 }] }
}

function describeRefusal(status: string, description: string): Response {
  const names: AnswerHeader[] = ['X-Request-Id']
  if (status === '401') names.push('WWW-Authenticate')
  if (status === '429' || status === '503') names.push('Retry-After')
  const schema = { $ref: '#/components/schemas/Error' }
  return { description, headers: namedHeaders(names), content: { 'application/json': { schema } } }
}

const refusals: Record<number, string> = {
  400: 'The request is wrong; the message names the field',
  401: 'No credentials, or none that hold',
  403: 'Not allowed',
  404: 'There is no such record',
  408: 'The file arrives too slowly',
  409: 'The upload stands elsewhere; ask with HEAD where',
  412: 'The record has changed since you read it; `current` holds it as it is now',
  413: 'The body is larger than 8 MiB, or than 64 KiB where no credentials are needed; a file than its limit',
  422: 'The request is valid, but a state or a setting forbids it',
  429: 'Too many requests; Retry-After tells when to go on',
  500: 'A fault of the server; the description holds the request id',
  503: 'The storage does not answer; nothing was stored. Retry-After tells when to try again',
  507: 'There is no room for the file; nothing was stored',
}

/** The endpoint's own, and those that every endpoint may give. */
function errorsOf(endpoint: Endpoint): number[] {
  const { errors, access, method, body } = endpoint
  const common = [400, 429, 500, 503, ...(access === 'public' ? [] : [401])]
  if (method !== 'GET' && access !== 'public') common.push(403)
  if (body) common.push(413)
  // The Idempotency-Key of another request.
  if (isRepeatable(endpoint)) common.push(422)
  return [...new Set([...errors, ...common])].filter((status) => status in refusals).sort((a, b) => a - b)
}

function isCached({ method, list, reply }: Endpoint): boolean {
  return method === 'GET' && !list && reply !== undefined
}

/**
 * Path ids are digits for us and integers for everyone else. Where the contract names the type to send, what else is
 * taken, from programs that know no better, is not told.
 */
function tidy(schema: JsonSchema): JsonSchema {
  const copy: JsonSchema = structuredClone(schema)
  for (const property of Object.values(copy.properties ?? {})) {
    if (property.type === 'integer') delete property.pattern
    if (property.type !== undefined) delete property.anyOf
  }
  for (const name of ['anyOf', 'oneOf'] as const) {
    if (copy[name]) copy[name] = (copy[name] as JsonSchema[]).map(tidy)
  }
  return copy
}
