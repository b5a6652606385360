import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { addMembership, removeMembership } from '../users/users.memberships.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

test('favourites are one’s own, in alphabetical order, and show on the tags', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const entry = await given.experiment(ada, { tags: ['Zebrafish', 'dna', 'plain'] })
  expect((await as(ada).get('favtags')).body).toEqual([])
  expect(await as(ada).post('favtags', { tag: 'zebraFISH' })).toMatchObject({ status: 201, path: '/api/v2/favtags/1' })
  expect(await as(ada).post('favtags', { tag: 'Zebrafish' })).toMatchObject({ status: 201, path: '/api/v2/favtags/0' })
  expect(await as(ada).post('favtags', { tag: 'DNA', action: 'create' })).toMatchObject({ status: 201 })

  const { body, headers } = await as(ada).get<{ users_id: number; tags_id: number; tag: string }[]>('favtags')
  const expected = [
    { users_id: ada.id, tags_id: expect.any(Number), tag: 'dna' },
    { users_id: ada.id, tags_id: expect.any(Number), tag: 'Zebrafish' },
  ]
  expect(body).toEqual(expected)
  expect(headers['x-total-count']).toBe('2')
  expect((await as(ada).get(`favtags/${body[0]?.tags_id}`)).body).toEqual(body)
  expect((await as(ada).get('favtags/9999')).body).toEqual(body)
  expect((await as(ada).get('favtags?limit=1&offset=1')).body).toEqual([body[1]])
  expect((await as(ben).get('favtags')).body).toEqual([])
  expect((await as(ada).get(`experiments/${entry}/tags`)).body).toMatchObject([
    { tag: 'dna', is_favorite: 1 },
    { tag: 'plain', is_favorite: 0 },
    { tag: 'Zebrafish', is_favorite: 1 },
  ])
  expect((await as(ada).get('teams/1/tags?q=dna')).body).toMatchObject([{ is_favorite: 1 }])
  expect((await as(ben).get('teams/1/tags?q=dna')).body).toMatchObject([{ is_favorite: 0 }])

  expect(await as(ben).delete(`favtags/${body[0]?.tags_id}`)).toMatchObject({ status: 204 })
  expect((await as(ada).get('favtags')).body).toEqual(expected)
  for (const id of [body[0]?.tags_id, body[0]?.tags_id, 9999, 0]) {
    expect(await as(ada).delete(`favtags/${id}`)).toMatchObject({ status: 204, body: '' })
  }
  expect((await as(ada).get('favtags')).body).toEqual([body[1]])
  expect((await as(ada).get(`experiments/${entry}`)).body).toMatchObject({ tags: 'dna|plain|Zebrafish' })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('only tags of the team in which one acts become favourites', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user({ team: await given.team() })
  await given.experiment(ben, { tags: ['theirs'] })
  for (const body of [{ tag: 'theirs' }, { tag: 'unknown' }, {}, { tag: '' }, { tag: 7 }, { tags: ['theirs'] }]) {
    expect(await as(ada).post('favtags', body)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^tag: /) },
    })
  }
  expect((await as(ada).post('favtags', { tag: 'theirs', action: 'nonsense' })).status).toBe(400)
  expect((await as(ada).patch('favtags/1', {})).status).toBe(400)
  expect((await as(ada).get('favtags/abc')).status).toBe(400)
  expect((await as(ada).delete('favtags/abc')).status).toBe(400)
})

test('who leaves a team is not told any more what it calls its tags', async () => {
  const { as, given, ctx } = await testApp()
  const other = await given.team()
  const ada = await given.user()
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, other, false))
  const there = { ...ada, team: other, key: await given.key({ id: ada.id, team: other }) }
  await given.experiment(there, { tags: ['theirs'] })
  await as(there).post('favtags', { tag: 'theirs' })
  expect((await as(ada).get('favtags')).body).toMatchObject([{ tag: 'theirs' }])
  await removeMembership(ctx, AUTHOR, ada.id, other)
  expect((await as(ada).get('favtags')).body).toEqual([])
})
