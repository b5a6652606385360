import { createRequire } from 'node:module'
import type { Endpoint } from '@aliquot/contract/endpoint'
import { users } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { browserAfter, givenPerson, PASSWORD } from '../../../test/browser.ts'
import { type Reply, testApp } from '../../../test/harness.ts'
import type { JsonSchema } from '../../http/answers/json-schema.ts'
import { forEachType } from './entry-types.ts'
import type { OpenApi, Operation, Parameter, Response } from './openapi-document.ts'

/** Ajv comes with Fastify; OpenAPI 3.1 uses its 2020 dialect. */
const Ajv2020 = createRequire(createRequire(import.meta.url).resolve('fastify'))('ajv/dist/2020')

async function readOpenApi(): Promise<{ api: OpenApi; test: Awaited<ReturnType<typeof testApp>> }> {
  const test = await testApp()
  const { status, body, headers } = await test.as(undefined).get<OpenApi>('openapi.json')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  return { api: body, test }
}

test('the document is open to all, and says which OpenAPI it is', async () => {
  const { api } = await readOpenApi()
  expect(api).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { title: 'Aliquot REST API', version: '2' },
    servers: [{ url: '/api/v2' }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  })
})

/** These speak another protocol and are bound separately. */
const RESUMABLE = [
  'deleteResumableUpload delete /resumable-uploads/{id}',
  'headResumableUpload head /resumable-uploads/{id}',
  'patchResumableUpload patch /resumable-uploads/{id}',
  'postResumableUpload post /resumable-uploads',
]

test('it has every bound endpoint, once', async () => {
  const { api, test } = await readOpenApi()
  const described = operationsOf(api).map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)
  const bound = describedOf(test.app.bound).flatMap(({ name, method, path, content }) => {
    const place = path.replace(/:(\w+)/g, '{$1}')
    const head = content ? [`head${name.charAt(0).toUpperCase()}${name.slice(1)} head ${place}`] : []
    return [`${name} ${method.toLowerCase()} ${place}`, ...head]
  })
  expect(described.sort()).toEqual([...bound, ...RESUMABLE].sort())
  expect(new Set(operationsOf(api).map(({ operation }) => operation.operationId)).size).toBe(described.length)
})

test('every reference leads somewhere', async () => {
  const { api } = await readOpenApi()
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '')
  expect(references.length).toBeGreaterThan(50)
  for (const target of new Set(references)) expect(resolve(api, target), target).toBeTypeOf('object')
})

test('every part of a path is declared, and nothing else is', async () => {
  const { api } = await readOpenApi()
  for (const { path, operation } of operationsOf(api)) {
    const parameters = (operation.parameters ?? []).map((parameter) =>
      '$ref' in parameter ? (resolve(api, parameter.$ref) as Parameter) : parameter,
    )
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort())
    for (const { required } of declared) expect(required).toBe(true)
    expect(new Set(parameters.map(({ in: place, name }) => `${place} ${name}`)).size).toBe(parameters.length)
  }
})

test('every schema in it is valid JSON Schema', async () => {
  const { api } = await readOpenApi()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...api })
  const schemas = schemasOf(api)
  expect(schemas.length).toBeGreaterThan(50)
  for (const pointer of schemas) expect(() => ajv.compile({ $ref: `api#${pointer}` }), pointer).not.toThrow()
})

test('what the service answers fits what the document says', async () => {
  const { api, test } = await readOpenApi()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...api })
  const ada = await test.given.user()
  const id = await test.given.experiment(ada, { title: 'Crystals', tags: ['a'], metadata: '{"a": 1}' })
  await test.as(ada).post(`experiments/${id}/comments`, { comment: 'x' })
  const made = async (type: string) => (await test.as(ada).post(type, { title: 'Lamp' })).id
  for (const [path, template] of [
    ['info', '/info'],
    ['apikeys', '/apikeys'],
    ['experiments', '/experiments'],
    [`experiments/${id}`, '/experiments/{id}'],
    [`items/${await made('items')}`, '/items/{id}'],
    [`experiments_templates/${await made('experiments_templates')}`, '/experiments_templates/{id}'],
    [`items_types/${await made('items_types')}`, '/items_types/{id}'],
    ['info/growth', '/info/growth'],
    ['teams/current/teamgroups', '/teams/{id}/teamgroups'],
    [`experiments/${id}/comments`, '/{entity_type}/{id}/comments'],
    [`experiments/${id}/tags`, '/{entity_type}/{id}/tags'],
    ['users/me', '/users/{id}'],
    ['teams/current', '/teams/{id}'],
    ['session', '/session'],
    ['setup', '/setup'],
  ]) {
    const pointer = `/paths/${escapePointer(template ?? '')}/get/responses/200/content/application~1json/schema`
    const validate = ajv.compile({ $ref: `api#${pointer}` })
    const { status, body } = await test.as(ada).get(path ?? '')
    expect(status, path).toBe(200)
    expect(validate(body) || validate.errors, path).toBe(true)
  }
  const refused = await test.as(ada).get('experiments/999999')
  const validate = ajv.compile({ $ref: 'api#/components/schemas/Error' })
  expect(validate(refused.body) || validate.errors).toBe(true)
})

/** Headers for clients. The others belong to HTTP itself, or are for browsers. */
const TOLD = [
  ...['x-request-id', 'location', 'etag', 'x-total-count', 'x-total-count-relation', 'link'],
  ...['retry-after', 'www-authenticate', 'set-cookie'],
]

test('every answer has the status, the headers and the body that the document tells', async () => {
  const { api, test } = await readOpenApi()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', ...api })
  const [ada, ben] = [await test.given.user(), await test.given.user()]
  const id = await test.given.experiment(ada)
  const { headers } = await test.as(ada).get(`experiments/${id}`)
  const stale = { 'if-match': '"999-x"' }
  const once = { 'idempotency-key': 'k' }
  const limited = await testApp({ RATE_LIMIT: '1' })
  const cy = await limited.given.user()
  const account = { email: (await givenPerson(test)).email, password: PASSWORD }
  const signedIn = await test.as(undefined).post('session', account)
  const calls: [name: string, status: number, ask: () => Promise<Reply>][] = [
    ['readExperiments', 200, () => test.as(ada).get('experiments?limit=1')],
    ['readExperiment', 200, () => test.as(ada).get(`experiments/${id}`)],
    ['readExperiment', 304, () => test.as(ada).get(`experiments/${id}`, { 'if-none-match': headers.etag ?? '' })],
    ['readExperiment', 401, () => test.as(undefined).get(`experiments/${id}`)],
    ['readExperiment', 404, () => test.as(ada).get('experiments/999')],
    ['readExperiments', 400, () => test.as(ada).get('experiments?extended=(')],
    ['patchExperiment', 200, () => test.as(ada).patch(`experiments/${id}`, { title: 'x' })],
    ['patchExperiment', 403, () => test.as(ben).patch(`experiments/${id}`, { title: 'x' })],
    ['patchExperiment', 412, () => test.as(ada).patch(`experiments/${id}`, { title: 'x' }, stale)],
    ['postExperiment', 201, () => test.as(ada).post('experiments', {}, once)],
    ['postFavtags', 422, () => test.as(ada).post('favtags', { tag: 'x' }, once)],
    ['postEntityComments', 422, () => test.as(ada).post(`experiments/${id}/comments`, { comment: 'x' }, once)],
    ['postSession', 201, async () => signedIn],
    ['deleteSession', 204, () => browserAfter(test.app, signedIn).delete('session')],
    ['getInfo', 200, () => limited.as(cy).get('info')],
    ['getInfo', 429, () => limited.as(cy).get('info')],
  ]
  for (const [name, status, ask] of calls) {
    const reply = await ask()
    expect(reply.status, name).toBe(status)
    const found = operationsOf(api).find(({ operation }) => operation.operationId === name)
    const declared = found?.operation.responses[status]
    expect(declared, `${name} ${status}`).toBeDefined()
    const told = (declared && '$ref' in declared ? resolve(api, declared.$ref) : declared) as Response
    const names = Object.keys(told.headers ?? {}).map((header) => header.toLowerCase())
    const sent = TOLD.filter((header) => reply.headers[header] !== undefined)
    expect(names, `${name} ${status}`).toEqual(expect.arrayContaining(sent))
    const schema = told.content?.['application/json']?.schema
    if (!schema) continue
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')))
    expect(validate(reply.body) || validate.errors, `${name} ${status}`).toBe(true)
  }
})

test('a schema that says its type says no other types beside it', async () => {
  const { api } = await readOpenApi()
  const wavering: string[] = []
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    if ('anyOf' in value && 'type' in value && !at.endsWith('/properties')) wavering.push(at)
    for (const [key, inner] of Object.entries(value)) look(inner, `${at}/${key}`)
  }
  look(api, '')
  expect(wavering).toEqual([])
})

test('whatever takes an Idempotency-Key tells that another body is refused', async () => {
  const { api } = await readOpenApi()
  const taking = operationsOf(api).filter(({ operation }) =>
    operation.parameters?.some((parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey')),
  )
  expect(taking.length).toBeGreaterThan(15)
  for (const { operation } of taking) expect(operation.responses, operation.operationId).toHaveProperty('422')
})

test('the words that stand for an id are told', async () => {
  const { api } = await readOpenApi()
  const idOf = (path: string) => api.paths[path]?.get?.parameters?.[0]
  expect(idOf('/users/{id}')).toMatchObject({ schema: { anyOf: [{ type: 'integer' }, { const: 'me' }] } })
  expect(idOf('/users/{id}/notifications')).toMatchObject({ schema: { anyOf: [{}, { const: 'me' }] } })
  expect(idOf('/teams/{id}/tags')).toMatchObject({ schema: { anyOf: [{}, { const: 'current' }] } })
  expect(idOf('/apikeys/{id}')).toMatchObject({ schema: { type: 'integer' } })
})

test('every operation but the public ones asks for a key, and tells its refusals', async () => {
  const { api, test } = await readOpenApi()
  expect(api.security).toContainEqual({ token: [] })
  for (const endpoint of describedOf(test.app.bound)) {
    const found = operationsOf(api).find(({ operation }) => operation.operationId === endpoint.name)
    const statuses = Object.keys(found?.operation.responses ?? {}).map(Number)
    expect(statuses, endpoint.name).toEqual(expect.arrayContaining([endpoint.status, 400, ...endpoint.errors]))
    if (endpoint.access === 'public') expect(found?.operation.security, endpoint.name).toEqual([])
    else expect(found?.operation, endpoint.name).not.toHaveProperty('security')
  }
})

test('every endpoint that takes a body has an example of one, which it takes', async () => {
  const { app } = await testApp()
  for (const { body, example, form, name } of app.bound.map(({ endpoint }) => endpoint)) {
    if (!body || form) continue
    expect.soft(example, `${name} has no example: add \`example: { … }\` to its endpoint in contract/src`).toBeDefined()
    expect.soft(body.safeParse(example), name).toMatchObject({ success: true })
    // It is shown between single quotes of a shell.
    expect.soft(JSON.stringify(example), name).not.toContain("'")
  }
})

test('it is not sent again to who has it', async () => {
  const { test } = await readOpenApi()
  const { headers } = await test.as(undefined).get('openapi.json')
  const again = await test.as(undefined).get('openapi.json', { 'if-none-match': headers.etag ?? '' })
  expect(again).toMatchObject({ status: 304, body: '' })
})

test('the page lists every operation, loads nothing from elsewhere and runs nothing inline', async () => {
  const { app } = await testApp()
  const page = await app.inject({ method: 'GET', url: '/api/docs' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  for (const { name } of describedOf(app.bound)) expect(page.body).toContain(`<article id="${name}">`)
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(page.body).not.toMatch(/<style|style="|\son\w+="|<script>/)
  for (const [, asset] of page.body.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
    expect((await app.inject({ method: 'GET', url: asset ?? '' })).statusCode, asset).toBe(200)
  }
  const targets = [...page.body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  for (const id of new Set(targets)) expect(page.body, id).toContain(`id="${id}"`)
})

test('every operation, group, parameter, schema and property is described', async () => {
  const { api } = await readOpenApi()
  const bare: string[] = []
  for (const { name, description } of api.tags) if (!description) bare.push(`group ${name}`)
  for (const { operation } of operationsOf(api)) {
    const { operationId, description, parameters = [] } = operation
    if (!description) bare.push(operationId)
    for (const parameter of parameters) {
      if (!('$ref' in parameter) && !parameter.description) bare.push(`${operationId} ${parameter.name}`)
    }
  }
  for (const [name, schema] of Object.entries(api.components.schemas)) {
    if (!schema.description) bare.push(name)
    for (const { at, property } of propertiesOf(schema, name)) if (!property.description) bare.push(at)
  }
  expect(bare).toEqual([])
})

test('every JSON answer has an example, and every body that is not empty', async () => {
  const { api } = await readOpenApi()
  const bare = operationsOf(api).flatMap(({ operation }) =>
    Object.values(operation.responses)
      .flatMap((response) => ('$ref' in response ? [] : (response.content?.['application/json'] ?? [])))
      .filter(({ example }) => example === undefined)
      .map(() => operation.operationId),
  )
  expect(bare).toEqual([])
})

test('types are those that one should send: no bounds of JavaScript, no value of any plain type', async () => {
  const { api } = await readOpenApi()
  const text = JSON.stringify(api)
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  const loose = Object.entries(api.components.schemas).flatMap(([name, schema]) =>
    propertiesOf(schema, name).filter(({ property }) => {
      const types = [property.type, ...(property.anyOf ?? []).map(({ type }) => type)].flat()
      return new Set(types.filter((type) => type !== undefined && type !== 'null')).size > 1
    }),
  )
  expect(loose.map(({ at }) => at)).toEqual([])
})

test('an entry is written with the settings of its type, and with actions that are there', async () => {
  const { api } = await readOpenApi()
  const keys = (name: string) => propertiesOf(api.components.schemas[name] ?? {}, '').map(({ at }) => at.slice(1))
  expect(keys('PatchExperimentRequest')).not.toContain('is_bookable')
  expect(keys('PatchItemRequest')).toEqual(expect.arrayContaining(['is_bookable', 'canbook']))
  expect(keys('PatchItemRequest')).not.toContain('canread_target')
  expect(keys('PostItemTypeRequest')).toEqual(expect.arrayContaining(['canread_target', 'color', 'entity']))
  expect(keys('PostExperimentRequest')).toEqual(expect.arrayContaining(['template', 'title', 'tags']))
  const text = JSON.stringify(api.components.schemas.PatchExperimentRequest)
  for (const action of ['timestamp', 'bloxberg', 'sign']) expect(text).not.toContain(`"${action}"`)
})

test('what can be tried out with the example of patchUser does no harm', () => {
  expect(JSON.stringify(users.patch.example)).not.toMatch(/password|email|sysadmin|archive/)
})

/** The documented operations: one per type where entries differ. */
function describedOf(bound: readonly { endpoint: Endpoint }[]): Endpoint[] {
  return bound.flatMap(({ endpoint }) => forEachType(endpoint))
}

function propertiesOf(schema: JsonSchema, at: string): { at: string; property: JsonSchema }[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    { at: `${at}.${name}`, property },
    ...propertiesOf(property, `${at}.${name}`),
  ])
  const inner = [schema.anyOf, schema.oneOf, schema.items].flat().filter((part) => part !== undefined)
  return [...own, ...inner.flatMap((part) => propertiesOf(part as JsonSchema, at))]
}

function operationsOf(api: OpenApi): { path: string; method: string; operation: Operation }[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
}

function resolve(api: OpenApi, target: string): unknown {
  expect(target.startsWith('#/')).toBe(true)
  return target
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], api)
}

/** JSON pointers of all `schema` keys and of the named schemas. */
function schemasOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const pointer = `${at}/${escapePointer(key)}`
    const isSchema = key === 'schema' || at === '/components/schemas'
    return isSchema ? [pointer] : schemasOf(inner, pointer)
  })
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~')
}
