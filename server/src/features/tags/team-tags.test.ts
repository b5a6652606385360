import { teamTags } from '@aliquot/contract/tags'
import { expect, test } from 'vitest'
import { sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { testRandom } from '../../../test/seed.ts'
import { verify } from '../../verify/verify.ts'
import { setAdmin } from '../users/users.memberships.ts'

const shared = sharedApp()

const AUTHOR = { userid: null, via: 'test', address: '' }

interface Row {
  id: number
  tag: string
  item_count: number
}

test('the tags of a team are listed in alphabetical order, and found by a part of them', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user({ team: await given.team() })]
  await given.experiment(ada, { tags: ['Zebrafish', 'ångström', 'PCR 50%', 'a_b'] })
  await given.experiment(ben, { tags: ['elsewhere'] })
  const tags = async (query = {}) =>
    (await as(ada).call(teamTags.list, { params: { id: 'current' }, query })).body.map(({ tag }) => tag)
  expect(await tags()).toEqual(['a_b', 'ångström', 'PCR 50%', 'Zebrafish'])
  expect(await tags({ q: 'ANG' })).toEqual(['ångström'])
  expect(await tags({ q: 'fish' })).toEqual(['Zebrafish'])
  expect(await tags({ q: '%' })).toEqual(['PCR 50%'])
  expect(await tags({ q: '_' })).toEqual(['a_b'])
  expect(await tags({ q: 'nothing' })).toEqual([])
  const page = await as(ada).call(teamTags.list, { params: { id: 1 }, query: { limit: 2, offset: 1, q: 'r' } })
  expect(page.body.map(({ tag }) => tag)).toEqual(['PCR 50%', 'Zebrafish'])
  expect(page.headers['x-total-count']).toBe('3')
})

test('uses are counted on all types that are not deleted, as far as one may read them', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, ben, admin] = [await given.user(), await given.user(), await given.user({ isAdmin: true })]
  const ids: number[] = []
  for (const type of ['experiments', 'items', 'experiments_templates', 'items_types']) {
    ids.push((await as(ada).post(type, { tags: ['dna'], canread_base: 30 })).id)
  }
  const uses = async (who: TestUser) => {
    const { body } = await as(who).get<Row[]>('teams/current/tags')
    const [row] = body
    expect((await as(who).get(`teams/current/tags/${row?.id}`)).body).toEqual(row)
    return row?.item_count
  }
  expect([await uses(ada), await uses(ben), await uses(admin)]).toEqual([4, 4, 4])
  // Levels: only the owner, then also admins, then a grant by name.
  await as(ada).patch(`experiments/${ids[0]}`, { canread_base: 10 })
  expect([await uses(ada), await uses(ben), await uses(admin)]).toEqual([4, 3, 3])
  await as(ada).patch(`experiments/${ids[0]}`, { canread_base: 20 })
  expect([await uses(ada), await uses(ben), await uses(admin)]).toEqual([4, 3, 4])
  const lists = { teams: [], teamgroups: [], users: [ben.id] }
  await as(ada).patch(`experiments/${ids[0]}`, { canread: JSON.stringify(lists) })
  expect([await uses(ada), await uses(ben), await uses(admin)]).toEqual([4, 4, 4])
  // States: archived counts, deleted does not, restored does.
  await as(ada).patch(`items/${ids[1]}`, { action: 'archive' })
  await as(ada).delete(`experiments/${ids[0]}`)
  expect([await uses(ada), await uses(ben), await uses(admin)]).toEqual([3, 3, 3])
  await as(ada).patch(`experiments/${ids[0]}`, { action: 'restore' })
  expect(await uses(ben)).toBe(4)
  // Tags are added and removed, also on an entry that is deleted meanwhile.
  await as(ada).delete(`items_types/${ids[3]}/tags`)
  expect(await uses(ben)).toBe(3)
  await as(ada).delete(`experiments/${ids[0]}`)
  await as(ada).delete(`experiments/${ids[0]}/tags`)
  await as(ada).patch(`experiments/${ids[0]}`, { action: 'restore' })
  expect(await uses(ada)).toBe(2)
  await as(ada).post(`experiments/${ids[0]}`, { action: 'duplicate' })
  await as(ada).post(`experiments_templates/${ids[2]}`, { action: 'duplicate' })
  expect(await uses(ada)).toBe(3)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('in a random world, uses and fields are counted as the lists show them', async () => {
  const { as, given, ctx } = await testApp()
  const { pick } = testRandom()
  const [first, second] = [1, await given.team()]
  const people: TestUser[] = []
  for (const team of [first, first, first, second])
    people.push(await given.user({ team, isAdmin: people.length === 0 }))
  const [admin] = people as [TestUser]
  const { id: group } = await as(admin).post('teams/1/teamgroups', { name: 'Some' })
  await as(admin).patch(`teams/1/teamgroups/${group}`, { how: 'add', userid: pick(people).id })
  const metadata = '{"extra_fields": {"Mass": {"value": "1"}, "Batch": {"value": ["a", "b"]}}}'
  const change = () =>
    pick<() => object>([
      () => ({ canread_base: pick([10, 20, 30, 40, 50]) }),
      () => ({ canread: grants(pick([[], [first], [second]]), pick([[], [group]]), pick([[], [pick(people).id]])) }),
      () => ({ tags: pick([[], ['x'], ['x', 'y']]) }),
      () => ({ metadata: pick([metadata, null]) }),
      () => ({ action: pick(['destroy', 'restore', 'archive', 'unarchive']) }),
    ])()
  const entries: { type: string; id: number; owner: TestUser }[] = []
  for (let n = 0; n < 24; n++) {
    const owner = pick(people)
    const type = pick(['experiments', 'items'])
    entries.push({ type, owner, id: (await as(owner).post(type, { tags: ['x'], metadata })).id })
  }
  for (let n = 0; n < 80; n++) {
    const { type, id, owner } = pick(entries)
    await as(owner).patch(`${type}/${id}`, change())
  }
  for (const person of people) {
    const seen: { team: number; tags: string | null; metadata: string | null }[] = []
    for (const type of ['experiments', 'items']) {
      seen.push(...(await as(person).get<typeof seen>(`${type}?scope=3&state=1,2`)).body)
    }
    for (const { tag, item_count } of (await as(person).get<Row[]>('teams/current/tags')).body) {
      const uses = seen.filter(({ team, tags }) => team === person.team && tags?.split('|').includes(tag))
      expect(item_count, tag).toBe(uses.length)
    }
    const { body } = await as(person).get<{ frequency: number }[]>('extra_fields_keys')
    const filled = seen.filter((entry) => entry.metadata !== null).length
    expect(body.map(({ frequency }) => frequency)).toEqual(filled === 0 ? [] : [filled, filled])
  }
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('an admin adds a tag; one that is there keeps its id', async () => {
  const { as, given } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const added = await as(admin).post('teams/1/tags', { tag: ' DNA ' })
  expect(added).toMatchObject({ status: 201, path: `/api/v2/teams/1/tags/${added.id}` })
  expect(await as(admin).post('teams/1/tags', { tag: 'dna', action: 'create' })).toMatchObject({ id: added.id })
  expect(await as(ada).get(`teams/1/tags/${added.id}`)).toMatchObject({
    status: 200,
    body: { id: added.id, team: 1, tag: 'DNA', item_count: 0, is_favorite: 0 },
  })
  for (const body of [{}, { tag: '' }, { tag: ' | ' }, { tag: 7 }, { tag: null }, { tag: 'x', action: 'nonsense' }]) {
    expect((await as(admin).post('teams/1/tags', body)).status).toBe(400)
  }
})

test('a renamed tag has its new name on all entries, in the search too', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const [one, two] = [
    await given.experiment(ada, { tags: ['old', 'kept'] }),
    await given.experiment(ada, { tags: ['old'] }),
  ]
  const id = await idOf(as(ada), 'old')
  const before = await as(ada).get(`experiments/${one}`)

  const renamed = await as(admin).call(teamTags.rename, {
    params: { id: 1, subid: id },
    body: { action: 'updatetag', tag: 'Brand|new' },
  })

  expect(renamed).toMatchObject({ status: 200, body: [{ id, tag: 'Brand new', item_count: 2 }, { tag: 'kept' }] })
  expect(await as(ada).get(`experiments/${one}`)).toMatchObject({ body: { tags: 'Brand new|kept' } })
  expect((await as(ada).get(`experiments/${one}`)).headers.etag).not.toBe(before.headers.etag)
  expect((await as(ada).get<Row[]>('experiments?q=brand')).body.map((row) => row.id).sort()).toEqual([one, two])
  expect((await as(ada).get<Row[]>('experiments?q=old')).body).toEqual([])
  expect((await as(ada).get<Row[]>('experiments?tags[]=brand new')).body).toHaveLength(2)
  // Only the case changes, and then nothing.
  for (const tag of ['BRAND NEW', 'BRAND NEW']) {
    await as(admin).patch(`teams/1/tags/${id}`, { action: 'updatetag', tag })
    expect(await as(ada).get(`experiments/${two}`)).toMatchObject({ body: { tags: tag, tags_id: String(id) } })
  }
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a tag renamed to another one becomes part of it', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const one = await given.experiment(ada, { tags: ['from', 'kept'] })
  const both = await given.experiment(ada, { tags: ['from', 'Into'] })
  const locked = await given.experiment(ada, { tags: ['from'] })
  await as(ada).patch(`experiments/${locked}`, { action: 'lock' })
  const gone = await given.experiment(ada, { tags: ['from'] })
  await as(ada).delete(`experiments/${gone}`)
  const [from, into] = [await idOf(as(ada), 'from'), await idOf(as(ada), 'into')]
  await as(ada).post('favtags', { tag: 'from' })
  await as(admin).post('favtags', { tag: 'from' })
  await as(admin).post('favtags', { tag: 'into' })
  const before = await as(ada).get<{ modified_at: string }>(`experiments/${one}`)
  ctx.now = () => '2099-01-01T00:00:00.000Z'

  const merged = await as(admin).patch<Row[]>(`teams/1/tags/${from}`, { action: 'updatetag', tag: 'INTO' })

  expect(merged.body.map(({ id, tag, item_count }) => [id, tag, item_count])).toEqual([
    [into, 'Into', 3],
    [await idOf(as(ada), 'kept'), 'kept', 1],
  ])
  expect(await as(ada).get(`experiments/${one}`)).toMatchObject({
    body: { tags: 'Into|kept', modified_at: before.body.modified_at },
  })
  for (const id of [both, locked, gone]) {
    expect(await as(ada).get(`experiments/${id}`)).toMatchObject({ body: { tags: 'Into', tags_id: String(into) } })
  }
  const { body: entry } = await as(ada).get<{ changelog: object[] }>(`experiments/${one}`)
  expect(entry.changelog[0]).toMatchObject({ target: 'tags', content: 'Into|kept', userid: admin.id })
  expect((await as(ada).get(`teams/1/tags/${from}`)).status).toBe(404)
  expect((await as(ada).get<Row[]>('experiments?q=from')).body).toEqual([])
  expect((await as(ada).get<Row[]>('experiments?tags[]=into')).body).toHaveLength(3)
  expect((await as(ada).get('favtags')).body).toMatchObject([{ tags_id: into }])
  expect((await as(admin).get('favtags')).body).toMatchObject([{ tags_id: into }])
  // The old name is free again, for a tag with another id.
  await as(ada).post(`experiments/${one}/tags`, { tag: 'from' })
  expect(await idOf(as(ada), 'from')).toBeGreaterThan(into)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a deleted tag is gone from all entries', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const one = await given.experiment(ada, { tags: ['gone', 'kept'] })
  await given.experiment(ada, { tags: ['gone'] })
  await as(ada).post('favtags', { tag: 'gone' })
  const id = await idOf(as(ada), 'gone')

  expect(await as(admin).delete(`teams/1/tags/${id}`)).toMatchObject({ status: 204, body: '' })

  expect((await as(ada).get<Row[]>('teams/1/tags')).body).toMatchObject([{ tag: 'kept' }])
  expect(await as(ada).get(`experiments/${one}`)).toMatchObject({ body: { tags: 'kept' } })
  expect((await as(ada).get<Row[]>('experiments?q=gone')).body).toEqual([])
  expect((await as(ada).get('favtags')).body).toEqual([])
  for (const missing of [id, 9999]) expect((await as(admin).delete(`teams/1/tags/${missing}`)).status).toBe(204)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('whichever of one’s teams the path names, the tags are those of the team in which one acts', async () => {
  const { as, given, ctx } = await testApp()
  const other = await given.team()
  const sysadmin = await given.user({ isAdmin: true, isSysadmin: true })
  const [ada, ben] = [await given.user(), await given.user({ team: other, isAdmin: true })]
  await given.experiment(ada, { tags: ['here'] })
  await given.experiment(ben, { tags: ['there'] })
  expect((await as(sysadmin).get<Row[]>(`teams/${other}/tags`)).body).toMatchObject([{ tag: 'here', team: 1 }])
  expect((await as(sysadmin).post(`teams/${other}/tags`, { tag: 'new' })).path).toMatch(/^\/api\/v2\/teams\/1\/tags\//)
  expect((await as(ada).get(`teams/${other}/tags`)).status).toBe(403)
  expect((await as(ada).get('teams/999/tags')).status).toBe(404)
  expect((await as(ada).get('teams/abc/tags')).status).toBe(400)

  const there = await idOf(as(ben), 'there')
  const here = await idOf(as(ada), 'here')
  expect((await as(ada).get(`teams/1/tags/${there}`)).status).toBe(404)
  for (const path of [`teams/1/tags/${there}`, `teams/${other}/tags/${there}`]) {
    expect((await as(sysadmin).patch(path, { action: 'updatetag', tag: 'x' })).status).toBe(403)
    expect((await as(sysadmin).delete(path)).status).toBe(403)
  }
  expect((await as(ben).patch(`teams/${other}/tags/${here}`, { action: 'updatetag', tag: 'there' })).status).toBe(403)
  expect((await as(ben).get<Row[]>('teams/current/tags')).body).toMatchObject([{ tag: 'there', item_count: 1 }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('only admins manage tags, and a sysadmin is none by that', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, sysadmin] = [await given.user(), await given.user({ isSysadmin: true })]
  await given.experiment(ada, { tags: ['kept'] })
  const id = await idOf(as(ada), 'kept')
  for (const who of [ada, sysadmin]) {
    const client = as(who)
    expect((await client.post('teams/1/tags', { tag: 'x' })).status).toBe(403)
    expect((await client.post('teams/1/tags', {})).status).toBe(403)
    expect((await client.patch(`teams/1/tags/${id}`, { action: 'updatetag', tag: 'x' })).status).toBe(403)
    expect((await client.patch(`teams/1/tags/${id}`, {})).status).toBe(403)
    expect((await client.delete(`teams/1/tags/${id}`)).status).toBe(403)
    expect((await client.delete('teams/1/tags/9999')).status).toBe(403)
  }
  await setAdmin(ctx, AUTHOR, ada.id, 1, true)
  expect((await as(ada).patch(`teams/1/tags/${id}`, { action: 'updatetag', tag: 'x' })).status).toBe(200)
  await setAdmin(ctx, AUTHOR, ada.id, 1, false)
  expect((await as(ada).delete(`teams/1/tags/${id}`)).status).toBe(403)
})

test.each([
  [{}, 400],
  [{ tag: 'x' }, 400],
  [{ action: 'update', tag: 'x' }, 400],
  [{ action: 'unreference', tag: 'x' }, 400],
  [{ action: 'updatetag' }, 400],
  [{ action: 'updatetag', tag: '' }, 400],
  [{ action: 'updatetag', tag: ' \\ ' }, 400],
  [{ action: 'updatetag', tag: 7 }, 400],
  [{ action: 'updatetag', tag: 'x'.repeat(256) }, 400],
  [{ action: 'updatetag', tag: 'x', team: 2 }, 400],
])('PATCH of a tag with %j is %i', async (body, status) => {
  const { as, given } = await shared()
  const admin = await given.user({ isAdmin: true })
  const { id } = await as(admin).post('teams/1/tags', { tag: 'kept' })
  expect((await as(admin).patch(`teams/1/tags/${id}`, body)).status).toBe(status)
  expect((await as(admin).patch('teams/1/tags/9999', body)).status).toBe(404)
  expect((await as(admin).get(`teams/1/tags/${id}`)).body).toMatchObject({ tag: 'kept' })
})

test('If-Match guards a tag that has changed', async () => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const { id } = await as(admin).post('teams/1/tags', { tag: 'first' })
  const path = `teams/1/tags/${id}`
  const match = { 'if-match': (await as(admin).get(path)).headers.etag ?? '' }
  expect((await as(admin).patch(path, { action: 'updatetag', tag: 'second' }, match)).status).toBe(200)
  expect(await as(admin).patch(path, { action: 'updatetag', tag: 'third' }, match)).toMatchObject({
    status: 412,
    body: { current: { tag: 'second' } },
  })
  expect((await as(admin).delete(path, undefined, match)).status).toBe(412)
  expect((await as(admin).get(path)).body).toMatchObject({ tag: 'second' })
})

test('many who rename different tags to the same name at once leave one tag', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const names = ['a', 'b', 'c', 'd']
  const entry = await given.experiment(ada, { tags: names })
  const ids = await Promise.all(names.map((name) => idOf(as(ada), name)))
  const answers = await Promise.all([
    ...ids.map((id) => as(admin).patch(`teams/1/tags/${id}`, { action: 'updatetag', tag: 'same' })),
    as(ada).post(`experiments/${entry}/tags`, { tag: 'same' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
  expect((await as(ada).get<Row[]>('teams/1/tags')).body).toMatchObject([{ tag: 'same', item_count: 1 }])
  expect((await as(ada).get(`experiments/${entry}`)).body).toMatchObject({ tags: 'same' })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

function grants(teams: number[], teamgroups: number[], users: number[]): string {
  return JSON.stringify({ teams, teamgroups, users })
}

async function idOf(client: ReturnType<TestApp['as']>, tag: string): Promise<number> {
  const { body } = await client.get<Row[]>(`teams/current/tags?q=${tag}`)
  return body[0]?.id ?? 0
}
