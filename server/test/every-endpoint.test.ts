import type { Endpoint } from '@aliquot/contract/endpoint'
import { labels } from '@aliquot/contract/labels'
import { expect, test } from 'vitest'
import { changeSettings } from '../src/features/config/config.service.ts'
import { offerSetup } from '../src/features/setup/setup.service.ts'
import { setAdmin, setSysadmin } from '../src/features/users/users.state.ts'
import { verify } from '../src/journal/verify.ts'
import { cookieOf, givenPerson, PASSWORD } from './browser.ts'
import { digestDatabase } from './digest.ts'
import { type Reply, type TestApp, type TestUser, testApp } from './harness.ts'

/** Whole-table tests: what holds for every endpoint, also for the one that is written tomorrow. */

/** The few that answer without credentials. A new one belongs here only after a second thought. */
const PUBLIC = ['getSetup', 'postPassword', 'postSession', 'postSetup', 'readSharedEntity']

const AUTHOR = { userid: null, via: 'test', address: '' }

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
  const { app, as, given } = await testApp()
  const ada = await given.user()
  const wrong = [UNKNOWN_KEY, `${ada.key}0`, ada.key.slice(0, -1), 'nonsense', ada.key.replace('-', '- ')]
  // One each: who tries many wrong keys is slowed down.
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
  for (const [endpoint, { params, body }] of calls) {
    const reply = await world.as(key).call(endpoint, { params, body })
    expect.soft(reply, endpoint.name).toMatchObject({ status: 403, body: { code: 403 } })
  }
  expect(await digestDatabase(world.ctx)).toEqual(before)
})

test('there is an example for every endpoint that changes something, and for nothing else', async () => {
  const { app } = await testApp()
  const mutating = endpointsOf(app).filter(isMutating)
  expect(Object.keys(examples).sort()).toEqual(mutating.map(({ name }) => name).sort())
})

interface Example {
  params?: Record<string, number | string>
  body?: object
  /** Other credentials than the key of ada. */
  cookie?: string
  nobody?: true
}

type MakeExample = (world: World) => Promise<Example> | Example

/** One call of each mutating endpoint that succeeds and changes something. */
const examples: Record<string, MakeExample> = {
  postApikeys: () => ({ body: { name: 'balance', canwrite: 1 } }),
  deleteApikey: async ({ given, ada }) => ({ params: { id: Number.parseInt(await given.key(ada), 10) } }),

  postEntity: () => ({ params: { entity_type: 'experiments' }, body: { title: 'Crystals' } }),
  postEntityAction: ({ id }) => ({ params: entry(id), body: { action: 'duplicate' } }),
  patchEntity: ({ id }) => ({ params: entry(id), body: { title: 'Crystals, second batch' } }),
  deleteEntity: ({ id }) => ({ params: entry(id) }),

  postEntityComments: ({ id }) => ({ params: entry(id), body: { comment: 'Yield is low' } }),
  patchEntityComment: ({ id, comment }) => ({ params: { ...entry(id), subid: comment }, body: { comment: 'Or not' } }),
  deleteEntityComment: ({ id, comment }) => ({ params: { ...entry(id), subid: comment } }),

  postEntityTags: ({ id }) => ({ params: entry(id), body: { tag: 'PCR' } }),
  patchEntityTag: ({ id, tag }) => ({ params: { ...entry(id), subid: tag }, body: { action: 'unreference' } }),
  deleteEntityTags: ({ id }) => ({ params: entry(id) }),

  patchUser: ({ ada }) => ({
    params: { id: ada.id },
    body: { action: 'updatepassword', current_password: PASSWORD, password: 'quite another sentence' },
  }),

  patchUserNotification: async (world) => ({ params: await notified(world), body: { is_ack: 1 } }),
  patchUserNotifications: async (world) => ({ params: await notified(world), body: { is_ack: 1 } }),
  deleteUserNotification: async (world) => ({ params: await notified(world) }),
  deleteUserNotifications: async (world) => ({ params: await notified(world) }),

  patchConfig: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { body: { lang: 'fr_FR' } }
  },
  deleteConfig: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    await changeSettings(ctx, AUTHOR, { lang: 'fr_FR' })
    return {}
  },
  postTeams: async ({ ctx, ada }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { body: { name: 'Physics' } }
  },
  patchTeam: async (world) => ({ params: await administered(world), body: { announcement: 'No water on Friday' } }),
  deleteTeam: async ({ ctx, ada, given }) => {
    await setSysadmin(ctx, AUTHOR, ada.id, true)
    return { params: { id: await given.team('Empty') } }
  },
  postTeamTags: async (world) => ({ params: await administered(world), body: { tag: 'ELISA' } }),
  patchTeamTag: async (world) => ({
    params: { ...(await administered(world)), subid: world.tag },
    body: { action: 'updatetag', tag: 'older' },
  }),
  deleteTeamTag: async (world) => ({ params: { ...(await administered(world)), subid: world.tag } }),
  postTeamgroups: async (world) => ({ params: await administered(world), body: { name: 'Microscopists' } }),
  patchTeamgroup: async (world) => ({ params: await grouped(world), body: { how: 'add', userid: world.ada.id } }),
  deleteTeamgroup: async (world) => ({ params: await grouped(world) }),
  ...labelExamples(),
  postView: () => ({ body: VIEW }),
  patchView: async (world) => ({ params: await viewed(world), body: { name: 'This week' } }),
  deleteView: async (world) => ({ params: await viewed(world) }),
  postFavtags: () => ({ body: { tag: 'old' } }),
  deleteFavtag: async ({ as, ada, tag }) => {
    await as(ada).post('favtags', { tag: 'old' })
    return { params: { id: tag } }
  },
  postUsers: async ({ ctx, ada }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { body: { email: 'new@example.org', firstname: 'Grace', lastname: 'Hopper' } }
  },
  postPasswordLink: async ({ ctx, ada, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    return { params: { id: (await given.user()).id }, body: {} }
  },
  postPassword: async ({ ctx, ada, as, given }) => {
    await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
    const { headers } = await as(ada).post(`users/${(await given.user()).id}/password_link`, {})
    const token = new URL(headers.location ?? '').searchParams.get('token')
    return { nobody: true, body: { token, password: PASSWORD } }
  },

  postSession: ({ ada }) => ({ nobody: true, body: { email: ada.email, password: PASSWORD } }),
  patchSession: ({ cookie, otherTeam }) => ({ cookie, body: { team: otherTeam } }),
  deleteSession: ({ cookie }) => ({ cookie }),
  deleteSessionById: () => ({ params: { id: 1 } }),
  deleteSessions: () => ({}),
  postSetup: async ({ ctx }) => ({
    nobody: true,
    body: { token: await offerSetup(ctx), firstname: 'A', lastname: 'B', email: 'a@example.org', password: PASSWORD },
  }),
}

test.each(Object.keys(examples))('%s leaves an event in the journal, and the journal stays whole', async (name) => {
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

test.each(Object.keys(examples))('%s refuses a body that is no JSON, and nothing changes', async (name) => {
  const world = name === 'postSetup' ? await emptyWorld() : await prepareWorld()
  const endpoint = requireEndpoint(world, name)
  const example = await exampleOf(endpoint)(world)
  const rows = await digestDatabase(world.ctx)
  for (const body of ['{', '5', '"x"', 'null', '[1]', '{"a":1}}', '\u0000']) {
    const reply = await callExample(world, endpoint, { ...example, body } as never)
    expect
      .soft(reply, body)
      .toMatchObject({ status: 400, body: { code: 400, message: expect.stringMatching(/^body: /) } })
  }
  expect(await digestDatabase(world.ctx)).toEqual(rows)
})

interface World extends Pick<TestApp, 'app' | 'ctx' | 'as' | 'given'> {
  ada: TestUser
  /** An experiment of ada's with a comment and a tag. */
  id: number
  comment: number
  tag: number
  otherTeam: number
  cookie: string
}

async function prepareWorld(): Promise<World> {
  const lab = await testApp()
  const { app, ctx, as, given } = lab
  const otherTeam = await given.team()
  const ada = await givenPerson(lab, { teams: [otherTeam] })
  const id = await given.experiment(ada, { title: 'Crystals', tags: ['old'] })
  const { id: comment } = await as(ada).post(`experiments/${id}/comments`, { comment: 'First' })
  const { body: tags } = await as(ada).get<{ tag_id: number }[]>(`experiments/${id}/tags`)
  const cookie = cookieOf(await as(undefined).post('session', { email: ada.email, password: PASSWORD }))
  return { app, ctx, as, given, ada, id, comment, tag: tags[0]?.tag_id ?? 0, otherTeam, cookie }
}

/** Where the notification is that somebody's comment on ada's experiment makes. */
async function notified({ as, given, ada, id }: World): Promise<Record<string, number>> {
  await as(await given.user()).post(`experiments/${id}/comments`, { comment: 'Well done' })
  const { body } = await as(ada).get<{ id: number }[]>('users/me/notifications')
  return { id: ada.id, subid: body[0]?.id ?? 0 }
}

/** Ada's team, of which she is admin now. */
async function administered({ ctx, ada }: World): Promise<Record<string, number>> {
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  return { id: ada.team }
}

/** A group of it. */
async function grouped(world: World): Promise<Record<string, number>> {
  const params = await administered(world)
  const { id } = await world.as(world.ada).post('teams/current/teamgroups', { name: 'Microscopists' })
  return { ...params, subid: id }
}

const VIEW = { name: 'Running', entity_type: 'experiments', search: '{}' }

async function viewed({ as, ada }: World): Promise<Record<string, number>> {
  return { id: (await as(ada).post('views', VIEW)).id }
}

function labelExamples(): Record<string, MakeExample> {
  const examples: Record<string, MakeExample> = {}
  for (const { add, patch, remove } of Object.values(labels)) {
    const labelled = async ({ as, ada }: World) => {
      const { id } = await as(ada).call(add, { params: { id: ada.team }, body: { name: 'Cloning' } })
      return { id: ada.team, subid: id }
    }
    examples[add.name] = ({ ada }) => ({ params: { id: ada.team }, body: { name: 'Cloning', color: '29aeb9' } })
    examples[patch.name] = async (world) => ({ params: await labelled(world), body: { title: 'Sequencing' } })
    examples[remove.name] = async (world) => ({ params: await labelled(world) })
  }
  return examples
}

async function emptyWorld(): Promise<World> {
  const { app, ctx, as, given } = await testApp()
  const ada = { id: 0, email: '', team: 1, key: '' }
  return { app, ctx, as, given, ada, id: 0, comment: 0, tag: 0, otherTeam: 0, cookie: '' }
}

function callExample(world: World, endpoint: Endpoint, { params, body, cookie, nobody }: Example): Promise<Reply> {
  const client = world.as(nobody || cookie ? undefined : world.ada)
  return client.call(endpoint, { params, body, headers: cookie ? { cookie } : {} })
}

async function lastEvent({ ctx }: World): Promise<number> {
  const row = await ctx.db.read
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

function endpointsOf(app: TestApp['app']): Endpoint[] {
  return app.bound.map(({ endpoint }) => endpoint)
}

function requireEndpoint({ app }: World, name: string): Endpoint {
  const found = endpointsOf(app).find((endpoint) => endpoint.name === name)
  if (!found) throw new Error(`No endpoint is named ${name}`)
  return found
}

function exampleOf({ name }: Endpoint): MakeExample {
  const example = examples[name]
  if (!example) throw new Error(`${name} needs an example in this file`)
  return example
}

function isMutating({ method }: Endpoint): boolean {
  return method !== 'GET'
}

function pathOf({ path }: Endpoint): string {
  return path.replace(':entity_type', 'experiments').replace(/:\w+/g, '1')
}

function entry(id: number): Record<string, number | string> {
  return { entity_type: 'experiments', id }
}
