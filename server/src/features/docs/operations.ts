import type { Endpoint } from '@aliquot/contract/endpoint'
import { FIELD_WORDS } from '@aliquot/contract/field-words'
import type { z } from 'zod'
import type { JsonSchema } from '../../http/answers/json-schema.ts'
import { type AnswerHeader, isCached, isEvents, namedHeaders, requestHeadersOf } from './document-headers.ts'
import { refusalsOf } from './document-refusals.ts'
import type { DocumentSchemas } from './document-schemas.ts'
import type { Content, Operation, Parameter, Response } from './openapi-document.ts'
import { describePathId } from './path-ids.ts'

export function describeOperation(schemas: DocumentSchemas, endpoint: Endpoint): Operation {
  const { name } = endpoint
  const content = requestContent(schemas, endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describeAtLength(endpoint),
    tags: [endpoint.tag.name],
    ...(endpoint.access === 'public' && { security: [] }),
    parameters: [
      // The others belong to aliases of the path.
      ...parametersOf(schemas, endpoint, 'path').filter(({ name }) => endpoint.path.includes(`:${name}`)),
      ...parametersOf(schemas, endpoint, 'query').filter(({ name }) => !endpoint.hidden?.includes(name)),
      ...requestHeadersOf(endpoint),
    ],
    ...(content && { requestBody: { required: endpoint.form !== undefined, content } }),
    responses: {
      [endpoint.status]: describeSuccess(schemas, endpoint),
      ...(isCached(endpoint) && {
        304: {
          description: 'Nothing has changed since If-None-Match',
          headers: namedHeaders(['X-Request-Id', 'ETag']),
        },
      }),
      ...refusalsOf(endpoint),
    },
  }
}

/** The HEAD variant without a body: the size and type of a file. */
export function describeHead(operation: Operation): Operation {
  const [[status, success] = ['200', { description: 'Done' }], ...others] = Object.entries(operation.responses)
  const { content: _, ...head } = success as Response
  return {
    ...operation,
    operationId: `head${capital(operation.operationId)}`,
    summary: `${operation.summary}: the headers alone`,
    description: 'As GET, without the body. `Content-Length` tells the size where it is known.',
    responses: { [status]: head, ...Object.fromEntries(others) },
  }
}

/** What this operation does, and what all of its kind do. */
function describeAtLength(endpoint: Endpoint): string {
  const { summary, details, list, method, status, errors, content } = endpoint
  const sentences: string[] = []
  if (details) sentences.push(details)
  if (list) sentences.push('`limit` and `offset` cut out a page; `X-Total-Count` tells how many there are.')
  if (status === 201 && !endpoint.setsCookie)
    sentences.push('The answer is empty: `Location` holds the address of what was made, and ends with its id.')
  if (method === 'PATCH' && endpoint.reply) sentences.push('Only what is sent changes, all of it or nothing.')
  if (errors.includes(412)) sentences.push('With `If-Match`, it is refused when somebody else was faster (412).')
  if (content) sentences.push('A refusal is JSON.')
  return sentences.join(' ') || `${summary}.`
}

function requestContent(schemas: DocumentSchemas, endpoint: Endpoint): Content | undefined {
  const { body, example, form, name, summary } = endpoint
  const described = `What is sent to: ${summary}`
  // The JSON variant of a form is documented as another operation.
  if (form)
    return { 'multipart/form-data': { schema: schemas.named(form, 'input', `${capital(name)}Form`, described) } }
  if (!body) return undefined
  const schema = schemas.named(body, 'input', `${capital(name)}Request`, described)
  return { 'application/json': { schema, example: example ?? {} } }
}

function parametersOf(schemas: DocumentSchemas, endpoint: Endpoint, place: 'path' | 'query'): Parameter[] {
  const schema: z.ZodType | undefined = place === 'path' ? endpoint.params : endpoint.query
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.inline(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...rest }]) => {
    const words = place === 'path' && describePathId(endpoint.path, name)
    const parameter = {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: words || String(description ?? FIELD_WORDS[name] ?? ''),
      schema: rest,
    }
    return withAlias(endpoint, parameter)
  })
}

/** Words that may replace an id. They work wherever an id does, but are documented only here. */
const ALIASES = { '/users/:id': 'me', '/teams/:id': 'current' }

function withAlias({ path }: Endpoint, parameter: Parameter): Parameter {
  const alias = Object.entries(ALIASES).find(([place]) => path === place || path.startsWith(`${place}/`))?.[1]
  if (!alias || parameter.name !== 'id' || parameter.in !== 'path') return parameter
  return { ...parameter, schema: { anyOf: [parameter.schema, { const: alias }] } }
}

const SUCCESS = {
  200: 'Done',
  201: 'Created; the body is empty',
  202: 'Noted; the body is empty',
  204: 'Done; there is no body',
}

function describeSuccess(schemas: DocumentSchemas, endpoint: Endpoint): Response {
  const { status, reply, list, content } = endpoint
  const names: AnswerHeader[] = ['X-Request-Id']
  if (status === 201) names.push('Location')
  if (endpoint.setsCookie) names.push('Set-Cookie')
  if (list) names.push('X-Total-Count', 'X-Total-Count-Relation', 'Link')
  else if (reply && status === 200) names.push('ETag')
  if (endpoint.orEmptyList) names.push('X-Saved-Version')
  if (content && !isEvents(endpoint)) names.push('Content-Disposition')
  return {
    description: isEvents(endpoint) ? 'The events' : content ? 'The file' : SUCCESS[status],
    headers: namedHeaders(names),
    ...(reply && { content: { 'application/json': { schema: replySchema(schemas, endpoint, reply) } } }),
    ...(content && {
      content: Object.fromEntries(content.map((type) => [type, contentOf(endpoint)])),
    }),
  }
}

function contentOf(endpoint: Endpoint): Content[string] {
  const { contentExample: example } = endpoint
  const schema = { type: 'string', ...(!isEvents(endpoint) && { format: 'binary' }) }
  return example === undefined ? { schema } : { schema, example }
}

function replySchema(schemas: DocumentSchemas, { name, summary }: Endpoint, reply: z.ZodType): JsonSchema {
  return schemas.named(reply, 'output', `${capital(name)}Answer`, `What is answered to: ${summary}`)
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
