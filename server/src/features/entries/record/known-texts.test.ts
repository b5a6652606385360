import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { Written } from '../../../records/written.ts'
import { KnownTexts } from './known-texts.ts'

type Row = Record<string, unknown>

test('rows and records that were sent before follow every change', async () => {
  const { as, given } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const ada = await given.user({ firstname: 'Ada', lastname: 'Moreau' })
  const bob = await given.user()
  const [mine, his] = [as(ada), as(bob)]
  const admin = as(await given.user({ isAdmin: true }))
  const category = await admin.post('teams/1/experiments_categories', { name: 'Cloning' })
  const id = await given.experiment(ada, { title: 'Old', category: category.id, tags: ['a', 'b'] })
  const path = `experiments/${id}`
  const [tag] = (await mine.get<Row[]>(`${path}/tags`)).body
  const lists = ['limit=15', 'limit=15&full=0', 'limit=15&fastq=e']
  const readAll = async () => {
    const rows = await Promise.all(lists.map(async (query) => (await mine.get<Row[]>(`experiments?${query}`)).body[0]))
    return { rows, record: (await mine.get<Row>(path)).body }
  }
  const changes: Record<string, () => Promise<{ status: number }>> = {
    title: () => mine.patch(path, { title: 'New' }),
    tags: () => mine.post(`${path}/tags`, { tag: 'c' }),
    tags_decoded: () => mine.post('favtags', { tag: 'a' }),
    tags_id: () => admin.patch(`teams/1/tags/${tag?.tag_id}`, { action: 'updatetag', tag: 'z' }),
    category_title: () => admin.patch(`teams/1/experiments_categories/${category.id}`, { title: 'PCR' }),
    fullname: () => root.patch(`users/${ada.id}`, { lastname: 'Lovelace' }),
    team_name: () => root.patch('teams/1', { name: 'Buchner' }),
    recent_comment: () => his.post(`${path}/comments`, { comment: 'why?' }),
    next_step: () => mine.post(`${path}/steps`, { body: 'Weigh' }),
    is_pinned: () => mine.patch(path, { action: 'pin' }),
    locked: () => mine.patch(path, { action: 'lock' }),
  }
  let before = await readAll()
  for (const [field, change] of Object.entries(changes)) {
    // Once more, so that what was sent before is sent again.
    expect([field, await readAll()]).toEqual([field, before])
    expect([200, 201], field).toContain((await change()).status)
    const after = await readAll()
    expect([field, after.record[field]]).not.toEqual([field, before.record[field]])
    for (const row of after.rows) expect([field, row?.[field]]).toEqual([field, after.record[field]])
    before = after
  }
})

test('what somebody else may no longer read is not sent to them again', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const bob = as(await given.user())
  const id = await given.experiment(ada, { title: 'Shared' })
  const seen = async () => {
    const { body } = await bob.get<Row[]>('experiments?limit=15')
    return { listed: body.length, status: (await bob.get(`experiments/${id}`)).status }
  }
  expect([await seen(), await seen()]).toEqual([
    { listed: 1, status: 200 },
    { listed: 1, status: 200 },
  ])
  expect((await as(ada).patch(`experiments/${id}`, { canread_base: 10 })).status).toBe(200)
  expect(await seen()).toEqual({ listed: 0, status: 403 })
})

test('a link that was there for a moment is not shown to others afterwards', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const [owner, carl] = [as(ada), as(await given.user())]
  const secret = await given.experiment(ada, { title: 'Secret' })
  expect((await owner.patch(`experiments/${secret}`, { canread_base: 10 })).status).toBe(200)
  const open = await given.experiment(ada)
  const link = `experiments/${secret}/experiments_links/${open}`
  let took = 5
  for (let round = 0; round < 25; round++) {
    // Moves the head, so that the next reader composes the text.
    await owner.post(`experiments/${open}/comments`, { comment: 'again' })
    const started = performance.now()
    const linking = owner.post(link).then(() => {
      took = performance.now() - started
    })
    // Read in the middle of it, so that the link may come between stamp and text.
    await sleep((took * (round % 5)) / 5)
    await Promise.all([linking, owner.get(`experiments/${open}`)])
    await owner.delete(link)
    expect((await carl.get<Row>(`experiments/${open}`)).body.related_experiments_links).toEqual([])
  }
})

test('nobody sees the pins and favourite tags of somebody else', async () => {
  const { as, given } = await testApp()
  const [ada, bob] = [as(await given.user()), as(await given.user())]
  const owner = await given.user()
  const ids = [await given.experiment(owner, { tags: ['x'] }), await given.experiment(owner, { tags: ['x'] })]
  const [tag] = (await ada.get<{ id: number }[]>('teams/1/tags')).body
  const queries = ['limit=5&order=rating', 'limit=5', 'limit=5&full=0']
  const clean = await Promise.all(queries.map(async (query) => (await bob.get(`experiments?${query}`)).body))
  for (let round = 0; round < 40; round++) {
    const isOn = round % 2 === 1
    const favourite = isOn ? ada.delete(`favtags/${tag?.id}`) : ada.post('favtags', { tag: 'x' })
    const pinned = ada.patch(`experiments/${ids[round % 3 ? 0 : 1]}`, { action: 'pin' })
    const lists = queries.flatMap((query) => [ada, bob, ada, bob].map((reader) => reader.get(`experiments?${query}`)))
    const [, , ...answers] = await Promise.all([favourite, pinned, ...lists])
    for (const [index, { body }] of answers.entries()) {
      if (index % 2 === 1) expect(body).toEqual(clean[Math.floor(index / 4)])
    }
  }
})

test('texts used last are kept, within a limit', () => {
  const known = new KnownTexts()
  const stamp = { head: 'h', instance_head: 'i', pinned_by: null, favourites: null }
  const text = 'x'.repeat(90_000)
  for (let id = 1; id <= 500; id++) {
    known.keep('short', id, stamp, new Written(text))
    known.find('short', 1, stamp)
  }
  const found = Array.from({ length: 500 }, (_, index) => index + 1).filter((id) => known.find('short', id, stamp))
  expect([found[0], found.at(-1)]).toEqual([1, 500])
  expect(found.length).toBeLessThan(200)
  expect(known.find('short', 500, { ...stamp, head: 'another' })).toBeUndefined()
  known.keep('short', 501, stamp, new Written('x'.repeat(200_000)))
  expect(known.find('short', 501, stamp)).toBeUndefined()
})
