import { users } from '@aliquot/contract/users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { foldText } from '../../lib/text.ts'
import { rebuildDailyCounts } from '../instance/daily-counts.ts'
import { allPeople, type PeopleWanted } from './people.repo.ts'
import { gramsOf, rebuildPeopleSearch } from './people-search.ts'
import { nameKey } from './users.repo.ts'

test('every part of a word is a piece, or the beginning of one', () => {
  expect(gramsOf('ada ada')).toEqual(['ada', 'da', 'a'])
  const grams = gramsOf('lovelace')
  for (const part of ['l', 'lo', 'ace', 'e', 'ce', 'vel']) {
    expect(
      grams.some((gram) => gram.startsWith(part)),
      part,
    ).toBe(true)
  }
})

const PIECES = [
  'ada',
  'love',
  'lace',
  'a',
  'bo',
  'Ross',
  'ß',
  'é',
  '_',
  '%',
  '-',
  "o'",
  'x.y',
  '+',
  '李',
  '🦀',
  '1',
  'ii',
]

test('a search finds exactly the people whose name or e-mail has each word somewhere', async () => {
  const { as, given, ctx } = await testApp()
  const reader = await given.user({ firstname: 'Zed', lastname: 'Reader', email: 'zed@example.com' })
  const random = seeded(7)
  const pick = () => PIECES[Math.floor(random() * PIECES.length)] ?? ''
  const name = () => Array.from({ length: 1 + Math.floor(random() * 3) }, pick).join('')
  for (let number = 0; number < 30; number++) {
    await given.user({ firstname: name(), lastname: name(), email: `p${number}${pick().replace(/\W/g, '')}@y.org` })
  }
  const everybody = await ctx.db.read.selectFrom('users').selectAll().orderBy('userid').execute()
  for (let round = 0; round < 60; round++) {
    const q = Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      Array.from(name())
        .slice(0, 1 + Math.floor(random() * 6))
        .join(''),
    )
    const words = foldText(q.join(' ')).split(/\s+/).filter(Boolean)
    const expected = everybody.filter((user) => words.every((word) => nameKey(user).includes(word)))
    const { body } = await as(reader).call(users.list, { query: { q: q.join(' ') } })
    expect(
      body.map(({ userid }) => userid),
      q.join(' '),
    ).toEqual(expected.map(({ userid }) => userid))
  }
})

test('whatever is asked for, no more than what is found is read: plans at 40,000 people', async () => {
  const app = await testApp()
  await manyPeople(app, 40_000)
  const everybody = { words: [], ids: undefined, place: undefined, isUnvalidated: false }
  const search = /people_search VIRTUAL TABLE INDEX|people_search_words/
  const asked: [string, RegExp, PeopleWanted][] = [
    ['a name', search, { ...everybody, words: ['person39999'] }],
    ['two words', search, { ...everybody, words: ['person39', '999'] }],
    ['two letters', search, { ...everybody, words: ['zz'] }],
    ['a name in a large team', search, { ...everybody, words: ['person39999'], place: { team: 1 } }],
    ['members of a team', /memberships_team/, { ...everybody, place: { team: 2 } }],
    ['admins', /memberships_admin/, { ...everybody, place: { is_admin: 1 } }],
    ['archived', /memberships_archived/, { ...everybody, place: { is_archived: 1 } }],
    ['not validated', /users_unvalidated/, { ...everybody, isUnvalidated: true }],
  ]
  for (const [name, index, wanted] of asked) {
    const plan = await planOf(app, wanted)
    expect.soft(plan, name).toMatch(index)
    expect.soft(plan, name).not.toMatch(/SCAN (u|users|m|memberships)$|Seq Scan/m)
  }
})

test('a list without a limit is streamed whole, with teams for admins, and says how long it is', async () => {
  const app = await testApp()
  await manyPeople(app, 1200)
  const admin = await app.given.user({ isAdmin: true })
  const all = await app.as(admin).call(users.list)
  expect(all.headers['x-total-count']).toBe('1201')
  expect(all.body).toHaveLength(1201)
  expect(all.body.map(({ userid }) => userid)).toEqual(all.body.map(({ userid }) => userid).toSorted((a, b) => a - b))
  expect(all.body[7]).toMatchObject({ teams: [{ id: 1 }] })
  const page = await app.as(admin).call(users.list, { query: { q: 'person', limit: 5, offset: 3 } })
  expect(page.body).toHaveLength(5)
  expect(page.headers['x-total-count']).toBe('1000')
  expect(page.headers['x-total-count-relation']).toBe('gte')
  const everybody = await app.as(admin).call(users.list, { query: { limit: 5 } })
  expect(everybody.headers['x-total-count']).toBe('1201')
})

test('a person is found by the longest full name', async () => {
  const app = await testApp()
  const admin = await app.given.user({ isAdmin: true })
  const [firstname, lastname] = ['Anna '.repeat(51).trim(), 'b'.repeat(255)]
  const { id } = await app.given.user({ firstname, lastname })
  const found = await app.as(admin).call(users.list, { query: { q: `${firstname} ${lastname}` } })
  expect(found.body).toMatchObject([{ userid: id }])
  const nobody = await app.as(admin).call(users.list, { query: { q: `${firstname} ${lastname} ${'c'.repeat(255)}` } })
  expect(nobody).toMatchObject({ status: 200, body: [] })
})

/** Inserted directly: through the service it would take minutes. */
async function manyPeople({ ctx, given }: TestApp, count: number): Promise<void> {
  await given.team('Second')
  const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`
  const name = sql`'person' || i || ' number' || i || ' p' || i || '@example.org'`
  await ctx.db.write(async (db) => {
    await sql`
      insert into users (userid, email, email_key, firstname, lastname, name_key, validated, created_at)
      ${numbers} select i, 'p' || i || '@example.org', 'p' || i || '@example.org', 'Person' || i, 'Number' || i,
        ${name}, 1, '2026-01-01T00:00:00.000Z' from n`.execute(db)
    await sql`
      insert into memberships (userid, team, is_admin, is_archived, created_at)
      ${numbers} select i, case when i % 100 = 0 then 2 else 1 end, case when i % 500 = 0 then 1 else 0 end,
        case when i % 700 = 0 then 1 else 0 end, '2026-01-01T00:00:00.000Z' from n`.execute(db)
    if (ctx.db.engine === 'postgres') {
      await sql`select setval(pg_get_serial_sequence('users', 'userid'), ${sql.lit(count)})`.execute(db)
    }
    await rebuildPeopleSearch(db)
    await rebuildDailyCounts(db)
  })
  await sql`analyze`.execute(ctx.db.read)
}

/** The query plan of a page. */
async function planOf({ ctx }: TestApp, wanted: PeopleWanted): Promise<string> {
  const query = await allPeople(ctx.db.read, wanted)
  const explain = ctx.db.engine === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await ctx.db.read.executeQuery<Record<string, unknown>>({
    ...query,
    sql: `${explain} ${query.sql} limit 15`,
  })
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
}

/** Random numbers from a seed, so that every run has the same people. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
