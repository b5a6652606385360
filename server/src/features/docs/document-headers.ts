import type { Endpoint } from '@aliquot/contract/endpoint'
import type { Parameter, Ref } from './openapi-document.ts'

export const requestHeaders: Record<string, Parameter> = {
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
      'Any text of yours. Sent again within 24 hours (7 days for saves of entries and for files) with the same body, the first answer is given again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The last `id` that you got: the stream goes on behind it. Browsers send it by themselves.',
    schema: { type: 'string' },
  },
  ChangeReason: {
    name: 'X-Change-Reason',
    in: 'header',
    description: 'Why you change this, percent-encoded; the history tells it. Some teams want it with every change.',
    schema: { type: 'string', maxLength: 4500 },
  },
}

export function requestHeadersOf(endpoint: Endpoint): Ref[] {
  const named = (name: string): Ref => ({ $ref: `#/components/parameters/${name}` })
  if (isCached(endpoint)) return [named('IfNoneMatch')]
  if (isEvents(endpoint)) return [named('LastEventId')]
  const isOfEntry = endpoint.path.startsWith('/:entity_type/:id') && endpoint.method !== 'GET'
  const reason = isOfEntry ? [named('ChangeReason')] : []
  const once = isRepeatable(endpoint) ? [named('IdempotencyKey')] : []
  return [...(endpoint.errors.includes(412) ? [named('IfMatch')] : []), ...once, ...reason]
}

export function isRepeatable({ method, access, repeatable }: Endpoint): boolean {
  return repeatable || (method === 'POST' && access !== 'public')
}

export function isCached({ method, list, reply }: Endpoint): boolean {
  return method === 'GET' && !list && reply !== undefined
}

/** Server-sent events. */
export function isEvents({ content }: Endpoint): boolean {
  return content?.includes('text/event-stream') === true
}

export const answerHeaders = {
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
  'Content-Disposition': header('Name of the file, and whether a browser shows or stores it'),
  'Set-Cookie': header('The cookie of the session, or its end'),
  'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } },
  'WWW-Authenticate': header('How to authenticate'),
}
export type AnswerHeader = keyof typeof answerHeaders

export function namedHeaders(names: readonly AnswerHeader[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function header(description: string) {
  return { description, schema: { type: 'string' } }
}
