import type { EntityListRow } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type GivenEntry, insertEntries } from '../../../test/entries.ts'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'

async function list(client: Client, query = ''): Promise<EntityListRow[]> {
  const { status, body } = await client.get<EntityListRow[]>(`experiments${query ? `?${query}` : ''}`)
  expect(status, query).toBe(200)
  return body
}

async function titles(client: Client, query = ''): Promise<string[]> {
  return (await list(client, query)).map(({ title }) => title)
}

/** Entries of Ada, one a minute, newest last. */
async function given(
  entries: Partial<GivenEntry>[],
): Promise<{ app: TestApp; ada: TestUser; client: Client; ids: number[] }> {
  const app = await testApp()
  const ada = await app.given.user()
  const rows = entries.map((entry, index) => ({
    team: 1,
    userid: ada.id,
    modified_at: new Date(Date.UTC(2026, 2, 2, 9, index)).toISOString(),
    ...entry,
  }))
  return { app, ada, client: app.as(ada), ids: await insertEntries(app.ctx, rows) }
}

const LONG = ['type', 'page', 'body', 'content_type', 'hide_main_text', 'elabid', 'metadata', 'lastchangeby']
const LONGER = ['created_from_type', 'created_from_id', 'access_key', 'lockedby', 'locked_at', 'timestamped_at']
const SHORT =
  'id title custom_id date category category_title category_color status status_title status_color team team_name rating ' +
  'userid firstname lastname fullname orcid locked state canread canwrite canread_base canwrite_base canread_is_immutable ' +
  'canwrite_is_immutable created_at modified_at signature_count last_signed_at last_signed_by timestamped timestampedby ' +
  'is_pinned recent_comment next_step tags tags_id tags_decoded'

test('a row has the long columns, and with full=0 the short ones', async () => {
  const app = await testApp({ TIMEZONE: 'Europe/Paris' })
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const id = await app.given.experiment(ada, {
    title: 'Yield',
    body: '<p>low</p>',
    date: '2026-03-02',
    metadata: { a: 1 },
    tags: ['PCR', 'alpha'],
  })
  await app.as(ada).post(`experiments/${id}/comments`, { comment: 'why?' })
  const [row] = await list(app.as(ada))
  const { body: record } = await app.as(ada).get<Record<string, unknown>>(`experiments/${id}`)
  expect(Object.keys(row ?? {}).sort()).toEqual(
    [...SHORT.split(' '), ...LONG, ...LONGER, 'events_start', 'events_start_itemid', 'has_attachment'].sort(),
  )
  expect(row).toMatchObject({
    id,
    type: 'experiments',
    page: 'experiments.php',
    body: '<p>low</p>',
    metadata: '{"a": 1}',
    fullname: 'Ada Lovelace',
    team_name: 'Default team',
    tags: 'alpha|PCR',
    has_attachment: 0,
    is_pinned: 0,
  })
  // The keys in both have the same values.
  for (const [key, value] of Object.entries(row ?? {})) {
    if (key in record && key !== 'page') expect([key, value]).toEqual([key, record[key]])
  }
  const [short] = await list(app.as(ada), 'full=0')
  expect(Object.keys(short ?? {}).sort()).toEqual(SHORT.split(' ').sort())
})

test('titles and colours of category and status come with the row', async () => {
  const { app, ada, client } = await given([{}])
  const labels = await app.ctx.db.read.selectFrom('labels').select(['id', 'title', 'color']).orderBy('id').execute()
  const [first] = labels
  await insertEntries(app.ctx, [{ team: 1, userid: ada.id, status: first?.id ?? null, title: 'with' }])
  const rows = await list(client)
  expect(rows.find(({ title }) => title === 'with')).toMatchObject({
    status: first?.id,
    status_title: first?.title,
    status_color: first?.color,
    category: null,
    category_title: null,
  })
})

test('without a limit everything comes, with one a page and links to its neighbours', async () => {
  const { client } = await given([...'abcde'].map((title) => ({ title })))
  expect(await titles(client)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(await titles(client, 'limit=0&offset=3')).toEqual(['e', 'd', 'c', 'b', 'a'])

  const page = await client.get<EntityListRow[]>('experiments?limit=2&offset=2')
  expect(page.body.map(({ title }) => title)).toEqual(['c', 'b'])
  expect(page.headers['x-total-count']).toBe('5')
  expect(page.headers['x-total-count-relation']).toBeUndefined()
  const links = Object.fromEntries(
    (page.headers.link ?? '').split(', ').map((link) => {
      const [, url = '', rel = ''] = /^<([^>]+)>; rel="(\w+)"$/.exec(link) ?? []
      return [rel, new URL(url)]
    }),
  )
  expect(links.next?.pathname).toBe('/api/v2/experiments')
  expect(Object.fromEntries(links.next?.searchParams ?? [])).toEqual({ limit: '2', offset: '4' })
  expect(Object.fromEntries(links.prev?.searchParams ?? [])).toEqual({ limit: '2', offset: '0' })

  const last = await client.get<EntityListRow[]>('experiments?limit=2&offset=4')
  expect(last.body).toHaveLength(1)
  expect(last.headers.link).not.toContain('next')
  const first = await client.get('experiments?limit=2')
  expect(first.headers.link).not.toContain('prev')
  expect(await titles(client, 'limit=2&offset=9')).toEqual([])
  expect(await titles(client, 'limit=9999')).toHaveLength(5)
  expect((await client.get('experiments')).headers['x-total-count']).toBe('5')
  expect(await titles(client, 'limit=x')).toHaveLength(5)
  expect(await titles(client, 'limit=-1')).toHaveLength(5)
})

test('lists are ordered as asked, and by id where that leaves a tie', async () => {
  const { client, ids } = await given([
    { title: 'Zebra', date: '2026-01-02', rating: 3, custom_id: 7 },
    { title: 'ångström', date: '2026-01-03', rating: 3, custom_id: null },
    { title: 'apple', date: '2026-01-01', rating: 5, custom_id: 2 },
  ])
  const [first = 0, second = 0, third = 0] = ids
  const order = async (query: string) => (await list(client, query)).map(({ id }) => ids.indexOf(id) + 1).join('')
  expect(await order('order=title&sort=asc')).toBe('231')
  expect(await order('order=title')).toBe('132')
  expect(await order('order=date&sort=asc')).toBe('312')
  expect(await order('order=id&sort=asc')).toBe('123')
  expect(await order('order=id')).toBe('321')
  expect(await order('order=rating')).toBe('321')
  expect(await order('order=rating&sort=asc')).toBe('123')
  expect(await order('order=customid&sort=asc')).toBe('231')
  expect(await order('order=customid')).toBe('132')
  expect(await order('order=lastchange&sort=asc')).toBe('123')
  for (const same of ['order=cat', 'order=status', 'order=user', 'order=comment']) {
    expect(await order(same)).toBe('321')
    expect(await order(`${same}&sort=asc`)).toBe('123')
  }
  await client.post(`experiments/${second}/comments`, { comment: 'first' })
  expect((await list(client, 'order=comment'))[0]?.id).toBe(second)
  expect((await list(client, 'order=comment&sort=asc&limit=2')).map(({ id }) => id)).toEqual([first, third])
  // Unknown values mean the default.
  for (const odd of ['order=created_at', 'order=nonsense', 'sort=DESC', 'sort=up', 'order=id%20desc--']) {
    expect(await order(odd)).toBe('321')
  }
})

test('what one has pinned comes first, for oneself only', async () => {
  const { app, client, ids } = await given([...'abcd'].map((title) => ({ title })))
  const mate = await app.given.user()
  await client.patch(`experiments/${ids[0]}`, { action: 'pin' })
  await client.patch(`experiments/${ids[2]}`, { action: 'pin' })
  expect(await titles(client)).toEqual(['c', 'a', 'd', 'b'])
  expect(await titles(client, 'sort=asc&order=id')).toEqual(['a', 'c', 'b', 'd'])
  expect(await titles(client, 'limit=3')).toEqual(['c', 'a', 'd'])
  expect(await titles(client, 'limit=2&offset=1')).toEqual(['a', 'd'])
  expect(await titles(client, 'limit=2&offset=2')).toEqual(['d', 'b'])
  expect((await list(client)).map(({ is_pinned }) => is_pinned)).toEqual([1, 1, 0, 0])
  expect(await titles(app.as(mate))).toEqual(['d', 'c', 'b', 'a'])
})

test('scope 1 is what one owns, 2 what the team has, 3 what one may read', async () => {
  const app = await testApp()
  const other = await app.given.team()
  const ada = await app.given.user()
  const mate = await app.given.user()
  const stranger = await app.given.user({ team: other })
  await insertEntries(app.ctx, [
    { team: 1, userid: ada.id, title: 'mine' },
    { team: other, userid: ada.id, title: 'mine elsewhere', canread_base: 10 },
    { team: 1, userid: mate.id, title: 'of the team' },
    { team: 1, userid: mate.id, title: 'private', canread_base: 20 },
    { team: other, userid: stranger.id, title: 'of another team' },
    { team: other, userid: stranger.id, title: 'public', canread_base: 40 },
    { team: 1, userid: mate.id, title: 'shared', canread_base: 10, canread: shared({ users: [ada.id] }) },
  ])
  const sorted = async (query: string) => (await titles(app.as(ada), query)).sort()
  expect(await sorted('scope=1')).toEqual(['mine', 'mine elsewhere'])
  expect(await sorted('scope=2')).toEqual(['mine', 'of the team', 'shared'])
  expect(await sorted('scope=3')).toEqual(['mine', 'mine elsewhere', 'of the team', 'public', 'shared'])
  expect(await sorted('')).toEqual(['mine', 'of the team', 'shared'])
  expect(await sorted(`scope=1&owner=${mate.id}`)).toEqual(['of the team', 'shared'])
  expect(await sorted(`scope=3&owner=${mate.id},${stranger.id}`)).toEqual(['of the team', 'public', 'shared'])
  const everybody = Array.from({ length: 30 }, (_, index) => index + 1).join(',')
  expect(await sorted(`scope=3&owner=${everybody}`)).toEqual(await sorted('scope=3'))
  expect(await sorted('owner=999')).toEqual([])
})

test("the scope one prefers is the list's default", async () => {
  const { app, ada, client } = await given([{ title: 'mine' }])
  const mate = await app.given.user()
  await insertEntries(app.ctx, [{ team: 1, userid: mate.id, title: 'of the team' }])
  await app.ctx.db.write((db) =>
    db
      .updateTable('users')
      .set({ preferences: JSON.stringify({ scope_experiments: 1 }) })
      .where('userid', '=', ada.id)
      .execute(),
  )
  expect(await titles(client)).toEqual(['mine'])
  expect(await titles(client, 'scope=2')).toEqual(['of the team', 'mine'])
})

test('lists show normal entries, and other states when asked', async () => {
  const { client } = await given([{ title: 'normal' }, { title: 'archived', state: 2 }, { title: 'deleted', state: 3 }])
  expect(await titles(client)).toEqual(['normal'])
  expect(await titles(client, 'state=2')).toEqual(['archived'])
  expect(await titles(client, 'state=1,3')).toEqual(['deleted', 'normal'])
  expect(await titles(client, 'state=0')).toEqual(['normal'])
  expect(await titles(client, 'state=0,2')).toEqual(['archived'])
  expect(await titles(client, 'state=')).toEqual(['normal'])
})

test('filters by category, status, rating, lock and timestamp combine', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const label = async (kind: number) =>
    (
      await app.ctx.db.write((db) =>
        db
          .insertInto('labels')
          .values({ kind, team: 1, title: 'L', color: '000000', state: 1, is_private: 1, ordering: null })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    ).id
  const category = await label(1)
  const status = await label(2)
  await insertEntries(app.ctx, [
    { team: 1, userid: ada.id, title: 'a', category, rating: 5 },
    { team: 1, userid: ada.id, title: 'b', status, locked: 1, lockedby: ada.id },
    { team: 1, userid: ada.id, title: 'c', category, status, timestamped: 1 },
  ])
  const sorted = async (query: string) => (await titles(app.as(ada), query)).sort().join('')
  for (const limit of ['', '&limit=10']) {
    expect(await sorted(`cat=${category}${limit}`)).toBe('ac')
    expect(await sorted(`category=${category}${limit}`)).toBe('ac')
    expect(await sorted(`category=null${limit}`)).toBe('b')
    expect(await sorted(`category=${category},null${limit}`)).toBe('abc')
    expect(await sorted(`status=${status}${limit}`)).toBe('bc')
    expect(await sorted(`status=${status}&cat=${category}${limit}`)).toBe('c')
    expect(await sorted(`rating=5${limit}`)).toBe('a')
    expect(await sorted(`rating=0,5${limit}`)).toBe('abc')
    expect(await sorted(`locked=1${limit}`)).toBe('b')
    expect(await sorted(`locked=0${limit}`)).toBe('ac')
    expect(await sorted(`timestamped=1${limit}`)).toBe('c')
    expect(await sorted(`cat=999${limit}`)).toBe('')
  }
  const page = await app.as(ada).get(`experiments?cat=${category}&limit=1`)
  expect(page.headers['x-total-count']).toBe('2')
})

test('tags[] finds entries that have all of them, whatever their case and accents', async () => {
  const { app, ada, client } = await given([])
  await app.given.experiment(ada, { title: 'both', tags: ['Größe', 'PCR'] })
  await app.given.experiment(ada, { title: 'one', tags: ['pcr'] })
  await app.given.experiment(ada, { title: 'none' })
  expect(await titles(client, 'tags[]=PCR')).toEqual(['one', 'both'])
  expect(await titles(client, 'tags[]=pcr&tags[]=grosse&limit=5')).toEqual(['both'])
  expect(await titles(client, 'tags%5B%5D=GR%C3%96SSE')).toEqual(['both'])
  expect(await titles(client, 'tags=pcr')).toEqual(['one', 'both'])
  expect(await titles(client, 'tags[]=pc')).toEqual([])
  expect((await client.get('experiments?tags[]=')).status).toBe(400)
})

test.each([
  ['scope=4', 'scope'],
  ['scope=0', 'scope'],
  ['scope=x', 'scope'],
  ['owner=x', 'owner'],
  ['owner=1,,2', 'owner'],
  ['owner=99999999999', 'owner'],
  ['state=9', 'state'],
  ['state=1;2', 'state'],
  ['cat=a', 'cat'],
  ['category=-1', 'category'],
  ['status=1.5', 'status'],
  ['rating=five', 'rating'],
  ['locked=yes', 'locked'],
  ['format=binary', 'format'],
  ['id=7,x', 'id'],
  ['extended=topic:x', 'extended'],
  ['related=x', 'related'],
  ['related=1&related_origin=people', 'related_origin'],
  ['q=title:x%20OR', 'q'],
  [`q=${'a'.repeat(2001)}`, 'q'],
])('refuses %s and names the parameter', async (query, field) => {
  const { client } = await given([{}])
  for (const limit of ['', '&limit=5']) {
    const { status, body } = await client.get<{ message: string }>(`experiments?${query}${limit}`)
    expect(status).toBe(400)
    expect(body.message.startsWith(`${field}:`), body.message).toBe(true)
  }
})

test('unknown parameters and empty ones are ignored', async () => {
  const { client } = await given([{ title: 'a' }])
  for (const query of [
    'foo=1',
    'q=',
    'q=%20',
    'owner=',
    'scope=',
    'cat=',
    'format=json',
    'tags[0]=x',
    'bar[]=1&bar[]=2',
  ]) {
    expect(await titles(client, query)).toEqual(['a'])
  }
})

test('what looks like SQL is only text', async () => {
  const { app, client } = await given([{ title: "Robert'); drop table entities" }, { title: 'b' }])
  const attacks = [
    'id; drop table entities',
    "title' or '1'='1",
    '1) or (1=1',
    '" or ""="',
    '* OR *',
    'a* NEAR b',
    "x':* | 'y",
  ]
  for (const attack of attacks) {
    const text = encodeURIComponent(attack)
    for (const query of [`order=${text}`, `sort=${text}`, `tags[]=${text}`]) {
      expect((await client.get(`experiments?${query}&limit=5`)).status).toBe(200)
    }
    expect([200, 400]).toContain((await client.get(`experiments?q=${text}&limit=5`)).status)
    expect((await client.get(`experiments?owner=${text}`)).status).toBe(400)
  }
  const { rows } = await sql<{ n: number }>`select count(*) as n from entities`.execute(app.ctx.db.read)
  expect(rows[0]?.n).toBe(2)
})

test('an entry that one may not read leaves no trace in lists, totals and searches', async () => {
  const app = await testApp()
  const other = await app.given.team()
  const ada = await app.given.user()
  const stranger = await app.given.user({ team: other })
  await insertEntries(app.ctx, [
    { team: other, userid: stranger.id, title: 'secretmarker', body: 'secretmarker', rating: 4 },
    { team: 1, userid: ada.id, title: 'open' },
  ])
  for (const query of [
    'q=secretmarker',
    'q=secret',
    'rating=4',
    `owner=${stranger.id}`,
    'scope=3',
    'scope=3&q=secretmarker',
  ]) {
    for (const limit of ['', '&limit=5', '&limit=5&order=title', '&limit=1&offset=1']) {
      const reply = await app.as(ada).get(`experiments?${query}${limit}`)
      expect(JSON.stringify(reply.body)).not.toContain('secretmarker')
      expect(reply.headers['x-total-count'] ?? '0').toBe(query === 'scope=3' ? '1' : '0')
    }
  }
})

test('a right that is taken away is gone with the next list', async () => {
  const { app, client, ids } = await given([{ title: 'open' }])
  const mate = await app.given.user()
  expect(await titles(app.as(mate))).toEqual(['open'])
  await client.patch(`experiments/${ids[0]}`, { canread_base: 10 })
  expect(await titles(app.as(mate))).toEqual([])
  expect((await app.as(mate).get('experiments?limit=5')).headers['x-total-count']).toBe('0')
})

test('totals follow every change that decides who can read an entry', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const mate = await app.given.user()
  const total = async (user: TestUser, query = '') =>
    (await app.as(user).get(`experiments?limit=1${query}`)).headers['x-total-count']
  const id = await app.given.experiment(ada)
  await app.given.experiment(ada)
  expect([await total(ada), await total(mate)]).toEqual(['2', '2'])
  await app.as(ada).patch(`experiments/${id}`, { canread_base: 10 })
  expect([await total(ada), await total(mate)]).toEqual(['2', '1'])
  await app.as(ada).patch(`experiments/${id}`, { canread: shared({ users: [mate.id] }) })
  expect([await total(ada), await total(mate)]).toEqual(['2', '2'])
  await app.as(ada).patch(`experiments/${id}`, { action: 'archive' })
  expect([await total(ada), await total(mate), await total(mate, '&state=2')]).toEqual(['1', '1', '1'])
  await app.as(ada).delete(`experiments/${id}`)
  expect([await total(mate, '&state=2'), await total(mate, '&state=3'), await total(mate, '&state=1,3')]).toEqual([
    '0',
    '1',
    '2',
  ])
})

test('many entries that name a person are listed as well as few', { timeout: 120_000 }, async () => {
  const app = await testApp()
  const other = await app.given.team()
  const ada = await app.given.user()
  const mate = await app.given.user()
  const stranger = await app.given.user({ team: other })
  const canread = shared({ users: [ada.id] })
  const count = 2010
  const at = (index: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, index)).toISOString()
  await insertEntries(
    app.ctx,
    Array.from({ length: count }, (_, index) => ({
      ...(index % 2 === 0 ? { team: 1, userid: mate.id } : { team: other, userid: stranger.id }),
      canread_base: 10,
      canread,
      title: `shared ${index}`,
      modified_at: at(index),
    })),
  )
  await insertEntries(app.ctx, [{ team: 1, userid: ada.id, title: 'own', modified_at: at(3000), canread_base: 10 }])
  const client = app.as(ada)
  const page = await client.get<EntityListRow[]>('experiments?limit=3&scope=3')
  expect(page.body.map(({ title }) => title)).toEqual(['own', 'shared 2009', 'shared 2008'])
  expect(page.headers['x-total-count']).toBe(String(count + 1))
  const team = await client.get<EntityListRow[]>('experiments?limit=3')
  expect(team.body.map(({ title }) => title)).toEqual(['own', 'shared 2008', 'shared 2006'])
  expect(team.headers['x-total-count']).toBe(String(count / 2 + 1))
  expect(await titles(client, `limit=2&scope=3&owner=${stranger.id}`)).toEqual(['shared 2009', 'shared 2007'])
  expect(await titles(client, 'scope=3')).toHaveLength(count + 1)
})

test('a list too long to hold at once comes whole, in order, pinned ones first', { timeout: 120_000 }, async () => {
  const count = 1500
  const { app, ada, client, ids } = await given(
    Array.from({ length: count }, (_, index) => ({
      title: `Entry ${index}`,
      body: 'x'.repeat(index % 100 === 0 ? 100_000 : 10),
      modified_at: '2026-03-02T09:00:00.000Z',
    })),
  )
  await client.patch(`experiments/${ids[3]}`, { action: 'pin' })
  await app.ctx.db.write((db) =>
    db.updateTable('entities').set({ modified_at: '2026-03-02T09:00:00.000Z' }).where('userid', '=', ada.id).execute(),
  )
  const reply = await client.get<EntityListRow[]>('experiments')
  expect(reply.headers['x-total-count']).toBe(String(count))
  const expected = [ids[3], ...ids.filter((id) => id !== ids[3]).reverse()]
  expect(reply.body.map(({ id }) => id)).toEqual(expected)
  expect(reply.body.filter(({ body }) => body?.length === 100_000)).toHaveLength(count / 100)

  const long = await client.get<EntityListRow[]>('experiments?limit=1400&offset=50')
  expect(long.body.map(({ id }) => id)).toEqual(expected.slice(50, 1450))
  expect(long.headers.link).toContain('offset=1450')
  expect((await list(client, 'limit=9999999')).map(({ id }) => id)).toEqual(expected)
  expect((await list(client, 'limit=9999999&q=entry')).map(({ id }) => id)).toEqual(expected)

  // More than there are database connections for lists.
  const far = Array.from({ length: 40 }, (_, n) =>
    client.get<EntityListRow[]>(`experiments?limit=2&offset=${1100 + n}`),
  )
  for (const [n, page] of (await Promise.all(far)).entries()) {
    expect(page.body.map(({ id }) => id)).toEqual(expected.slice(1100 + n, 1102 + n))
  }
})

test('titles of any length and script can be sorted by', async () => {
  const { app, ada, client } = await given([])
  // Emoji joined to one grapheme without a pattern: as long as a title can get, and hard to compress.
  const signs = Array.from({ length: 2600 }, (_, index) =>
    String.fromCodePoint(0x1f400 + ((Math.imul(index, 0x9e3779b1) >>> 7) % 250)),
  )
  await app.given.experiment(ada, { title: signs.join('\u200d') })
  await app.given.experiment(ada, { title: 'short' })
  expect((await titles(client, 'order=title&sort=asc&limit=5'))[0]).toBe('short')
  expect(await titles(client, 'order=title')).toHaveLength(2)
})

function shared(lists: { users?: number[]; teams?: number[]; teamgroups?: number[] }): string {
  return JSON.stringify({ teams: [], teamgroups: [], users: [], ...lists })
}

test('as many conditions as a list takes all count, and one more is refused by name', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const tags = Array.from({ length: 30 }, (_, index) => `t${index}`)
  const words = Array.from({ length: 20 }, (_, index) => `w${index}x`)
  const all = await app.given.experiment(ada, { title: words.join(' '), tags })
  await app.given.experiment(ada, { title: words.join(' '), tags: tags.slice(1) })
  await app.given.experiment(ada, { title: words.slice(1).join(' '), tags })
  const query = `${tags.map((tag) => `tags[]=${tag}`).join('&')}&q=${words.join('+')}`
  expect((await list(app.as(ada), query)).map(({ id }) => id)).toEqual([all])
  expect((await list(app.as(ada), `${query}&limit=5`)).map(({ id }) => id)).toEqual([all])
  const refused = await app.as(ada).get(`experiments?${query}&rating=0&limit=5`)
  expect(refused).toMatchObject({ status: 400, body: { code: 400, message: expect.stringMatching(/^tags\[\]: /) } })
})
