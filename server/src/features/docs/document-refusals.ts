import type { Endpoint } from '@aliquot/contract/endpoint'
import { type Said, say } from '@aliquot/contract/refusals/say'
import { Refusal } from '../../errors.ts'
import { type AnswerHeader, isRepeatable, namedHeaders } from './document-headers.ts'
import type { Ref, Response } from './openapi-document.ts'

interface Described {
  description: string
  /** One of the refusals with this status. */
  example: Said
}

const REFUSALS: Readonly<Record<number, Described>> = {
  400: {
    description: 'The request is wrong; the message names the field',
    example: say('field.too_long', { field: 'title', most: 255 }),
  },
  401: { description: 'No credentials, or none that hold', example: say('auth.required') },
  403: { description: 'Not allowed', example: say('entry.may_not_change') },
  404: { description: 'There is no such record', example: say('entry.not_found') },
  408: { description: 'The file arrives too slowly', example: say('upload.too_slow') },
  409: {
    description: 'The upload stands elsewhere; ask with HEAD where',
    example: say('resumable.wrong_offset', { field: 'Upload-Offset' }),
  },
  412: {
    description: 'The record has changed since you read it; `current` holds it as it is now',
    example: say('request.stale'),
  },
  413: {
    description: 'The body is larger than 8 MiB, or than 64 KiB where no credentials are needed; a file than its limit',
    example: say('field.above_size', { field: 'body', most: 8 * 1024 ** 2 }),
  },
  422: {
    description: 'The request is valid, but a state or a setting forbids it',
    example: say('entry.archived'),
  },
  429: { description: 'Too many requests; Retry-After tells when to go on', example: say('request.too_many') },
  500: {
    description: 'A fault of the server; the description holds the request id',
    example: say('request.fault', { id: '5f2c81aa-1' }),
  },
  503: {
    description: 'The storage does not answer; nothing was stored. Retry-After tells when to try again',
    example: say('storage.database_silent'),
  },
  507: {
    description: 'There is no room for the file; nothing was stored',
    example: say('storage.no_room'),
  },
}

/** The shared refusals of the document by name. */
export function describeRefusals(): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, described]) => [`Error${status}`, describe(Number(status), described)]),
  )
}

function describe(status: number, { description, example: said }: Described): Response {
  const names: AnswerHeader[] = ['X-Request-Id']
  if (status === 401) names.push('WWW-Authenticate')
  if (status === 429 || status === 503) names.push('Retry-After')
  const schema = { $ref: '#/components/schemas/Error' }
  const example = new Refusal(status, said).answer
  return { description, headers: namedHeaders(names), content: { 'application/json': { schema, example } } }
}

/** The endpoint's own refusals, and those common to all endpoints. */
export function refusalsOf(endpoint: Endpoint): Record<string, Ref> {
  const { errors, access, method, body } = endpoint
  const common = [400, 429, 500, 503, ...(access === 'public' ? [] : [401])]
  if (method !== 'GET' && access !== 'public') common.push(403)
  if (body) common.push(413)
  // For an Idempotency-Key that another request used.
  if (isRepeatable(endpoint)) common.push(422)
  const statuses = [...new Set([...errors, ...common])].filter((status) => status in REFUSALS).sort((a, b) => a - b)
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))
}
