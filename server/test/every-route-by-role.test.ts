import { EntityType } from '@aliquot/contract/common'
import type { Endpoint } from '@aliquot/contract/endpoint'
import { expect, test } from 'vitest'
import { archiveMembership } from '../src/features/users/users.memberships.ts'
import { DEPOSIT_OPERATIONS } from '../src/http/auth/deposit-rules.ts'
import { digestDatabase } from './digest.ts'
import { endpointsOf, exampleOf, isMutating } from './endpoint-examples.ts'
import { type Example, prepareWorld, revised, type World } from './example-world.ts'
import { oneFile } from './forms.ts'
import type { Client, Reply } from './harness.ts'

/**
 * Every route, by each of its paths, called on Ada's and her team's records by people who should not have access. Each
 * is refused, unless `access` of its endpoint says otherwise.
 */
const ROLES = [
  'user of another team',
  'read-only sharee',
  'archived user',
  'read-only key',
  'deposit key',
  'deposit key of the entries',
  'anonymous',
] as const
type Role = (typeof ROLES)[number]

/** Refused for a reason other than ownership: a key has no session, and tags are looked up by name. */
const REFUSED_OTHERWISE: Readonly<Record<string, number>> = { patchSession: 422, deleteSession: 422, postFavtags: 400 }

const ALLOWED: Readonly<Record<Role, (endpoint: Endpoint) => boolean>> = {
  'user of another team': ({ access }) => access === 'account',
  'read-only sharee': ({ access }) => access === 'account' || access === 'readers',
  'archived user': () => false,
  'read-only key': (endpoint) => !isMutating(endpoint) && endpoint.access !== 'public',
  'deposit key': ({ name }) => ['getDeposits', 'getDepositTargets', 'postAgents'].includes(name),
  // Experiments and resources only, so it is tested with the key itself.
  'deposit key of the entries': ({ name }) => DEPOSIT_OPERATIONS.includes(name),
  anonymous: () => false,
}

/** Part of every main text of Ada. */
const SECRET = 'Zanzibar'

interface Call {
  name: string
  endpoint: Endpoint
  example: Example
  /** By an alias path. */
  alias?: true
}

/** Reads, but records an event about the export. */
function isExport({ endpoint, example }: Call): boolean {
  return /\/download\/(csv|eln|zip)$/.test(endpoint.path) || /^(csv|eln|elnhtml|zip)$/.test(example.query?.format ?? '')
}

/** Without a target: no tag to remove, no entry to link to. */
function isNameless({ alias, endpoint }: Call): boolean {
  return alias === true && !endpoint.path.endsWith('/:subid')
}

/** For hundreds of calls on a busy machine. */
const MANY_CALLS_MS = 120_000

test.each(ROLES)(
  '%s: every route answers as it should, and what is refused changes nothing',
  async (role) => {
    const world = await prepareWorld()
    const calls = await callsOf(world, await givenPlaces(world))
    const client = await clientOf(world, role)
    // Many wrong keys within a minute are rate-limited.
    let seconds = 0
    const start = Date.parse(world.ctx.now())
    world.ctx.now = () => new Date(start + 1000 * ++seconds).toISOString()
    const isAllowed = ({ endpoint }: Call) => ALLOWED[role](endpoint)
    const before = await digestDatabase(world.ctx)
    for (const call of calls.filter((one) => !isAllowed(one))) {
      const reply = await send(client, call)
      const hint = `${call.name}: refused to others, unless \`access\` of its endpoint in contract/src says who may`
      expect.soft(reply.status, hint).toSatisfy((status: number) => isRefusal(role, call, status))
      expect.soft(JSON.stringify(reply.body), call.name).not.toContain(SECRET)
    }
    expect(await digestDatabase(world.ctx)).toEqual(before)

    // An alias would repeat the same call.
    const allowed = calls.filter((one) => isAllowed(one) && !(one.alias && isMutating(one.endpoint)))
    if (role === 'deposit key of the entries') return
    for (const call of allowed.filter((one) => !isExport(one))) {
      const reply = await send(client, call)
      const isMissing = MADE_LATER.includes(call.endpoint.name) && reply.status === 404
      if (!isMissing) expect.soft(reply.status, call.name).toBe(call.endpoint.status)
      if (role === 'user of another team') expect.soft(JSON.stringify(reply.body), call.name).not.toContain(SECRET)
    }
    if (role === 'read-only key') expect(await digestDatabase(world.ctx)).toEqual(before)
    for (const call of allowed.filter(isExport)) {
      expect.soft((await send(client, call)).status, call.name).toBe(call.endpoint.status)
    }
  },
  MANY_CALLS_MS,
)

/** `subid` is not a child of the entry but the link target. */
const NAMES_ANOTHER = ['postEntityItemsLinks', 'postEntityExperimentsLinks']

/** The answers below another entry, if they are not 404. */
const ELSEWHERE: Readonly<Record<string, number>> = {
  // Removing a missing link or tag is a no-op.
  ...{ deleteEntityItemsLink: 204, deleteEntityExperimentsLink: 204, patchEntityTag: 200 },
  // Positions are counted per entry.
  ...{ readEntityTimelineItem: 200, readEntityThen: 200, patchEntityTimelineItem: 200 },
}

test(
  'what belongs to one entry is not found under another, nor under its number with another type',
  async () => {
    const world = await prepareWorld()
    const { as, ada } = world
    const calls = (await callsOf(world, await givenPlaces(world))).filter(({ endpoint }) =>
      endpoint.path.startsWith('/:entity_type/:id'),
    )
    expect(calls.length).toBeGreaterThan(200)
    const others = new Map<unknown, number>()
    for (const type of EntityType.options) others.set(type, (await as(ada).post(type, {})).id)
    const before = await digestDatabase(world.ctx)
    for (const call of calls) {
      const { name, endpoint, example, alias } = call
      const { entity_type, id, subid } = example.params ?? {}
      const other = EntityType.options.find((type) => type !== entity_type)
      const wrongType = { ...example, params: { entity_type: other ?? '', id: id ?? 0, subid: subid ?? 0 } }
      expect
        .soft((await send(as(ada), { name, endpoint, example: wrongType })).status, `${name}, other type`)
        .toBe(isNameless(call) ? 400 : 404)
      // In an alias, the last number means nothing.
      if (!endpoint.path.includes(':subid') || NAMES_ANOTHER.includes(endpoint.name) || (alias && isMutating(endpoint)))
        continue
      const elsewhere = { entity_type: entity_type ?? '', id: others.get(entity_type) ?? 0, subid: subid ?? 0 }
      const reply = await send(as(ada), { name, endpoint, example: { ...example, params: elsewhere } })
      expect.soft(reply.status, `${name}, other entry`).toBe(alias ? 200 : (ELSEWHERE[endpoint.name] ?? 404))
      expect.soft(JSON.stringify(reply.body), name).not.toContain(SECRET)
    }
    expect(await digestDatabase(world.ctx)).toEqual(before)
  },
  MANY_CALLS_MS,
)

/** Not endpoints of the contract: the API description, and uploads by another protocol with their own tests. */
const BESIDE_THE_CONTRACT = ['openapi.json', 'resumable-uploads', 'resumable-uploads/:id']

test('the routes that are walked here are all there are', async () => {
  const { app } = await prepareWorld()
  const named = endpointsOf(app).flatMap(({ method, path, aliases = [] }) =>
    [path, ...aliases].flatMap((one) =>
      EntityType.options.map((type) => `${method} /api/v2${one.replace(':entity_type', type)}`),
    ),
  )
  const bound = routesIn(app.printRoutes({ commonPrefix: false })).filter(
    (route) => !BESIDE_THE_CONTRACT.some((path) => route.endsWith(` /api/v2/${path}`)),
  )
  expect(bound.length).toBeGreaterThan(250)
  expect(bound.toSorted()).toEqual([...new Set(named)].toSorted())
})

/** `GET /api/v2/info`: the routes of the API in Fastify's printed tree. HEAD comes with each GET. */
function routesIn(tree: string): string[] {
  const starts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ├└─]*)(\S*)(?: \((.*)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    const path = `${starts[depth - 1] ?? ''}${part}`
    starts[depth] = path
    if (!path.startsWith('/api/v2/')) return []
    return methods.split(', ').flatMap((method) => (method === '' || method === 'HEAD' ? [] : [`${method} ${path}`]))
  })
}

function isRefusal(role: Role, call: Call, status: number): boolean {
  const { endpoint } = call
  if (endpoint.access === 'public') return [200, 404].includes(status)
  if (role === 'archived user' || role === 'anonymous') return status === 401
  if (role === 'read-only key' || role.startsWith('deposit key')) return status === 403
  if (isNameless(call)) return status === 400
  if (endpoint.path.startsWith('/:entity_type/:id')) return status === 403
  return status === 403 || status === 404 || status === REFUSED_OTHERWISE[endpoint.name]
}

function send(client: Client, { endpoint, example: { params, body, form, query } }: Call): Promise<Reply> {
  return client.call(endpoint, { params, body, form, query })
}

interface Place {
  type: EntityType
  id: number
  /** Its children by path name. */
  below: Readonly<Record<string, number>>
}

/** An entry of Ada of each type, with a comment, a tag and some of everything else. */
async function givenPlaces(world: World): Promise<Place[]> {
  const { as, ada, id, comment, tag } = world
  await as(ada).patch(`experiments/${id}`, { body: SECRET })
  const places: Place[] = [
    {
      type: 'experiments',
      id,
      below: { ...(await givenBelow(world, 'experiments', id)), comments: comment, tags: tag },
    },
  ]
  for (const type of EntityType.options.filter((name) => name !== 'experiments')) {
    const { id: other } = await as(ada).post(type, { body: SECRET, tags: ['old'] })
    const { id: said } = await as(ada).post(`${type}/${other}/comments`, { comment: SECRET })
    places.push({ type, id: other, below: { ...(await givenBelow(world, type, other)), comments: said, tags: tag } })
  }
  return places
}

async function givenBelow(world: World, type: EntityType, id: number): Promise<Record<string, number>> {
  const { as, ada } = world
  const entry = `${type}/${id}`
  const { id: item } = await as(ada).post('items', { title: SECRET })
  const { id: experiment } = await as(ada).post('experiments', { title: SECRET })
  await as(ada).post(`${entry}/items_links/${item}`)
  await as(ada).post(`${entry}/experiments_links/${experiment}`)
  return {
    steps: (await as(ada).post(`${entry}/steps`, { body: SECRET })).id,
    uploads: (await as(ada).postForm(`${entry}/uploads`, oneFile(`${SECRET}.txt`, SECRET))).id,
    revisions: await revised(world, type, id),
    items_links: item,
    experiments_links: experiment,
    request_actions: (await as(ada).post(`${entry}/request_actions`, { target_userid: ada.id, target_action: 30 })).id,
  }
}

/** A file has no picture until it was processed, and some never have one; an export has no file until it was made. */
const MADE_LATER = [
  ...['downloadEntityUploadThumbnail', 'downloadEntityUploadPreview', 'readEntityUploadWords'],
  'downloadExport',
]

/** Variants of a call. */
const ALSO: Readonly<Record<string, Example[]>> = {
  readEntity: [
    { query: { format: 'csv' } },
    { query: { format: 'zip', json: '1' } },
    { query: { as_of: '2999-01-01T00:00:00Z' } },
  ],
  readEntityUpload: [{ query: { format: 'binary' } }],
  patchEntity: [{ body: { action: 'lock' } }, { body: { action: 'destroy' } }, { body: { action: 'accesskey' } }],
  patchEntityUpload: [{ body: { action: 'archive' } }, { body: { state: 3 } }],
  patchEntitySteps: [{ body: { ordering: [1] } }],
  postEntityItemsLinks: [{ body: { action: 'duplicate' } }],
  postEntityExperimentsLinks: [{ body: { action: 'duplicate' } }],
}

/** Every route, below entries once per type. Routes with their own secret, such as a new password, are left out. */
async function callsOf(world: World, places: readonly Place[]): Promise<Call[]> {
  const calls: Call[] = []
  for (const endpoint of endpointsOf(world.app)) {
    if (endpoint.access === 'public' && isMutating(endpoint)) continue
    const example = await exampleFor(world, endpoint)
    calls.push(...callsAt(endpoint.path, { endpoint, example }, places))
    for (const other of ALSO[endpoint.name] ?? []) {
      calls.push(...callsAt(endpoint.path, { endpoint, example: { ...example, ...other } }, places))
    }
    for (const path of endpoint.aliases ?? []) {
      if (!path.startsWith('/:entity_type/:id/')) continue
      calls.push(...callsAt(path, { endpoint: { ...endpoint, path }, example, alias: true }, places))
    }
  }
  return calls
}

function callsAt(path: string, call: Omit<Call, 'name'>, places: readonly Place[]): Call[] {
  const { name } = call.endpoint
  if (!path.includes(':entity_type')) return [{ ...call, name }]
  const label = `${name} at ${path} with ${JSON.stringify(call.example.query ?? call.example.body ?? {})}`
  return places.map(({ type: entity_type, id, below }) => {
    const params = { entity_type, id, subid: below[path.split('/')[3] ?? ''] ?? 1 }
    return { ...call, name: `${label} of ${entity_type}`, example: { ...call.example, params } }
  })
}

/** For a read, the record that the neighbouring endpoint changes. */
async function exampleFor(world: World, endpoint: Endpoint): Promise<Example> {
  if (isMutating(endpoint)) return exampleOf(endpoint)(world)
  if (['readFile', 'readSharedFile'].includes(endpoint.name)) return { query: { name: await longName(world) } }
  if (endpoint.name === 'readSharedUpload') return { params: { subid: world.upload } }
  const beside = endpointsOf(world.app).find((other) => other.path === endpoint.path && isMutating(other))
  const params = beside && endpoint.path.includes(':id') ? (await exampleOf(beside)(world)).params : undefined
  return { params: params ?? { id: endpoint.path.startsWith('/teams') ? world.ada.team : world.ada.id } }
}

async function longName({ as, ada, id, upload }: World): Promise<string> {
  return (await as(ada).get<{ long_name: string }>(`experiments/${id}/uploads/${upload}`)).body.long_name
}

async function clientOf({ ctx, as, given, ada }: World, role: Role): Promise<Client> {
  switch (role) {
    case 'user of another team':
      return as(await given.user({ team: await given.team() }))
    case 'read-only sharee': {
      const user = await given.user({ team: await given.team() })
      const canread = { teams: [], teamgroups: [], users: [user.id] }
      for (const type of EntityType.options) {
        const { body } = await as(ada).get<{ id: number }[]>(type)
        for (const { id } of body) await as(ada).patch(`${type}/${id}`, { canread })
      }
      return as(user)
    }
    case 'archived user': {
      const user = await given.user()
      await archiveMembership(ctx, { userid: null, via: 'test', address: '' }, user.id, user.team)
      return as(user)
    }
    case 'read-only key':
      return as(await given.key(ada, false))
    case 'deposit key':
      return as(await given.depositKey(ada, {}))
    case 'deposit key of the entries': {
      const entries = []
      for (const type of ['experiments', 'items'] as const) {
        const { body } = await as(ada).get<{ id: number }[]>(type)
        entries.push(...body.map(({ id }) => ({ type, id })))
      }
      return as(await given.depositKey(ada, { entries }))
    }
    case 'anonymous':
      return as(undefined)
  }
}
