import type { EntityListRow } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { type Client, testApp } from '../../../test/harness.ts'

const DAYS = [null, '2025-12-31', '2026-01-01', '2026-01-15', '2026-01-31', '2026-02-01']

/** One entry a day with the day as title, each changed after the one before. */
async function given() {
  const app = await testApp()
  const ada = await app.given.user()
  await insertEntries(
    app.ctx,
    DAYS.map((date, index) => ({
      team: 1,
      userid: ada.id,
      title: date ?? 'no day',
      date,
      modified_at: `2026-03-02T09:0${index}:00.000Z`,
    })),
  )
  return { app, ada, client: app.as(ada) }
}

async function listed(client: Client, query: string): Promise<{ titles: string[]; total: string | undefined }> {
  const { status, body, headers } = await client.get<EntityListRow[]>(`experiments?${query}`)
  expect(status, query).toBe(200)
  return { titles: body.map(({ title }) => title), total: headers['x-total-count'] }
}

test.each([
  ['2026-01-01..2026-01-31', ['2026-01-31', '2026-01-15', '2026-01-01']],
  ['2026-01-15', ['2026-01-15']],
  ['2026-01-15..2026-01-15', ['2026-01-15']],
  ['2026-01-31..', ['2026-02-01', '2026-01-31']],
  ['..2026-01-01', ['2026-01-01', '2025-12-31']],
  [' 2026-01-31 .. ', ['2026-02-01', '2026-01-31']],
  ['2030-01-01..', []],
  ['', ['2026-02-01', '2026-01-31', '2026-01-15', '2026-01-01', '2025-12-31', 'no day']],
])('date=%s includes both ends, in every order and whole or by the page', async (range, expected) => {
  const { client } = await given()
  const date = `date=${encodeURIComponent(range)}`
  expect((await listed(client, date)).titles).toEqual(expected)
  expect(await listed(client, `${date}&limit=10`)).toEqual({ titles: expected, total: String(expected.length) })
  const ascending = expected.toReversed()
  for (const order of ['date', 'lastchange', 'id']) {
    const query = `${date}&order=${order}&sort=asc`
    expect((await listed(client, query)).titles, order).toEqual(ascending)
    expect((await listed(client, `${query}&limit=2&offset=1`)).titles, order).toEqual(ascending.slice(1, 3))
  }
})

test('days combine with other filters, a search, pins and other states', async () => {
  const { app, ada, client } = await given()
  const id = await app.given.experiment(ada, { title: 'Crystals', date: '2026-01-20', rating: 4, tags: ['gfp'] })
  await app.given.experiment(ada, { title: 'Crystals again', date: '2026-03-20', rating: 4, tags: ['gfp'] })
  const january = 'date=2026-01-01..2026-01-31&limit=5'
  for (const more of ['rating=4', 'tags[]=gfp', 'q=crystals', 'rating=4&tags[]=gfp&q=crystals&order=date']) {
    expect((await listed(client, `${january}&${more}`)).titles, more).toEqual(['Crystals'])
  }
  await app.as(ada).patch(`experiments/${id}`, { action: 'pin' })
  expect((await listed(client, `${january}&order=date&sort=asc`)).titles[0]).toBe('Crystals')
  await app.as(ada).delete(`experiments/${id}`)
  expect((await listed(client, `${january}&rating=4`)).titles).toEqual([])
  expect((await listed(client, `${january}&rating=4&state=3`)).titles).toEqual(['Crystals'])
})

test('days of an entry that one may not read are not found', async () => {
  const { app, client } = await given()
  const bob = await app.given.user()
  await app.given.experiment(bob, { title: 'Secret', date: '2026-05-05', canread_base: 10 })
  for (const order of ['date', 'lastchange']) {
    expect(await listed(client, `date=2026-05-05&limit=5&scope=3&order=${order}`)).toEqual({ titles: [], total: '0' })
  }
  expect((await listed(app.as(bob), 'date=2026-05-05&limit=5')).titles).toEqual(['Secret'])
})

test.each([
  'yesterday',
  '..',
  '2026-02-30',
  '2026-1-1',
  '20260101',
  '2026-01-01...2026-01-31',
  '2026-01-01..2026-01-31..2026-02-01',
  '2026-01-01,2026-01-31',
  '2026-02-01..2026-01-01',
])('date=%s is refused by name', async (range) => {
  const { client } = await given()
  const { status, body } = await client.get<{ message: string }>(
    `experiments?limit=5&date=${encodeURIComponent(range)}`,
  )
  expect(status).toBe(400)
  expect(body.message).toMatch(/^date: must /)
})

test('a page of days far from the start of the list is found through the indexes', { timeout: 60_000 }, async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString()
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    team: 1,
    userid: ada.id,
    title: `E${1000 + index}`,
    date: day(index).slice(0, 10),
    modified_at: day(index),
  }))
  await insertEntries(app.ctx, rows)
  const client = app.as(ada)
  for (const order of ['date', 'lastchange', 'title']) {
    const few = await listed(client, `date=2020-01-10..2020-01-12&limit=2&order=${order}`)
    expect(few.titles, order).toEqual(['E1011', 'E1010'])
    const offset = await listed(client, `date=..2025-12-31&limit=2&offset=2100&order=${order}&sort=asc`)
    const expected = rows.filter(({ date }) => date <= '2025-12-31').map(({ title }) => title)
    expect(offset.titles, order).toEqual(expected.slice(2100, 2102))
  }
})

test('a tag is looked up in the team of the list, wherever else there is one of that name', async () => {
  const { ctx, as, given } = await testApp()
  const other = await given.team()
  const [ada, boss, eve] = [await given.user(), await given.user({ isAdmin: true }), await given.user({ team: other })]
  const mine = await as(ada).post('experiments', { title: 'mine', tags: ['salt'] })
  await as(eve).post('experiments', { title: 'hers', tags: ['Salt'], canread_base: 50 })
  // More than are checked before an index is asked.
  for (const { id: userid, team } of [ada, eve]) {
    await insertEntries(
      ctx,
      Array.from({ length: 50 }, () => ({ team, userid, modified_at: '2099-01-01T00:00:00.000Z' })),
    )
  }
  const found = async (client: Client, scope: number) =>
    (await listed(client, `tags[]=SALT&limit=5&scope=${scope}`)).titles.sort()
  expect([await found(as(ada), 2), await found(as(ada), 3)]).toEqual([['mine'], ['hers', 'mine']])
  expect([await found(as(eve), 2), await found(as(eve), 3)]).toEqual([['hers'], ['hers']])

  const moved = { action: 'updateowner', userid: eve.id, team: other }
  expect(await as(boss).patch(`experiments/${mine.id}`, moved)).toMatchObject({ status: 200 })
  expect([await found(as(ada), 2), await found(as(eve), 2)]).toEqual([[], ['hers', 'mine']])
})
