import { extraFields } from '@aliquot/contract/extra-fields'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { migrations } from '../../db/migrations/list.ts'
import { verify } from '../../verify/verify.ts'

test('the names of extra fields come with their number, the most frequent first, and are found by a part', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  await given.experiment(ada, { metadata: fields('Mass', 'batch', 'Ångström') })
  await as(ada).post('items', { metadata: fields('Mass', 'Batch') })
  await as(ada).post('items', { metadata: fields('Mass', 'batch') })
  await as(ada).post('experiments_templates', { metadata: fields('of a template') })
  const names = async (query: Record<string, string | number> = {}) => {
    const { body } = await as(ada).call(extraFields.keys, { query })
    return body.map(({ extra_fields_key, frequency }) => `${extra_fields_key} ${frequency}`)
  }
  expect(await names()).toEqual(['Mass 3', 'batch 2', 'Batch 1', 'Ångström 1'])
  expect(await names({ q: 'BAT' })).toEqual(['batch 2', 'Batch 1'])
  expect(await names({ q: 'ang' })).toEqual(['Ångström 1'])
  expect(await names({ q: '%' })).toEqual([])
  expect(await names({ limit: 1 })).toEqual(['Mass 3'])
  expect(await names({ limit: 2, offset: 1 })).toEqual(['batch 2', 'Batch 1'])
  await as(ada).patch('users/me', { limit_nb: 2 })
  for (const limit of [0, -2, 'all']) expect(await names({ limit })).toEqual(['Mass 3', 'batch 2'])
  expect(await names()).toEqual(['Mass 3', 'batch 2'])
  expect(await names({ limit: -1 })).toHaveLength(4)
  const { headers } = await as(ada).call(extraFields.keys)
  expect(headers['x-total-count']).toBe('4')
  for (const verb of ['post', 'patch', 'delete'] as const) {
    expect((await as(ada)[verb]('extra_fields_keys', {})).status).toBe(400)
  }
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('names and values with characters that no database keeps are no obstacle', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const metadata = String.raw`{"extra_fields":{"n\u0000":{"value":"a\u0000b"},"s\ud800":{"value":["\udc00","Mass"]}}}`
  const id = await given.experiment(ada)
  expect((await as(ada).patch(`experiments/${id}`, { metadata })).status).toBe(200)
  const { body } = await as(ada).call(extraFields.keys)
  expect(body.map((row) => row.extra_fields_key)).toEqual(['n\uFFFD', 's\uFFFD'])
  expect((await as(ada).get('experiments?extended=extrafield:**:mass')).body).toMatchObject([{ id }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('only fields of entries that one may read are told, with every change of these', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, ben, admin] = [await given.user(), await given.user(), await given.user({ isAdmin: true })]
  const stranger = await given.user({ team: await given.team() })
  const id = await given.experiment(ada, { metadata: fields('patent 4711', 'Mass'), canread_base: 30 })
  const seen = async (...who: TestUser[]) =>
    Promise.all(who.map(async (one) => (await as(one).call(extraFields.keys, { query: { q: '4711' } })).body.length))
  const everybody = [ada, ben, admin, stranger]
  const patch = (body: object) => as(ada).patch(`experiments/${id}`, body)
  expect(await seen(...everybody)).toEqual([1, 1, 1, 0])
  await patch({ canread_base: 20 })
  expect(await seen(...everybody)).toEqual([1, 0, 1, 0])
  await patch({ canread_base: 10 })
  expect(await seen(...everybody)).toEqual([1, 0, 0, 0])
  await patch({ canread: JSON.stringify({ teams: [], teamgroups: [], users: [stranger.id] }) })
  expect(await seen(...everybody)).toEqual([1, 0, 0, 1])
  await patch({ canread_base: 40 })
  expect(await seen(...everybody)).toEqual([1, 1, 1, 1])
  await patch({ action: 'destroy' })
  expect(await seen(...everybody)).toEqual([0, 0, 0, 0])
  await patch({ action: 'restore' })
  expect(await seen(...everybody)).toEqual([1, 1, 1, 1])
  await patch({ metadata: fields('Mass') })
  expect(await seen(...everybody)).toEqual([0, 0, 0, 0])
  expect((await as(ben).call(extraFields.keys)).body).toEqual([{ extra_fields_key: 'Mass', frequency: 1 }])
  await as(ada).post(`experiments/${id}`, { action: 'duplicate' })
  expect((await as(ada).call(extraFields.keys)).body).toEqual([{ extra_fields_key: 'Mass', frequency: 2 }])
  await patch({ metadata: null })
  expect((await as(ada).call(extraFields.keys)).body).toEqual([{ extra_fields_key: 'Mass', frequency: 1 }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('long and odd names are stored, those that nobody would choose are not offered', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const longest = '😀'.repeat(200)
  const id = await given.experiment(ada, { metadata: fields(longest, 'x'.repeat(1000), '__proto__', '') })
  const { body } = await as(ada).call(extraFields.keys)
  expect(body.map((row) => row.extra_fields_key).sort()).toEqual(['', '__proto__', longest].sort())
  await as(ada).delete(`experiments/${id}`)
  expect((await as(ada).call(extraFields.keys)).body).toEqual([])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('many who fill in the same fields at once are all counted', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      as(ada).post('experiments', {
        metadata: index % 2 ? fields('a', 'b', 'c') : fields('c', 'b', 'a'),
        tags: ['x', 'y'],
      }),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(Array(12).fill(201))
  const { body } = await as(ada).call(extraFields.keys)
  expect(body.map(({ frequency }) => frequency)).toEqual([12, 12, 12])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a database from before has its uses of tags and fields counted by the update', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  await given.experiment(ada, { metadata: fields('Mass'), tags: ['dna', 'rna'] })
  await as(ada).post('items', { metadata: fields('Mass', 'Batch'), tags: ['dna'] })
  const gone = await given.experiment(ada, { metadata: fields('Mass'), tags: ['dna'] })
  await as(ada).delete(`experiments/${gone}`)
  const rows = async () => ({
    tags: (
      await sql`select tag_id, userid, sum(total) as n from tag_counts group by 1, 2 having sum(total) > 0 order by 1, 2`.execute(
        ctx.db.read,
      )
    ).rows,
    fields: (
      await sql`select name, userid, sum(total) as n from field_counts group by 1, 2 having sum(total) > 0 order by 1, 2`.execute(
        ctx.db.read,
      )
    ).rows,
  })
  const before = await rows()
  await ctx.db.write(async (db) => {
    for (const table of ['tag_counts', 'field_counts', 'sweeps']) await sql`drop table ${sql.table(table)}`.execute(db)
    for (const index of ['labels_public', 'favtags_tag']) await sql`drop index ${sql.ref(index)}`.execute(db)
    await sql`alter table teams drop column state`.execute(db)
    for (const table of ['labels', 'teamgroups', 'tags']) {
      await sql`alter table ${sql.table(table)} drop column version`.execute(db)
    }
    await migrations.find(({ name }) => name.startsWith('0004'))?.up(db as never)
  })
  expect(await rows()).toEqual(before)
  expect(before.fields).toHaveLength(4)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

function fields(...names: string[]): string {
  const entries = names.map((name) => `${JSON.stringify(name)}: {"type": "text", "value": "1"}`)
  return `{"extra_fields": {${entries.join(', ')}}}`
}
