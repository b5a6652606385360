import { EntityListQuery } from '@aliquot/contract/entities-list'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'
import type { Actor } from '../../access/actor.ts'
import type { Filter } from '../../access/entry-filter.ts'
import type { IdRange } from '../../db/entry-index.ts'
import { ENTRY_INDEX } from '../../db/entry-indexes.ts'
import { idsInBlocks } from '../../db/postgres/id-blocks.ts'
import { kindOf } from '../entries/entries.types.ts'
import { findNamed, findNamedWithin } from './entry-lists.repo.ts'
import { readAsked } from './list-entries.ts'
import { findNewest } from './plan-newest-ids.ts'

interface Entry {
  id: number
  modified_at: string
  date: string | null
  words: string[]
}

/**
 * Entries with ids far apart, so that few of them fill many blocks. Every tenth was changed long after its creation.
 */
function someEntries(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const changed = index % 10 === 4 ? index + ((index * 7919) % (count - index)) : index
    return {
      id: 300 + index * 700,
      modified_at: at(changed),
      date: index % 17 === 0 ? null : at(Math.floor(changed / 5) * 5).slice(0, 10),
      words: [
        ...(index % 3 === 0 ? ['thirds'] : []),
        ...(index % 2 === 0 ? ['even'] : []),
        // Some prefixes of these words start few of them, others many.
        ...(index % 4 === 0 ? [`number${index % 20}`, `digit${index % 60}`] : []),
      ],
    }
  })
}

function at(index: number): string {
  return new Date(Date.UTC(2026, 0, 1) + index * 7_200_000).toISOString()
}

const ORDERS = [
  ['lastchange', 'desc'],
  ['lastchange', 'asc'],
  ['date', 'desc'],
  ['id', 'desc'],
  ['id', 'asc'],
] as const

test('the newest ids give the page that the whole list has, with old entries that were changed lately', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const entries = someEntries(400)
  await insertEntries(
    ctx,
    entries.map(({ words, ...entry }) => ({ ...entry, team: 1, userid: ada.id, body: words.join(' ') })),
  )
  await ctx.db.write((db) =>
    db
      .insertInto('pins')
      .values([300, 300 + 700 * 6].map((id) => ({ userid: ada.id, entity_id: id })))
      .execute(),
  )
  const actor: Actor = {
    ...{ userid: ada.id, team: 1, isAdmin: false, isSysadmin: false, canWrite: true, teams: [1] },
    ...{ via: 'test', address: '' },
  }
  for (const q of ['third', 'even third', 'number1', 'third digit']) {
    for (const [order, sort] of ORDERS) {
      const query = EntityListQuery.parse({ q, order, sort })
      const asked = await readAsked(ctx, actor, kindOf('experiments'), query)
      const matching = inOrder(
        entries.filter(({ words }) => q.split(' ').every((start) => words.some((word) => word.startsWith(start)))),
        order,
        sort,
      )
      const pinned = matching.filter((id) => id === 300 || id === 300 + 700 * 6)
      const expected = [...pinned, ...matching.filter((id) => !pinned.includes(id))]
      if (!asked) throw new Error('There is something to find')
      const { filters, joint } = asked.listing
      for (const filter of [joint, filters.at(-1)].filter((one) => one !== undefined)) {
        // Whatever share of the page had the newest ids before.
        for (const [offset, newestShare] of [
          [0, 0.3],
          [9, 1],
        ] as const) {
          const window = { limit: 5, offset }
          const way = { filter, pinned, density: 1 / 2000, newestShare }
          const found = await findNewest(ctx.db.read, asked, window, way)
          expect([q, order, sort, offset, found?.ids]).toEqual([
            ...[q, order, sort, offset],
            expected.slice(offset, offset + 5),
          ])
          expect(found?.totalIsExact).toBe(false)
          expect(found?.total).toBeLessThanOrEqual(expected.length)
        }
        const everything = { filter, pinned, density: 1 / 1_000_000 }
        const all = await findNewest(ctx.db.read, asked, { limit: 5, offset: 0 }, everything)
        expect(all).toMatchObject({ ids: expected.slice(0, 5), total: expected.length })
      }
    }
  }
})

test('the newest ids give each entry that may be read once, whatever the reasons, and no other', async () => {
  const { ctx, given } = await testApp()
  const [ada, bob] = [await given.user(), await given.user()]
  const actor: Actor = {
    ...{ userid: ada.id, team: 1, isAdmin: false, isSysadmin: false, canWrite: true, teams: [1] },
    ...{ via: 'test', address: '' },
  }
  const BASES = [10, 20, 30, 40, 50]
  const all = someEntries(400).map(({ words, ...entry }, index) => {
    const canread = { teams: [], teamgroups: [], users: index % 3 === 1 ? [ada.id] : [] }
    return {
      ...{ ...entry, words, team: 1, userid: index % 4 === 0 ? ada.id : bob.id, body: words.join(' ') },
      ...{
        canread_base: BASES[(index * 7) % 5] ?? 0,
        canread: JSON.stringify(canread),
        state: index % 11 === 5 ? 2 : 1,
      },
      type: index % 13 === 7 ? 2 : 1,
      isNamed: canread.users.length > 0,
    }
  })
  await insertEntries(
    ctx,
    all.map(({ words: _, isNamed: __, ...entry }) => entry),
  )
  const readable = all.filter(
    ({ userid, canread_base, isNamed, state, type }) =>
      state === 1 && type === 1 && (userid === ada.id || canread_base >= 30 || isNamed),
  )
  let late = 0
  for (const q of ['third', 'even']) {
    for (const [order, sort] of ORDERS) {
      for (const scope of ['2', '3']) {
        const query = EntityListQuery.parse({ q, order, sort, scope })
        const asked = await readAsked(ctx, actor, kindOf('experiments'), query)
        const filter = asked?.listing.filters.at(-1)
        if (!asked || !filter) throw new Error('There is something to find')
        const matching = readable.filter(({ words }) => words.some((word) => word.startsWith(q)))
        const expected = inOrder(matching, order, sort)
        const found = await findNewest(
          ctx.db.read,
          asked,
          { limit: 20, offset: 0 },
          { filter, pinned: [], density: 1 / 4000 },
        )
        expect([q, order, sort, scope, found?.ids]).toEqual([q, order, sort, scope, expected.slice(0, 20)])
        expect([q, order, sort, scope, found?.totalIsExact]).toEqual([q, order, sort, scope, false])
        expect(found?.total).toBeLessThanOrEqual(expected.length)
        // The observed values are used for the next page, which is found.
        const next = await findNewest(
          ctx.db.read,
          asked,
          { limit: 20, offset: 3 },
          { filter, pinned: [], density: 1 / 4000, ...found?.seen },
        )
        expect([q, order, sort, scope, next?.ids]).toEqual([q, order, sort, scope, expected.slice(3, 23)])
        late += found?.ids.some((id) => id < 300 + 700 * 100) && sort === 'desc' ? 1 : 0
      }
    }
  }
  expect(late).toBeGreaterThan(0)
})

test('a number that an entry has as a word and as its custom id gives the entry once', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const ids = await insertEntries(
    ctx,
    Array.from({ length: 60 }, (_, index) => ({
      ...{ team: 1, userid: ada.id, modified_at: at(index), body: index % 2 === 0 ? 'batch 42' : 'none' },
      ...(index === 58 && { custom_id: 42 }),
    })),
  )
  const actor: Actor = {
    ...{ userid: ada.id, team: 1, isAdmin: false, isSysadmin: false, canWrite: true, teams: [1] },
    ...{ via: 'test', address: '' },
  }
  const asked = await readAsked(ctx, actor, kindOf('experiments'), EntityListQuery.parse({ q: '42' }))
  const [filter] = asked?.listing.filters ?? []
  if (!asked || !filter) throw new Error('There is something to find')
  const found = await findNewest(ctx.db.read, asked, { limit: 3, offset: 0 }, { filter, pinned: [], density: 1 / 2 })
  expect(found?.ids).toEqual([ids[58], ids[56], ids[54]])
})

test('every filter names in a stretch of ids what it names there when asked for everything', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const entries = someEntries(300)
  await insertEntries(
    ctx,
    entries.map(({ id, words }, index) => ({
      ...{ id, team: 1, userid: ada.id, body: words.join(' ') },
      title: `Study ${index % 30}${index % 7 === 0 ? '5' : ''} of ${words.join('-')}`,
      metadata: JSON.stringify({
        extra_fields: {
          Strain: { type: 'text', value: index % 2 === 0 ? 'wild type' : 'knock-out' },
          ...(index % 5 === 0 && { Other: { type: 'text', value: 'knock-out' } }),
        },
      }),
    })),
  )
  const actor: Actor = {
    ...{ userid: ada.id, team: 1, isAdmin: false, isSysadmin: false, canWrite: true, teams: [1] },
    ...{ via: 'test', address: '' },
  }
  // The most words that an entry can have, and more than PostgreSQL would accept with block names before them.
  const words = (name: string, count: number) => Array.from({ length: count }, (_, n) => name + 1e15 + n).join(' ')
  const longest = JSON.stringify({ extra_fields: { All: { type: 'text', value: words('値'.repeat(40), 2000) } } })
  const huge = { id: 200_000, team: 1, userid: ada.id, title: 'Study 2 of all', metadata: longest }
  await insertEntries(ctx, [{ ...huge, body: `thirds number1 wild ${words('w', 19_990)}` }])
  const newest = entries.at(-1)?.id ?? 0
  const queries = [
    { q: 'thi number1' },
    { q: `w${1e15}19` },
    { search: 'wild thi' },
    { fastq: 'study 2 of' },
    { fastq: 'y 24 of thi' },
    { extended: 'extrafield:Strain:knock-out' },
    { extended: 'extrafield:Other:nock%o' },
    { extended: 'extrafield:**:"wild t"' },
    { extended: 'extrafield:s:Strain:"wild type"' },
    { extended: 'title:"of thirds"' },
  ]
  let compared = 0
  for (const query of queries) {
    const asked = await readAsked(ctx, actor, kindOf('experiments'), EntityListQuery.parse({ ...query, order: 'id' }))
    if (!asked) throw new Error('There is something to find')
    const { filters, joint } = asked.listing
    const idsOf = async (filter: Filter, stretch?: IdRange) => {
      const listing = { ...asked.listing, filters: [] }
      const found = stretch
        ? await findNamedWithin(ctx.db.read, listing, filter, 1000, stretch)
        : await findNamed(ctx.db.read, listing, filter, 1000)
      return new Set(found?.places.map(({ id }) => id))
    }
    for (const filter of [...filters, ...(joint ? [joint] : [])].filter(({ idsWithin }) => idsWithin)) {
      const all = await idsOf(filter)
      expect([query, filter.key, all.size > 0]).toEqual([query, filter.key, true])
      // Longer and shorter than the range up to which field values are compared one by one.
      for (const [end, wanted] of [
        ['newest', 10_000],
        ['oldest', 10_000],
        ['newest', 100_000],
        ['oldest', 100_000],
      ] as const) {
        const stretch = ENTRY_INDEX[ctx.db.engine].stretchFrom(end, newest, wanted)
        const expected = [...all].filter((id) => id >= stretch.first && id <= stretch.last).sort((a, b) => a - b)
        const found = await idsOf(filter, stretch)
        expect([query, filter.key, end, ...[...found].sort((a, b) => a - b)]).toEqual([
          ...[query, filter.key, end],
          ...expected,
        ])
        compared += expected.length
      }
    }
  }
  expect(compared).toBeGreaterThan(1000)
})

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'words in blocks of ids are looked up in the index that a migration made',
  async () => {
    const { ctx } = await testApp()
    const stretch = ENTRY_INDEX.postgres.stretchFrom('newest', 100_000, 10_000)
    const plan = await ctx.db.write(async (db) => {
      // With so few entries PostgreSQL would not use the index.
      await sql`set local enable_seqscan = off`.execute(db)
      return sql`explain ${idsInBlocks(sql`${"'#.heat':*"}`, stretch)}`.execute(db)
    })
    expect(JSON.stringify(plan.rows)).toContain('Index Scan on entity_search_blocks')
  },
)

function inOrder(entries: readonly Entry[], order: 'lastchange' | 'date' | 'id', sort: 'asc' | 'desc'): number[] {
  const key = (entry: Entry) => (order === 'id' ? '' : order === 'date' ? (entry.date ?? '') : entry.modified_at)
  const ascending = entries.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id))
  const ids = ascending.map(({ id }) => id)
  return sort === 'asc' ? ids : ids.reverse()
}
