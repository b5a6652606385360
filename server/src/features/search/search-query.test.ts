import type { EntityListRow } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { type Client, sharedApp, type TestApp, testApp } from '../../../test/harness.ts'

async function found(client: Client, q: string, more = ''): Promise<string[]> {
  const path = `experiments?q=${encodeURIComponent(q)}${more}`
  const page = await client.get<EntityListRow[]>(`${path}&limit=50`)
  expect(page.status, q).toBe(200)
  const stream = await client.get<EntityListRow[]>(path)
  expect(stream.body.map(({ title }) => title)).toEqual(page.body.map(({ title }) => title))
  expect(page.headers['x-total-count']).toBe(String(page.body.length))
  return page.body.map(({ title }) => title).sort()
}

const shared = sharedApp()
let filled: ReturnType<typeof fill> | undefined

/** For tests that only read. */
async function sharedLab() {
  filled ??= shared().then(fill)
  return filled
}

async function lab() {
  return fill(await testApp())
}

// A permanent id may begin with any two or three digits, so numbers are longer.
async function fill(app: TestApp) {
  const ada = await app.given.user()
  await app.given.experiment(ada, { title: 'Heat shock', body: '<p>Cells at <b>420042 °C</b>&nbsp;for an hour</p>' })
  await app.given.experiment(ada, { title: 'Ångström test', tags: ['Größe', 'PCR'], custom_id: 471100 })
  await app.given.experiment(ada, { title: 'Plain', body: 'the **Straße** of 420042', content_type: 2 })
  await app.given.experiment(ada, { title: 'Empty' })
  return { app, ada, client: app.as(ada) }
}

test.each([
  ['heat', ['Heat shock']],
  ['HEAT', ['Heat shock']],
  ['sho', ['Heat shock']],
  ['shock heat', ['Heat shock']],
  ['heat plain', []],
  ['hock', []],
  ['hour', ['Heat shock']],
  ['nbsp', []],
  ['420042', ['Heat shock', 'Plain']],
  ['angstrom', ['Ångström test']],
  ['ÅNG', ['Ångström test']],
  ['grosse', ['Ångström test']],
  ['pcr angstrom', ['Ångström test']],
  ['strasse', ['Plain']],
  ['STRASSE', ['Plain']],
  ['471100', ['Ångström test']],
  ['#471100', ['Ångström test']],
  ['47110', []],
  ['zzz', []],
  ['%', []],
  ['---', []],
  ['heat AND shock', ['Heat shock']],
  ['heat & shock', ['Heat shock']],
  ['(heat shock)', ['Heat shock']],
  ['heat, shock!', ['Heat shock']],
  ["hour's", ['Heat shock']],
])('q=%s finds %j', async (q, titles) => {
  const { client } = await sharedLab()
  expect(await found(client, q)).toEqual([...titles].sort())
})

test('q finds an entry by its permanent id', async () => {
  const { client } = await sharedLab()
  const { body } = await client.get<EntityListRow[]>('experiments?limit=1')
  const [row] = body
  expect(await found(client, row?.elabid ?? '')).toEqual([row?.title])
  expect(await found(client, (row?.elabid ?? '').slice(9, 25))).toEqual([row?.title])
})

test.each(["Alzheimer's", 'R&D', 'and or not', 'note: this', 'what?', 'a (b) c', '5!', 'ID 5', 'https://x.org'])(
  'q=%s is plain words',
  async (q) => {
    const { client } = await sharedLab()
    expect((await client.get(`experiments?q=${encodeURIComponent(q)}`)).status).toBe(200)
  },
)

test('what is found follows changes of title, body and tags', async () => {
  const { app, ada, client } = await lab()
  const id = await app.given.experiment(ada, { title: 'before', body: 'oldword', tags: ['oldtag'] })
  expect(await found(client, 'oldword oldtag before')).toEqual(['before'])
  await client.patch(`experiments/${id}`, { title: 'after', body: 'newword', tags: ['newtag'] })
  expect(await found(client, 'newword newtag after')).toEqual(['after'])
  for (const gone of ['oldword', 'oldtag', 'before']) expect(await found(client, gone)).toEqual([])
})

test('search keeps order, scope and pinned entries as lists have them', async () => {
  const { app, ada, client } = await lab()
  const mate = await app.given.user()
  const [own, foreign] = await insertEntries(app.ctx, [
    { team: 1, userid: ada.id, title: 'wanted b', modified_at: '2026-01-02T00:00:00.000Z' },
    { team: 1, userid: mate.id, title: 'wanted a', modified_at: '2026-01-01T00:00:00.000Z' },
  ])
  const ids = async (query: string) =>
    (await client.get<EntityListRow[]>(`experiments?${query}`)).body.map(({ id }) => id)
  expect(await ids('q=wanted&limit=5')).toEqual([own, foreign])
  expect(await ids('q=wanted&limit=5&order=title&sort=asc')).toEqual([foreign, own])
  expect(await ids('q=wanted&limit=5&scope=1')).toEqual([own])
  await client.patch(`experiments/${foreign}`, { action: 'pin' })
  expect(await ids('q=wanted&limit=5')).toEqual([foreign, own])
  expect(await ids('q=wanted')).toEqual([foreign, own])
  expect(await ids('q=wanted&limit=1&offset=1')).toEqual([own])
})

test('common and rare words are found alike, however the words are spread', { timeout: 120_000 }, async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const count = 4300
  const has = (index: number) => ({
    common: index % 10 !== 0,
    tenth: index % 10 === 3,
    ancient: index < 2100,
    rare: index % 1300 === 7,
    never: false,
  })
  await insertEntries(
    app.ctx,
    Array.from({ length: count }, (_, index) => {
      const words = Object.entries(has(index)).flatMap(([word, isThere]) => (isThere ? [word] : []))
      return { team: 1, userid: ada.id, title: `E${index}`, body: words.join(' '), modified_at: at(index) }
    }),
  )
  const client = app.as(ada)
  const newestFirst = Array.from({ length: count }, (_, index) => count - 1 - index)
  for (const q of [
    'common',
    'comm',
    'tenth',
    'ancient',
    'ancient tenth',
    'rare',
    'common rare',
    'common tenth',
    'never',
    'common never',
  ]) {
    const words = q.split(' ')
    const matching = newestFirst.filter((index) => words.every((word) => matches(has(index), word)))
    for (const offset of [0, 7, 300]) {
      const reply = await client.get<EntityListRow[]>(
        `experiments?q=${encodeURIComponent(q)}&limit=15&offset=${offset}`,
      )
      const expected = matching.slice(offset, offset + 15).map((index) => `E${index}`)
      expect([q, offset, reply.body.map(({ title }) => title)]).toEqual([q, offset, expected])
      const total = Number(reply.headers['x-total-count'])
      if (reply.headers['x-total-count-relation'] === 'gte') expect(total).toBeLessThanOrEqual(matching.length)
      else expect([q, offset, total]).toEqual([q, offset, matching.length])
      const isLast = offset + 15 >= matching.length
      expect([q, offset, reply.headers.link?.includes('next') ?? false]).toEqual([q, offset, !isLast])
    }
  }
})

function matches(words: Record<string, boolean>, start: string): boolean {
  return Object.entries(words).some(([word, isThere]) => isThere && word.startsWith(start))
}

function at(index: number): string {
  return new Date(Date.UTC(2026, 2, 2, 9, 0, index)).toISOString()
}
