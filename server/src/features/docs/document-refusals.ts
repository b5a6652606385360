import type { Endpoint } from '@aliquot/contract/endpoint'
import { type AnswerHeader, isRepeatable, namedHeaders } from './document-headers.ts'
import type { Ref, Response } from './openapi-document.ts'

const REFUSALS: Record<number, string> = {
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

/** The shared refusals of the document by name. */
export function describeRefusals(): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(REFUSALS).map(([status, description]) => [`Error${status}`, describe(Number(status), description)]),
  )
}

function describe(status: number, description: string): Response {
  const names: AnswerHeader[] = ['X-Request-Id']
  if (status === 401) names.push('WWW-Authenticate')
  if (status === 429 || status === 503) names.push('Retry-After')
  const schema = { $ref: '#/components/schemas/Error' }
  const example = { code: status, message: description, description: '' }
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
