import { EntityType } from '@aliquot/contract/common'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEntriesIn } from '../../test/entries.ts'
import { type Client, type TestApp, testApp } from '../../test/harness.ts'
import type { Db } from '../db/schema.ts'
import { TYPE_NUMBER } from '../features/entries/entries.access.ts'
import { findPrincipals, mayRead, principalsOf } from './principals.ts'
import { BASES } from './visibility.ts'

/** People, teams, groups and entries refer to each other by list index. */
interface World {
  /** Two of the entity types. Each entry has one of them. */
  types: EntityType[]
  people: { memberships: { team: number; isAdmin: boolean; isArchived: boolean }[]; groups: number[] }[]
  entries: {
    type: number
    owner: number
    team: number
    state: number
    base: number
    lockedBy: number
    teams: number[]
    groups: number[]
    people: number[]
    pinnedBy: number[]
    isShared: boolean
  }[]
}

// A world takes several times as long on PostgreSQL.
const WORLDS = process.env.TEST_ENGINE === 'postgres' ? 40 : 450
const TEAMS = 3
const PEOPLE = 4
const GROUPS = 2
/** Children come before their parents. */
const OF_ENTRIES = [
  ...[
    'resource_settings',
    'template_settings',
    'pins',
    'entity_grants',
    'bodies',
    'entity_counts',
    'entity_fields',
    'entity_texts',
  ],
  ...(process.env.TEST_ENGINE === 'postgres' ? ['entity_search', 'entity_search_grams'] : []),
  ...['search_pending', 'entities'],
]

const place = (length: number) => fc.nat({ max: length - 1 })
const some = (length: number) => fc.uniqueArray(place(length), { minLength: 1, maxLength: 2 })
/** Often empty: an entry that names many people is readable by most, whatever the rules say. */
const few = (length: number) => fc.oneof({ weight: 2, arbitrary: fc.constant<number[]>([]) }, some(length))

const worlds: fc.Arbitrary<World> = fc.record({
  types: fc.uniqueArray(fc.constantFrom(...EntityType.options), { minLength: 2, maxLength: 2 }),
  people: fc.array(
    fc.record({
      memberships: fc.uniqueArray(fc.record({ team: place(TEAMS), isAdmin: fc.boolean(), isArchived: fc.boolean() }), {
        minLength: 1,
        maxLength: TEAMS,
        selector: (membership) => membership.team,
      }),
      groups: few(GROUPS),
    }),
    { minLength: PEOPLE, maxLength: PEOPLE },
  ),
  entries: fc.array(
    fc.record({
      type: place(2),
      owner: place(PEOPLE),
      team: place(TEAMS),
      state: fc.constantFrom(1, 1, 2, 3),
      base: fc.constantFrom(...BASES),
      lockedBy: fc.integer({ min: -2, max: PEOPLE - 1 }),
      teams: few(TEAMS),
      groups: few(GROUPS),
      people: few(PEOPLE),
      pinnedBy: few(PEOPLE),
      isShared: fc.boolean(),
    }),
    { minLength: 4, maxLength: 8 },
  ),
})

/** A failing world is printed with its seed; VISIBILITY_SEED repeats it. */
const seed = process.env.VISIBILITY_SEED ? { seed: Number(process.env.VISIBILITY_SEED) } : {}

test('lists show exactly what can be read one by one, and count it', { timeout: 900_000 }, async () => {
  // Every other test checks the shape of replies.
  const app = await testApp({ CHECK_REPLIES: 'off' })
  const ground = await layGround(app)
  let built = 0
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const entries = await build(app, ground, world)
      // All kinds of query would take too long in each world, so they take turns.
      const turn = built++
      for (const [index, { memberships }] of world.people.entries()) {
        const active = memberships.find(({ isArchived }) => !isArchived)
        const archived = memberships.find(({ isArchived }) => isArchived)
        if (archived) expect((await ground.client(index, archived.team).get('experiments?limit=1')).status).toBe(401)
        if (!active) continue
        const client = ground.client(index, active.team)
        const seen = { userid: ground.people[index] ?? 0, team: ground.teams[active.team] ?? 0 }
        const replies = await Promise.all(entries.map(({ type, id }) => client.get(`${type}/${id}`)))
        for (const { status } of replies) expect([200, 403]).toContain(status)
        const readable = entries.filter((_, at) => replies[at]?.status === 200)
        for (const type of world.types) await compare(client, type, readable, seen, entries[0]?.owner, turn)
        expect(await readableByNames(app.ctx.db.read, seen, entries)).toEqual(readable.map(({ id }) => id))
      }
      await compareShared(app, entries)
    }),
    { numRuns: WORLDS, ...seed },
  )
})

interface Entry {
  id: number
  type: EntityType
  team: number
  owner: number
  state: number
  base: number
  accessKey: string | null
}

/** Compares what lists return with what was readable one by one. */
async function compare(
  client: Client,
  type: EntityType,
  readable: readonly Entry[],
  { userid, team }: { userid: number; team: number },
  owner: number | undefined,
  turn: number,
): Promise<void> {
  const idsWhere = (test: (entry: Entry) => boolean) =>
    sorted(readable.filter((entry) => entry.type === type && test(entry)).map(({ id }) => id))
  expect(await listed(client, type, 'scope=3')).toEqual(idsWhere(() => true))
  switch (turn % 5) {
    case 0:
      return expect(await listed(client, type, 'scope=2')).toEqual(idsWhere((entry) => entry.team === team))
    case 1:
      return expect(await listed(client, type, 'scope=1')).toEqual(idsWhere((entry) => entry.owner === userid))
    case 2:
      return expect(await listed(client, type, `scope=3&owner=${owner}`)).toEqual(
        idsWhere((entry) => entry.owner === owner),
      )
    case 3:
      return expect(await listed(client, type, 'scope=3&q=marked')).toEqual(idsWhere(() => true))
    default:
      return expect(await inPages(client, type, 'scope=3')).toEqual(await inOneGo(client, type, 'scope=3'))
  }
}

/** The entries that somebody may read by the rule that the feed applies to the past. */
async function readableByNames(
  db: Db,
  { userid, team }: { userid: number; team: number },
  entries: readonly Entry[],
): Promise<number[]> {
  const [names] = await findPrincipals(db, { userid })
  if (!names) throw new Error(`there is no person ${userid}`)
  const rows = await db.selectFrom('entities').select(['id', 'team', 'userid', 'canread_base', 'canread']).execute()
  const readable = new Set(rows.filter((row) => mayRead(principalsOf(names), team, row)).map(({ id }) => id))
  return entries.map(({ id }) => id).filter((id) => readable.has(id))
}

/** Without an account: public entries, and entries behind a link, unless they are archived or deleted. */
async function compareShared({ as }: TestApp, entries: readonly Entry[]): Promise<void> {
  const { accessKey } = entries.find((entry) => entry.accessKey !== null) ?? { accessKey: 'none' }
  for (const entry of entries) {
    const { status } = await as(undefined).get(`shared/${entry.type}/${entry.id}?access_key=${accessKey}`)
    const isOpen = entry.state === 1 && (entry.base === 50 || entry.accessKey === accessKey)
    expect(status).toBe(isOpen ? 200 : 404)
  }
}

/** The ids of a list. They must agree with its total. */
async function listed(client: Client, type: EntityType, query: string): Promise<number[]> {
  const { body, headers } = await client.get<{ id: number }[]>(`${type}?${query}&state=1,2,3&limit=50`)
  expect(headers['x-total-count']).toBe(String(body.length))
  return sorted(body.map(({ id }) => id))
}

async function inOneGo(client: Client, type: EntityType, query: string): Promise<number[]> {
  const { body } = await client.get<{ id: number }[]>(`${type}?${query}&state=1,2,3`)
  return body.map(({ id }) => id)
}

async function inPages(client: Client, type: EntityType, query: string): Promise<number[]> {
  const ids: number[] = []
  for (let offset = 0; ; offset += 3) {
    const { body } = await client.get<{ id: number }[]>(`${type}?${query}&state=1,2,3&limit=3&offset=${offset}`)
    ids.push(...body.map(({ id }) => id))
    if (body.length < 3) return ids
  }
}

function sorted(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b)
}

/** Shared by all worlds: the people with a key for each team, the teams and the groups. */
interface Ground {
  people: number[]
  teams: number[]
  groups: number[]
  client(person: number, team: number): Client
}

async function layGround({ ctx, given, as }: TestApp): Promise<Ground> {
  const root = await given.user({ isSysadmin: true })
  await as(root).patch('config', { anon_users: '1' })
  const teams: number[] = []
  for (let n = 0; n < TEAMS; n++) teams.push(await given.team(`Team ${n}`))
  const people: number[] = []
  const clients: Client[][] = []
  for (let n = 0; n < PEOPLE; n++) {
    const { id } = await given.user({ team: teams[0] ?? 0 })
    people.push(id)
    const everywhere = teams.map((team) => ({ team, isAdmin: false, isArchived: false }))
    await ctx.db.write((db) => setMemberships(db, id, everywhere))
    const keys: Client[] = []
    for (const team of teams) keys.push(as(await given.key({ id, team })))
    clients.push(keys)
  }
  const groups = await ctx.db.write(async (db) => {
    const rows = Array.from({ length: GROUPS }, (_, n) => ({ team: teams[0] ?? 0, name: `Group ${n}` }))
    return (await db.insertInto('teamgroups').values(rows).returning('id').execute()).map(({ id }) => id)
  })
  const client = (person: number, team: number): Client => {
    const found = clients[person]?.[team]
    if (!found) throw new Error('There are not so many people or teams')
    return found
  }
  return { people, teams, groups, client }
}

async function setMemberships(
  db: Db,
  userid: number,
  memberships: readonly { team: number; isAdmin: boolean; isArchived: boolean }[],
): Promise<void> {
  await db.deleteFrom('memberships').where('userid', '=', userid).execute()
  const rows = memberships.map(({ team, isAdmin, isArchived }) => ({
    userid,
    team,
    is_admin: isAdmin ? 1 : 0,
    is_owner: 0,
    is_archived: isArchived ? 1 : 0,
    created_at: '2026-01-01T00:00:00.000Z',
  }))
  await db.insertInto('memberships').values(rows).execute()
}

let hours = 0

async function build({ ctx }: TestApp, ground: Ground, world: World): Promise<Entry[]> {
  // An hour passes between worlds, because repeated wrong links are rate-limited.
  const at = new Date(Date.UTC(2030, 0, 1) + ++hours * 3_600_000).toISOString()
  ctx.now = () => at
  const team = (index: number) => ground.teams[index] ?? 0
  const user = (index: number) => ground.people[index] ?? 0
  const entries = world.entries.map((entry, index) => ({
    type: world.types[entry.type] ?? 'experiments',
    team: team(entry.team),
    owner: user(entry.owner),
    state: entry.state,
    base: entry.base,
    accessKey: entry.isShared ? `key-${index}` : null,
    given: entry,
  }))
  // All worlds share one database, so remove what an earlier one left readable.
  const ids = await ctx.db.write(async (db) => {
    for (const table of [...OF_ENTRIES, 'teamgroup_members']) await sql`delete from ${sql.table(table)}`.execute(db)
    for (const [index, { memberships }] of world.people.entries()) {
      const rows = memberships.map((membership) => ({ ...membership, team: team(membership.team) }))
      await setMemberships(db, user(index), rows)
    }
    for (const [n, teamgroup] of ground.groups.entries()) {
      const members = world.people.flatMap(({ groups }, index) => (groups.includes(n) ? [user(index)] : []))
      for (const userid of members) await db.insertInto('teamgroup_members').values({ teamgroup, userid }).execute()
    }
    const added = await insertEntriesIn(
      db,
      at,
      entries.map(({ type, team: entryTeam, owner, given, accessKey }) => ({
        type: TYPE_NUMBER[type],
        title: 'Marked',
        team: entryTeam,
        userid: owner,
        state: given.state,
        canread_base: given.base,
        canread: JSON.stringify({
          teams: given.teams.map(team),
          teamgroups: given.groups.map((index) => ground.groups[index]),
          users: given.people.map(user),
        }),
        access_key: accessKey,
        ...(given.lockedBy >= 0 && { locked: 1, lockedby: user(given.lockedBy) }),
      })),
    )
    const pins = world.entries.flatMap(({ pinnedBy }, index) =>
      pinnedBy.map((person) => ({ userid: user(person), entity_id: added[index] ?? 0 })),
    )
    if (pins.length > 0) await db.insertInto('pins').values(pins).execute()
    return added
  })
  ctx.db.noteRightsChanged()
  return entries.map(({ given: _, ...entry }, index) => ({ ...entry, id: ids[index] ?? 0 }))
}
