import type { Entity } from '@aliquot/contract/entities'
import { teamgroups } from '@aliquot/contract/teamgroups'
import { expect, test } from 'vitest'
import { pickSome, type Random, random } from '../../../seed/random.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { BASES } from '../../access/visibility.ts'
import { verify } from '../../verify/verify.ts'

// A step takes several times as long on PostgreSQL.
const STEPS = process.env.TEST_ENGINE === 'postgres' ? 12 : 40
const TYPES = ['experiments', 'items'] as const

interface Person {
  id: number
  key: string
  team: number
  isAdmin: boolean
  groups: number[]
}

interface Entry {
  type: (typeof TYPES)[number]
  id: number
  owner: Person
}

async function start() {
  const app = await testApp({ CHECK_REPLIES: 'off' })
  const { as, given } = app
  const other = await given.team()
  const boss = await given.user({ isAdmin: true })
  const { id: group } = await as(boss).call(teamgroups.add, { params: { id: 'current' }, body: { name: 'Readers' } })
  const ada = { ...(await given.user()), team: 1, isAdmin: false, groups: [Number(group)] }
  const eve = { ...(await given.user({ team: other })), team: other, isAdmin: false, groups: [] }
  const how = { how: 'add', userid: ada.id }
  expect(await as(boss).patch(`teams/current/teamgroups/${group}`, how)).toMatchObject({ status: 200 })
  const people: Person[] = [{ ...boss, team: 1, isAdmin: true, groups: [] }, ada, eve]
  const root = await given.user({ isSysadmin: true })
  // A second passes with each change, because records tell the time in seconds.
  let seconds = 0
  app.ctx.now = () => new Date(Date.UTC(2030, 0, 1) + 1000 * seconds++).toISOString()
  return { app, people, root, teams: [1, other], groups: [Number(group)] }
}

/** A few entries of two types that only their owners read. */
async function addEntries({ as }: TestApp, people: readonly Person[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const [index, owner] of [...people, ...people, ...people].entries()) {
    const type = TYPES[index % 2] ?? 'experiments'
    const { id } = await as(owner.key).post(type, { title: `Study ${index}`, canread_base: 10, canwrite_base: 50 })
    entries.push({ type, id: Number(id), owner })
  }
  return entries
}

/** What the record of an entry says about its readers. */
function mayRead(person: Person, { userid, team, canread_base, canread }: Entity): boolean {
  const lists = JSON.parse(canread) as { users: number[]; teams: number[]; teamgroups: number[] }
  return (
    userid === person.id ||
    canread_base >= 40 ||
    (canread_base === 30 && team === person.team) ||
    (canread_base === 20 && team === person.team && person.isAdmin) ||
    lists.users.includes(person.id) ||
    lists.teams.includes(person.team) ||
    lists.teamgroups.some((group) => person.groups.includes(group))
  )
}

function oneOf<T>(pick: Random, all: readonly T[]): T {
  return all[Math.floor(pick() * all.length)] as T
}

/** Changes what decides who sees an entry in which list. A refused change leaves all as it was. */
async function changeSome(pick: Random, { app, people, root, teams, groups }: Started, entry: Entry): Promise<void> {
  const { type, id, owner } = entry
  const patch = (body: object) => app.as(owner.key).patch(`${type}/${id}`, body)
  const names = people.map((person) => person.id)
  const share = () => {
    const lists = {
      users: pickSome(pick, names, 2),
      teams: pickSome(pick, teams, 1),
      teamgroups: pickSome(pick, groups, 1),
    }
    return patch({ canread: JSON.stringify(lists) })
  }
  const give = async () => {
    const to = oneOf(pick, people)
    const body = { action: 'updateowner', userid: to.id, team: to.team }
    if ((await app.as(root).patch(`${type}/${id}`, body)).status === 200) entry.owner = to
  }
  await oneOf<() => Promise<unknown>>(pick, [
    share,
    share,
    () => patch({ canread_base: oneOf(pick, BASES) }),
    () => patch({ canread_base: 10, canread: JSON.stringify({ users: names, teams: [], teamgroups: [] }) }),
    give,
    () => patch({ action: 'archive' }),
    () => app.as(owner.key).delete(`${type}/${id}`),
    () => patch({ action: 'restore' }),
    () => patch({ title: `Study ${pick()}` }),
  ])()
}

type Started = Awaited<ReturnType<typeof start>>

test.each([1, 2, 3])('lists with shared entries follow every change of these (seed %i)', async (seed) => {
  const started = await start()
  const { app, people } = started
  const entries = await addEntries(app, people)
  const pick = random(seed)
  let seenByGrant = 0
  for (let step = 0; step < STEPS; step++) {
    await changeSome(pick, started, oneOf(pick, entries))
    const records = await Promise.all(
      entries.map(async ({ type, id, owner }) => {
        const { body } = await app.as(owner.key).get<Entity>(`${type}/${id}`)
        return { ...body, kind: type }
      }),
    )
    const isOfTeam = pick() < 0.5
    const states = oneOf(pick, [[1], [1, 2], [1, 2, 3], [3]])
    for (const [person, type] of people.flatMap((one) => TYPES.map((kind) => [one, kind] as const))) {
      const expected = records.filter(
        (record) =>
          record.kind === type &&
          states.includes(record.state) &&
          (!isOfTeam || record.team === person.team) &&
          mayRead(person, record),
      )
      seenByGrant += expected.filter((record) => !mayRead(person, { ...record, canread: NOBODY })).length
      for (const order of ['lastchange', 'title']) {
        const query = `scope=${isOfTeam ? 2 : 3}&state=${states}&order=${order}&limit=20`
        const { body, headers } = await app.as(person.key).get<Entity[]>(`${type}?${query}`)
        const inOrder = expected.toSorted((a, b) => compare(keyIn(order, b), keyIn(order, a)) || b.id - a.id)
        expect(body.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
        expect(headers['x-total-count'], query).toBe(String(expected.length))
      }
    }
  }
  expect(seenByGrant).toBeGreaterThan(STEPS / 2)
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

const NOBODY = '{"users": [], "teams": [], "teamgroups": []}'

function keyIn(order: string, { modified_at, title }: Entity): string {
  return order === 'title' ? title : (modified_at ?? '')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
