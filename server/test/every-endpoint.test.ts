import type { Endpoint } from '@aliquot/contract/endpoint'
import { expect, test } from 'vitest'
import { verify } from '../src/verify/verify.ts'
import { digestDatabase } from './digest.ts'
import { endpointsOf, exampleOf, examples, isMutating, missingExample } from './endpoint-examples.ts'
import { type Example, emptyWorld, prepareWorld, type World } from './example-world.ts'
import { type Reply, testApp } from './harness.ts'

/** Whole-table tests: what holds for every endpoint, also for future ones. */

/** The few endpoints that answer without credentials. Think twice before you add one. */
const PUBLIC = [
  'getSetup',
  'postPassword',
  'postPasswordForgot',
  'postPasswordLinkOwner',
  'postSession',
  'postSetup',
  'readSharedEntity',
  'readSharedFile',
  'readSharedUpload',
]

const UNKNOWN_KEY = `1-${'0'.repeat(64)}`

test('without credentials every endpoint but the public few answers 401', async () => {
  const { app, as } = await testApp()
  for (const endpoint of endpointsOf(app)) {
    const { status, headers, body } = await as(undefined).send(endpoint.method, pathOf(endpoint), {})
    if (endpoint.access === 'public') expect.soft(status, endpoint.name).not.toBe(401)
    else expect.soft({ status, body }, endpoint.name).toMatchObject({ status: 401, body: { code: 401 } })
    expect.soft(headers['x-request-id'], endpoint.name).toBeTruthy()
  }
  const named = endpointsOf(app).filter(({ access }) => access === 'public')
  expect(named.map(({ name }) => name).sort()).toEqual(PUBLIC)
})

test('with a wrong key every endpoint but the public few answers 401', async () => {
  const { app, as, given, ctx } = await testApp()
  const ada = await given.user()
  // Many wrong keys within a minute are rate-limited.
  let seconds = 0
  const start = Date.parse(ctx.now())
  ctx.now = () => new Date(start + 1000 * ++seconds).toISOString()
  const wrong = [UNKNOWN_KEY, `${ada.key}0`, ada.key.slice(0, -1), 'nonsense', ada.key.replace('-', '- ')]
  for (const [index, endpoint] of endpointsOf(app).entries()) {
    if (endpoint.access === 'public') continue
    const key = wrong[index % wrong.length]
    const { status, body } = await as(key).send(endpoint.method, pathOf(endpoint), {})
    expect.soft({ status, body }, `${endpoint.name} ${key}`).toMatchObject({ status: 401, body: { code: 401 } })
  }
})

test('with a read-only key every verb but GET answers 403, and nothing changes', async () => {
  const world = await prepareWorld()
  const key = await world.given.key(world.ada, false)
  const calls: [Endpoint, Example][] = []
  for (const endpoint of endpointsOf(world.app).filter(isMutating)) {
    if (endpoint.access !== 'public') calls.push([endpoint, await exampleOf(endpoint)(world)])
  }
  const before = await digestDatabase(world.ctx)
  for (const [endpoint, { params, body, form }] of calls) {
    const reply = await world.as(key).call(endpoint, { params, body, form })
    expect.soft(reply, endpoint.name).toMatchObject({ status: 403, body: { code: 403 } })
  }
  expect(await digestDatabase(world.ctx)).toEqual(before)
})

test('there is an example for every endpoint that changes something, and for nothing else', async () => {
  const { app } = await testApp()
  const mutating = endpointsOf(app)
    .filter(isMutating)
    .map(({ name }) => name)
  const examined = Object.keys(examples)
  expect(mutating.filter((name) => !examined.includes(name)).map(missingExample)).toEqual([])
  expect(examined.filter((name) => !mutating.includes(name))).toEqual([])
})

/** One stops a running answer. The other reads, but a token must not be in an address. */
const CHANGES_NOTHING = ['stopExport', 'postPasswordLinkOwner']
const changing = Object.keys(examples).filter((name) => !CHANGES_NOTHING.includes(name))

test.each(changing)('%s leaves an event in the journal, and the journal stays whole', async (name) => {
  const world = name === 'postSetup' ? await emptyWorld() : await prepareWorld()
  const endpoint = requireEndpoint(world, name)
  const example = await exampleOf(endpoint)(world)
  const before = await lastEvent(world)
  const rows = await digestDatabase(world.ctx)

  const reply = await callExample(world, endpoint, example)

  expect(reply).toMatchObject({ status: endpoint.status })
  expect(await lastEvent(world)).toBeGreaterThan(before)
  expect(await digestDatabase(world.ctx)).not.toEqual(rows)
  expect(await verify(world.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

const NO_JSON_OBJECT = ['{', '5', '"x"', 'null', '[1]', '{"a":1}}', '\u0000']

test('every endpoint refuses a body that is no JSON, and nothing changes', async () => {
  // A notebook that is set up cannot be set up again.
  const [fresh, world] = [await emptyWorld(), await prepareWorld()]
  await refuseBodies(fresh, ['postSetup'])
  await refuseBodies(
    world,
    Object.keys(examples).filter((name) => name !== 'postSetup'),
  )
})

async function refuseBodies(world: World, names: readonly string[]): Promise<void> {
  const calls: [Endpoint, Example][] = []
  for (const name of names) {
    const endpoint = requireEndpoint(world, name)
    calls.push([endpoint, await exampleOf(endpoint)(world)])
  }
  const rows = await digestDatabase(world.ctx)
  for (const [endpoint, example] of calls) {
    for (const body of NO_JSON_OBJECT) {
      const reply = await callExample(world, endpoint, { ...example, body } as never)
      expect
        .soft(reply, `${endpoint.name} ${body}`)
        .toMatchObject({ status: 400, body: { code: 400, reason: expect.stringMatching(/^field\./), field: 'body' } })
    }
  }
  expect(await digestDatabase(world.ctx)).toEqual(rows)
}

function callExample(
  world: World,
  endpoint: Endpoint,
  { params, body, form, cookie, nobody }: Example,
): Promise<Reply> {
  const client = world.as(nobody || cookie ? undefined : world.ada)
  return client.call(endpoint, { params, body, form, headers: cookie ? { cookie } : {} })
}

async function lastEvent({ ctx }: World): Promise<number> {
  const row = await ctx.db.read
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

function requireEndpoint({ app }: World, name: string): Endpoint {
  const found = endpointsOf(app).find((endpoint) => endpoint.name === name)
  if (!found) throw new Error(`No endpoint is named ${name}`)
  return found
}

function pathOf({ path }: Endpoint): string {
  return path.replace(':entity_type', 'experiments').replace(/:\w+/g, '1')
}
