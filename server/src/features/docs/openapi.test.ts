import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { exampleBodies } from './example-bodies.ts'
import type { OpenApi, Operation, Parameter } from './openapi.ts'

/** Ajv comes with Fastify; its 2020 dialect is the one of OpenAPI 3.1. */
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

/** They speak another protocol, and are bound on their own. */
const RESUMABLE = [
  'deleteResumableUpload delete /resumable-uploads/{id}',
  'headResumableUpload head /resumable-uploads/{id}',
  'patchResumableUpload patch /resumable-uploads/{id}',
  'postResumableUpload post /resumable-uploads',
]

test('it has every bound endpoint, once', async () => {
  const { api, test } = await readOpenApi()
  const described = operationsOf(api).map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)
  const bound = test.app.bound.map(
    ({ endpoint: { name, method, path } }) => `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
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
  for (const [path, template] of [
    ['info', '/info'],
    ['apikeys', '/apikeys'],
    ['experiments', '/{entity_type}'],
    [`experiments/${id}`, '/{entity_type}/{id}'],
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

test('every operation but the public ones asks for a key, and tells its refusals', async () => {
  const { api, test } = await readOpenApi()
  expect(api.security).toContainEqual({ token: [] })
  for (const { endpoint } of test.app.bound) {
    const found = operationsOf(api).find(({ operation }) => operation.operationId === endpoint.name)
    const statuses = Object.keys(found?.operation.responses ?? {}).map(Number)
    expect(statuses, endpoint.name).toEqual(expect.arrayContaining([endpoint.status, 400, ...endpoint.errors]))
    if (endpoint.access === 'public') expect(found?.operation.security, endpoint.name).toEqual([])
    else expect(found?.operation, endpoint.name).not.toHaveProperty('security')
  }
})

test('the example bodies are ones that their endpoints take', async () => {
  const { app } = await testApp()
  for (const [name, body] of Object.entries(exampleBodies)) {
    const endpoint = app.bound.find((bound) => bound.endpoint.name === name)?.endpoint
    expect(endpoint?.body?.safeParse(body), name).toMatchObject({ success: true })
    // They stand between single quotes of a shell.
    expect(JSON.stringify(body), name).not.toContain("'")
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
  for (const { endpoint } of app.bound) expect(page.body).toContain(`<article id="${endpoint.name}">`)
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(page.body).not.toMatch(/<style|style="|\son\w+="|<script>/)
  for (const [, asset] of page.body.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
    expect((await app.inject({ method: 'GET', url: asset ?? '' })).statusCode, asset).toBe(200)
  }
  const targets = [...page.body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  for (const id of new Set(targets)) expect(page.body, id).toContain(`id="${id}"`)
})

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

/** JSON pointers of everything that is named `schema`, and of the named schemas. */
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
