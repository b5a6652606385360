import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { addMembership } from '../users/users.memberships.ts'

const NOBODY = { teams: [], teamgroups: [], users: [] }

/** Ada, her entry, and people with different relations to them. */
async function cast() {
  const app = await testApp()
  const other = await app.given.team()
  const ada = await app.given.user()
  const people = {
    ada,
    mate: await app.given.user(),
    boss: await app.given.user({ isAdmin: true }),
    stranger: await app.given.user({ team: other }),
    sysadmin: await app.given.user({ team: other, isSysadmin: true, isAdmin: true }),
  }
  const id = await app.given.experiment(ada)
  return { app, id, other, people }
}

async function mayRead(app: TestApp, id: number, user: TestUser): Promise<boolean> {
  const { status } = await app.as(user).get(`experiments/${id}`)
  expect([200, 403]).toContain(status)
  return status === 200
}

async function mayWrite(app: TestApp, id: number, user: TestUser): Promise<boolean> {
  const { status } = await app.as(user).patch(`experiments/${id}`, { rating: user.id % 6, title: `by ${user.id}` })
  expect([200, 403]).toContain(status)
  return status === 200
}

const levels = [
  { base: 50, who: ['ada', 'mate', 'boss', 'stranger', 'sysadmin'] },
  { base: 40, who: ['ada', 'mate', 'boss', 'stranger', 'sysadmin'] },
  { base: 30, who: ['ada', 'mate', 'boss'] },
  { base: 20, who: ['ada', 'boss'] },
  { base: 10, who: ['ada'] },
]

test.each(levels)('with base level $base only $who read', async ({ base, who }) => {
  const { app, id, people } = await cast()
  await app.as(people.ada).patch(`experiments/${id}`, { canread_base: base, canwrite_base: 10 })
  for (const [name, user] of Object.entries(people)) {
    expect(await mayRead(app, id, user), name).toBe(who.includes(name))
  }
})

test.each(levels)('with base level $base only $who write', async ({ base, who }) => {
  const { app, id, people } = await cast()
  await app.as(people.ada).patch(`experiments/${id}`, { canread_base: 50, canwrite_base: base })
  for (const [name, user] of Object.entries(people)) {
    expect(await mayWrite(app, id, user), name).toBe(who.includes(name))
  }
})

test('a level that the instance has switched off cannot be set any more, and may stay where it is', async () => {
  const { as, given } = await testApp()
  const root = await given.user({ isSysadmin: true })
  const ada = await given.user()
  const { id } = await as(ada).post('items', { canread_base: 50 })
  const { id: template } = await as(ada).post('items_types', {})
  await as(root).patch('config', { allow_permission_full: '0', allow_permission_useronly: '0' })
  const can = '{"teams": [], "teamgroups": [], "users": []}'
  const refused: [string, object][] = [
    [`items/${id}`, { canread_base: 10 }],
    [`items/${id}`, { canwrite_base: 50 }],
    [`items/${id}`, { canbook_base: 50 }],
    [`items/${id}`, { canwrite: { teams: [], teamgroups: [], users: [], base: 10 } }],
    [`items/${id}`, { action: 'setcanread', can, can_base: 10 }],
    [`items/${id}`, { action: 'setcanwrite', can, can_base: 50 }],
    [`items_types/${template}`, { canread_target_base: 50 }],
    [`items_types/${template}`, { canwrite_target_base: 10 }],
  ]
  for (const [path, body] of refused) {
    expect.soft(await as(ada).patch(path, body), JSON.stringify(body)).toMatchObject({ status: 422 })
  }
  expect(await as(ada).patch(`items/${id}`, { canread_base: 50, title: 'Freezer' })).toMatchObject({ status: 200 })
  expect(await as(ada).patch(`items/${id}`, { canread_base: 40 })).toMatchObject({ status: 200 })
})

test('who is listed by name, by team or by group is let in, and out again', async () => {
  const { app, id, other, people } = await cast()
  const { ada, stranger } = people
  const group = await app.ctx.db.write(async (db) => {
    const values = { team: other, name: 'Group' }
    const { id } = await db.insertInto('teamgroups').values(values).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('teamgroup_members').values({ teamgroup: id, userid: stranger.id }).execute()
    return id
  })
  for (const list of [{ users: [stranger.id] }, { teams: [other] }, { teamgroups: [group] }]) {
    const permission = { ...NOBODY, ...list }
    await app.as(ada).patch(`experiments/${id}`, { canread: permission, canread_base: 10 })
    expect(await mayRead(app, id, stranger), JSON.stringify(list)).toBe(true)
    expect(await mayWrite(app, id, stranger)).toBe(false)
    await app.as(ada).patch(`experiments/${id}`, { canwrite: permission })
    expect(await mayWrite(app, id, stranger)).toBe(true)
    await app.as(ada).patch(`experiments/${id}`, { canread: NOBODY, canwrite: NOBODY })
    expect(await mayRead(app, id, stranger)).toBe(false)
  }
})

test('the team level counts for the team in which one acts, the list of teams for every membership', async () => {
  const { app, id, other, people } = await cast()
  const { ada, stranger } = people
  await change(app.ctx, { userid: null, via: 'test', address: '' }, (work) =>
    addMembership(work, stranger.id, 1, false),
  )
  expect(await mayRead(app, id, stranger)).toBe(false)
  const inFirst = { ...stranger, key: await app.given.key({ id: stranger.id, team: 1 }) }
  expect(await mayRead(app, id, inFirst)).toBe(true)
  await app.as(ada).patch(`experiments/${id}`, { canread: { ...NOBODY, teams: [1] }, canread_base: 10 })
  expect(await mayRead(app, id, { ...stranger, team: other })).toBe(true)
})

test('a copy asks for read access alone', async () => {
  const { app, id, people } = await cast()
  expect(await app.as(people.mate).post(`experiments/${id}`, { action: 'duplicate' })).toMatchObject({ status: 201 })
  expect(await app.as(people.stranger).post(`experiments/${id}`, { action: 'duplicate' })).toMatchObject({
    status: 403,
  })
})

test('permissions that the creation has fixed are changed by admins alone', async () => {
  const { app, people } = await cast()
  const { ada, boss } = people
  const { id } = await app.as(ada).post('experiments', { canread_is_immutable: 1, canwrite_is_immutable: 1 })
  const path = `experiments/${id}`
  const can = JSON.stringify({ ...NOBODY, users: [1] })
  for (const body of [
    { canread_base: 50 },
    { canwrite_base: 50 },
    { canread: can },
    { canwrite: can },
    { action: 'setcanread', can, can_base: 30 },
    { action: 'setcanwrite', can, can_base: 30 },
  ]) {
    expect(await app.as(ada).patch(path, body), JSON.stringify(body)).toMatchObject({
      status: 422,
      body: { code: 422 },
    })
  }
  // Setting the current level is not a change.
  expect(await app.as(ada).patch(path, { canread_base: 30, title: 'x' })).toMatchObject({ status: 200 })
  expect(await app.as(boss).patch(path, { canread_base: 50 })).toMatchObject({ status: 200 })
})

test('whether permissions are fixed is never changed, not even by admins', async () => {
  const { app, id, people } = await cast()
  for (const user of [people.ada, people.boss]) {
    for (const flag of ['canread_is_immutable', 'canwrite_is_immutable']) {
      expect(await app.as(user).patch(`experiments/${id}`, { [flag]: 1 })).toMatchObject({ status: 422 })
    }
  }
})

test('a refused change tells nothing of an entry that may not be read', async () => {
  const { app, id, people } = await cast()
  await app.as(people.ada).patch(`experiments/${id}`, { title: 'marker', canwrite_base: 50 })
  const bodies = [{ title: 'x' }, { nonsense: 1 }, { action: 'pin' }, { action: 'duplicate' }]
  const answers = await Promise.all([
    ...bodies.map((body) => app.as(people.stranger).patch(`experiments/${id}`, body, { 'if-match': '"9-x"' })),
    app.as(people.stranger).delete(`experiments/${id}`),
    app.as(people.stranger).post(`experiments/${id}`, { action: 'duplicate' }),
    app.as(people.stranger).post(`experiments/${id}`, { action: 'nonsense' }),
  ])
  for (const answer of answers) expect(answer.status).toBe(403)
  expect(JSON.stringify(answers)).not.toContain('marker')
})

test('an admin of the team reads and changes what its owner shares with admins', async () => {
  const { app, id, people } = await cast()
  await app.as(people.ada).patch(`experiments/${id}`, { canread_base: 20 })
  const { body } = await app.as(people.boss).patch<Entity>(`experiments/${id}`, { title: 'checked' })
  expect(body).toMatchObject({ title: 'checked', userid: people.ada.id, lastchangeby: people.boss.id })
})

test('nobody but the owner takes the right to read from themselves, and nothing is changed', async () => {
  const { app, id, people } = await cast()
  await app.as(people.ada).patch(`experiments/${id}`, { canwrite_base: 30 })
  const rows = await digestDatabase(app.ctx)
  const can = JSON.stringify(NOBODY)
  for (const body of [
    { title: 'x', canread_base: 10 },
    { action: 'setcanread', can, can_base: 10 },
  ]) {
    expect(await app.as(people.mate).patch(`experiments/${id}`, body)).toMatchObject({ status: 422 })
  }
  expect(await digestDatabase(app.ctx)).toEqual(rows)
  expect(await app.as(people.ada).patch(`experiments/${id}`, { canread_base: 10 })).toMatchObject({ status: 200 })
})
