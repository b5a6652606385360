import type { EntityListRow } from '@aliquot/contract/entities'
import { beforeAll, expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { snippetOf } from '../entry-lists/snippets.ts'

let app: TestApp
let ada: TestUser
let client: Client

beforeAll(async () => {
  let close: (() => Promise<void>) | undefined
  app = await testApp({}, { closing: (end) => (close = end) })
  ada = await app.given.user()
  client = app.as(ada)
  await app.given.experiment(ada, { title: 'Crystals of lysozyme' })
  const metadata = {
    extra_fields: { Buffer: { value: 'Crystal violet' }, Mass: { type: 'number', value: '5120987.5' } },
  }
  await app.given.experiment(ada, { title: 'Field', metadata })
  await app.given.experiment(ada, { title: 'Tagged', tags: ['Größe', 'crystal'] })
  const commented = await app.given.experiment(ada, { title: 'Commented' })
  await client.post(`experiments/${commented}/comments`, { comment: 'No crystals yet, the drop is clear' })
  await app.given.experiment(ada, {
    title: 'Body',
    body: `<p>${'word '.repeat(60)}</p><p>Crystals grew</p>`,
    custom_id: 7_700_771,
  })
  return close
})

async function found(search: string, more = ''): Promise<EntityListRow[]> {
  const path = `experiments?search=${encodeURIComponent(search)}${more}`
  const { status, body, headers } = await client.get<EntityListRow[]>(`${path}&limit=50`)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(headers['x-total-count']).toBe(String(body.length))
  const stream = await client.get<EntityListRow[]>(path)
  expect(stream.body.map(({ id }) => id).sort()).toEqual(body.map(({ id }) => id).sort())
  return body
}

const titles = (rows: readonly EntityListRow[]) => rows.map(({ title }) => title)

test.each([
  ['crystal', ['Crystals of lysozyme', 'Body', 'Commented', 'Tagged', 'Field']],
  ['cry', ['Crystals of lysozyme', 'Body', 'Commented', 'Tagged', 'Field']],
  ['CRYSTAL violet', ['Field']],
  ['violet', ['Field']],
  ['grosse', ['Tagged']],
  ['clear drop', ['Commented']],
  ['commented crystals', ['Commented']],
  ['5120987', ['Field']],
  ['7700771', ['Body']],
  ['ystal', []],
  ['nothing', []],
  ['...', []],
])('search=%s finds %j, titles first and then the newest', async (search, expected) => {
  expect(titles(await found(search))).toEqual(expected)
})

test('each row tells where the words are', async () => {
  const rows = await found('crystal')
  const places = Object.fromEntries(rows.map(({ title, found_in = [] }) => [title, found_in]))
  expect(places['Crystals of lysozyme']).toEqual([
    { place: 'title', name: null, text: 'Crystals of lysozyme', marks: [[0, 8]] },
  ])
  expect(places.Field).toEqual([{ place: 'field', name: 'Buffer', text: 'Crystal violet', marks: [[0, 7]] }])
  expect(places.Tagged).toEqual([{ place: 'tag', name: null, text: 'crystal', marks: [[0, 7]] }])
  expect(places.Commented).toEqual([
    { place: 'comment', name: null, text: 'No crystals yet, the drop is clear', marks: [[3, 11]] },
  ])
  expect(places.Body).toMatchObject([{ place: 'body', text: expect.stringMatching(/^…(word )+\n?.*Crystals grew$/s) }])
  for (const { text, marks } of rows.flatMap(({ found_in = [] }) => found_in)) {
    for (const [start, end] of marks) expect(text.slice(start, end)).toMatch(/^crystal/i)
  }
})

test('pages go on over the entries with the words in their titles', async () => {
  const whole = titles(await found('crystal'))
  for (let offset = 0; offset < 6; offset++) {
    const { body, headers } = await client.get<EntityListRow[]>(`experiments?search=crystal&limit=2&offset=${offset}`)
    expect(titles(body)).toEqual(whole.slice(offset, offset + 2))
    expect(headers['x-total-count']).toBe('5')
  }
})

test('another order, filters and q narrow it down as everywhere', async () => {
  const inOrder = await client.get<EntityListRow[]>('experiments?search=crystal&order=title&sort=asc&limit=9')
  expect(titles(inOrder.body)).toEqual(['Body', 'Commented', 'Crystals of lysozyme', 'Field', 'Tagged'])
  expect(titles(await found('crystal', '&q=tagged'))).toEqual(['Tagged'])
  expect(titles(await found('crystal', '&extended=title:field'))).toEqual(['Field'])
  expect(titles(await found('crystal', '&owner=999'))).toEqual([])
})

test('comments are found as long as they are there, and as they are now', async () => {
  const id = await app.given.experiment(ada, { title: 'Talk' })
  const { id: comment } = await client.post(`experiments/${id}/comments`, { comment: 'zirconium' })
  expect(titles(await found('zircon'))).toEqual(['Talk'])
  await client.patch(`experiments/${id}/comments/${comment}`, { comment: 'hafnium' })
  expect(titles(await found('zircon'))).toEqual([])
  expect(titles(await found('hafnium'))).toEqual(['Talk'])
  await client.delete(`experiments/${id}/comments/${comment}`)
  expect(titles(await found('hafnium'))).toEqual([])
})

test('values of fields are found as they are now', async () => {
  const id = await app.given.experiment(ada, {
    title: 'Fields',
    metadata: { extra_fields: { a: { value: 'osmium' } } },
  })
  expect(titles(await found('osmium'))).toEqual(['Fields'])
  await client.patch(`experiments/${id}`, { action: 'updatemetadatafield', a: 'iridium' })
  expect(titles(await found('osmium'))).toEqual([])
  expect(titles(await found('iridium'))).toEqual(['Fields'])
})

test.each([
  '{"extra_fields": null}',
  '{"extra_fields": "odd"}',
  '{"extra_fields": {"a": null, "b": 5, "c": {"value": {"toString": 1}}, "d": {"value": [{"toString": 1}, "odd"]}}}',
])('metadata of any shape hurts nobody: %s', async (metadata) => {
  const id = await app.given.experiment(ada, { title: 'Odd metadata', metadata })
  const [row] = await found('odd metadata')
  expect(row?.id).toBe(id)
  await client.delete(`experiments/${id}`)
})

test('q does not look into comments and fields', async () => {
  const { body } = await client.get<EntityListRow[]>('experiments?q=violet&limit=5')
  expect(body).toEqual([])
})

test('nothing of an entry is found by somebody who may not read it', async () => {
  const bob = await app.given.user()
  const secret = { title: 'Vault rhenium', canread_base: 10, metadata: { extra_fields: { a: { value: 'rhenium' } } } }
  const id = await app.given.experiment(bob, secret)
  await app.as(bob).post(`experiments/${id}/comments`, { comment: 'rhenium' })
  expect(await found('rhenium')).toEqual([])
  const { body } = await app.as(bob).get<EntityListRow[]>('experiments?search=rhen&limit=5')
  expect(body[0]?.found_in?.map(({ place }) => place)).toEqual(['title', 'field', 'comment'])
})

test('more words than an answer is worth are refused by name', async () => {
  const words = Array.from({ length: 21 }, (_, index) => `w${index}x`).join('%20')
  const { status, body } = await client.get<{ message: string }>(`experiments?search=${words}&limit=5`)
  expect(status).toBe(400)
  expect(body.message).toMatch(/^search: /)
})

test('common words are found page by page', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    ...{ team: 1, userid: ada.id, title: index % 3 === 0 ? `plenty ${index}` : `other ${index}`, body: 'plenty' },
    modified_at: new Date(Date.UTC(2026, 2, 2, 9, index)).toISOString(),
  }))
  await insertEntries(app.ctx, rows)
  const indexes = Array.from(rows.keys()).reverse()
  const expected = [...indexes.filter((n) => n % 3 === 0), ...indexes.filter((n) => n % 3 !== 0)].map(
    (n) => rows[n]?.title,
  )
  for (const offset of [0, 30, 38, 60, 110]) {
    const { body } = await client.get<EntityListRow[]>(`experiments?search=plenty&limit=15&offset=${offset}`)
    expect(titles(body)).toEqual(expected.slice(offset, offset + 15))
  }
})

test.each([
  ['plain text', 'text', 'plain text', [[6, 10]]],
  ['Ångström', 'ang', 'Ångström', [[0, 8]]],
  ['nothing here', 'there', undefined, undefined],
  [
    'a b a',
    'a',
    'a b a',
    [
      [0, 1],
      [4, 5],
    ],
  ],
])('a snippet of %j for %j is %j', (text, word, snippet, marks) => {
  expect(snippetOf(text, [word])).toEqual(snippet === undefined ? undefined : { text: snippet, marks })
})

test('a snippet of a long text is short, and its marks are in it', () => {
  const text = `${'alpha beta '.repeat(200)}needle ${'gamma delta '.repeat(200)}`
  const snippet = snippetOf(text, ['need'])
  expect(snippet?.text.length).toBeLessThan(200)
  expect(snippet?.text).toMatch(/^….*…$/)
  const [start = 0, end = 0] = snippet?.marks[0] ?? []
  expect(snippet?.text.slice(start, end)).toBe('needle')
})
