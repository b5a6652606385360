import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership } from '../users/users.memberships.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

async function start(type = 'experiments') {
  const app = await testApp()
  const { as, given } = app
  const other = await given.team()
  const people = {
    ada: await given.user(),
    bob: await given.user(),
    boss: await given.user({ isAdmin: true }),
    eve: await given.user({ team: other }),
  }
  const set = { title: 'Crystals', tags: ['salt'], canread_base: 30, canwrite_base: 30 }
  const { id } = await as(people.ada).post(type, set)
  const give = (user: TestUser, to: unknown) =>
    as(user).patch(`${type}/${id}`, { action: 'updateowner', ...(to as object) })
  const read = (user: TestUser) => as(user).get<Entity>(`${type}/${id}`)
  return { ...app, ...people, other, id, give, read }
}

test.each(['experiments', 'items', 'experiments_templates', 'items_types'])(
  'the owner gives one of %s to somebody of the team, and the answer is an empty list',
  async (type) => {
    const { ctx, as, ada, bob, id, give, read } = await start(type)
    await as(bob).patch(`${type}/${id}`, { action: 'pin' })
    expect(await give(ada, { userid: bob.id, team: 1 })).toMatchObject({ status: 200, body: [] })
    expect((await read(bob)).body).toMatchObject({
      userid: bob.id,
      team: 1,
      tags: 'salt',
      is_pinned: 1,
      lastchangeby: ada.id,
    })
    const own = async (user: TestUser) =>
      (await as(user).get<Entity[]>(`${type}?scope=1&limit=5`)).headers['x-total-count']
    expect([await own(ada), await own(bob)]).toEqual(['0', '1'])
    expect((await read(bob)).body.changelog[0]).toMatchObject({ target: 'userid', content: String(bob.id) })
    expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  },
)

test('who gives away what only its owner reads cannot read it any more', async () => {
  const { as, ada, bob, id, give, read } = await start()
  await as(ada).patch(`experiments/${id}`, { canread_base: 10, canwrite_base: 10 })
  expect(await give(ada, { userid: bob.id, team: 1 })).toMatchObject({ status: 200, body: [] })
  expect(await read(ada)).toMatchObject({ status: 403 })
  expect(await read(bob)).toMatchObject({ status: 200 })
})

test('an admin moves an entry to another team: tags are found by name there, category, status and number stay behind', async () => {
  const { ctx, as, given, ada, boss, eve, other, id, give, read } = await start()
  await as(ada).patch(`experiments/${id}`, { status: 1 })
  const hers = await given.experiment(eve, { tags: ['SALT'] })
  expect(await give(boss, { userid: eve.id, team: other })).toMatchObject({ status: 200, body: [] })
  expect(await read(boss)).toMatchObject({ status: 403 })
  const { body } = await read(eve)
  expect(body).toMatchObject({
    userid: eve.id,
    team: other,
    status: null,
    category: null,
    custom_id: null,
    tags: 'SALT',
  })
  expect(body.tags_id).toBe((await as(eve).get<Entity>(`experiments/${hers}`)).body.tags_id)
  expect((await as(eve).get('experiments?limit=5')).headers['x-total-count']).toBe('2')
  expect((await as(ada).get('experiments?limit=5')).headers['x-total-count']).toBe('0')
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('refusals of updateowner, in which nothing changes', async () => {
  const { ctx, as, given, ada, bob, boss, eve, other, id, give, read } = await start()
  const gone = await given.user()
  await archiveMembership(ctx, AUTHOR, gone.id, 1, true)
  const before = (await read(ada)).body
  const cases: [TestUser, unknown, number][] = [
    [bob, { userid: bob.id, team: 1 }, 403],
    [ada, { userid: eve.id, team: other }, 403],
    [eve, { userid: eve.id, team: other }, 403],
    [boss, { userid: eve.id, team: 1 }, 422],
    [boss, { userid: bob.id, team: other }, 422],
    [boss, { userid: gone.id, team: 1 }, 422],
    [boss, { userid: 999, team: 1 }, 422],
    [boss, { userid: bob.id, team: 999 }, 422],
    [ada, {}, 400],
    [ada, { userid: bob.id }, 400],
    [ada, { team: 1 }, 400],
    [ada, { userid: 0, team: 1 }, 400],
    [ada, { userid: bob.id, team: -1 }, 400],
    [ada, { userid: 'bob', team: 1 }, 400],
    [ada, { userid: 3_000_000_000, team: 1 }, 400],
  ]
  for (const [user, to, status] of cases) {
    expect.soft(await give(user, to), JSON.stringify([user.id, to])).toMatchObject({ status })
  }
  await as(ada).patch(`experiments/${id}`, { action: 'forcelock' })
  expect(await give(bob, { userid: bob.id, team: 1 })).toMatchObject({ status: 403 })
  expect((await read(ada)).body).toMatchObject({ userid: before.userid, team: before.team })
})

test('an entry with files that moves to a team which wants reasons needs one', async () => {
  const { ctx, as, ada, boss, eve, other, id, give, read } = await start()
  await as(ada).postForm(`experiments/${id}/uploads`, oneFile('notes.txt', 'salt'))
  await ctx.db.write((db) =>
    db.updateTable('teams').set({ require_change_reason: 1 }).where('id', '=', other).execute(),
  )
  expect(await give(boss, { userid: eve.id, team: other })).toMatchObject({
    status: 422,
    body: { reason: 'entry.no_reason' },
  })
  expect((await read(ada)).body).toMatchObject({ team: 1, userid: ada.id })
})
