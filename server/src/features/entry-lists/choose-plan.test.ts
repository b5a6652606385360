import { EntityListQuery } from '@aliquot/contract/entities-list'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'
import type { Actor } from '../../access/actor.ts'
import type { Filter } from '../../access/entry-filter.ts'
import { kindOf } from '../entries/entries.types.ts'
import { indexPending } from '../search/indexing/keep-indexed.ts'
import { findAmongFew, findFiltered } from './choose-plan.ts'
import * as repo from './entry-lists.repo.ts'
import { startWalk } from './index-walk.ts'
import { readAsked } from './list-entries.ts'
import type { ListRequest } from './plan-unfiltered.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

// A request gets here only with thousands of entries, so the last plan is called directly.
test('what is pinned, and stands at the top, is left out of all that a word leaves', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const late = { team: 1, userid: ada.id, body: 'late' }
  const [first, second, third] = await insertEntries(ctx, [late, late, late, { ...late, body: 'other' }])
  await as(ada).patch(`experiments/${second}`, { action: 'pin' })
  const actor = actorFor(ada.id)
  const query = EntityListQuery.parse({ q: 'late', order: 'title', sort: 'asc' })
  const asked = await readAsked(ctx, actor, kindOf('experiments'), query)
  const [word] = asked?.listing.filters ?? []
  if (!asked || !word) throw new Error('A search has filters')
  const found = await repo.findAmongAll(ctx.db.read, { ...asked.listing, filters: [], withoutPinned: true }, word, {
    limit: 5,
    offset: 0,
  })
  expect(found).toEqual({ ids: [first, third], total: 2 })
})

function actorFor(userid: number): Actor {
  return {
    ...{ userid, team: 1, isAdmin: false, isSysadmin: false, canWrite: true, teams: [1] },
    ...{ via: 'test', address: '' },
  }
}

function minutesLater(minutes: number): string {
  return new Date(Date.UTC(2026, 2, 2, 9, minutes)).toISOString()
}

test('a page of few entries has the heads of their chains, in its order', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  for (const title of ['One', 'Two', 'Three']) await as(ada).post('experiments', { title, tags: ['salt'] })
  const query = EntityListQuery.parse({ 'tags[]': ['salt'], order: 'id', sort: 'desc' })
  const asked = await readAsked(ctx, actorFor(ada.id), kindOf('experiments'), query)
  if (!asked) throw new Error('There is something to find')
  const chains = await ctx.db.read.selectFrom('chains').selectAll().where('chain', '>', 0).execute()
  const heads = new Map(chains.map(({ chain, head }) => [chain, head]))
  const found = await findAmongFew(ctx.db.read, asked, { limit: 2, offset: 1 })
  expect(found).toMatchObject({ ids: [2, 1], total: 3 })
  expect(found?.stamped).toEqual([2, 1].map((id) => ({ id, head: heads.get(id), pinned_by: null })))
})

test('where no index leads to a page, the walk ends after so many steps, and is refused by name', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const rows = Array.from({ length: 120 }, (_, index) => ({ team: 1, userid: ada.id, custom_id: 1 + index }))
  await insertEntries(ctx, rows)
  const query = EntityListQuery.parse({ extended: 'NOT title:x NOT custom_id:7 NOT custom_id:8' })
  const asked = await readAsked(ctx, actorFor(ada.id), kindOf('experiments'), query)
  if (!asked) throw new Error('There is something to find')
  const near = await findFiltered(ctx.db.read, asked, { limit: 5, offset: 0 }, 100)
  expect(near.ids).toHaveLength(5)
  expect((await findFiltered(ctx.db.read, asked, { limit: 5, offset: 116 }, 3000)).ids).toHaveLength(2)
  const far = findFiltered(ctx.db.read, thin(asked), { limit: 5, offset: 0 }, 60)
  await expect(far).rejects.toThrow(/^offset: /)
})

/** Makes the walk find nothing: a filter without an index that matches only the oldest entry. */
function thin(asked: ListRequest): ListRequest {
  const filter: Filter = { key: 'oldest', condition: () => sql`entities.custom_id = 1`, values: {} }
  return { ...asked, listing: { ...asked.listing, filters: [filter] } }
}

test('a page too far back in a list with filters is refused by name, and not in one without', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const reply = await as(ada).get<{ message: string }>('experiments?rating=0&limit=5&offset=100001')
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^offset: /) } })
  expect(await as(ada).get('experiments?limit=5&offset=100001')).toMatchObject({ status: 200, body: [] })
})

test('an entry that a change moves along the list while it is walked comes once', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const rows = Array.from({ length: 20 }, (_, index) => ({ team: 1, userid: ada.id, modified_at: minutesLater(index) }))
  const ids = await insertEntries(ctx, rows)
  const query = EntityListQuery.parse({ rating: '0' })
  const asked = await readAsked(ctx, actorFor(ada.id), kindOf('experiments'), query)
  if (!asked) throw new Error('There is something to find')
  const walk = await startWalk(ctx.db.read, asked)
  await walk.on(10)
  await insertEntries(ctx, [{ team: 1, userid: ada.id, modified_at: minutesLater(30) }])
  await walk.on(20)
  expect(walk.found).toEqual(ids.toReversed())
})

test('two words that no entry has in common are told apart, whatever their number', { timeout: 120_000 }, async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const rows = Array.from({ length: 640 }, (_, index) => ({
    ...{ team: 1, userid: ada.id, modified_at: minutesLater(index) },
    body: index % 2 === 0 ? 'even' : 'odd',
    title: index === 5 ? 'both even' : 'x',
  }))
  await insertEntries(ctx, rows)
  const total = async (q: string) => (await as(ada).get(`experiments?q=${q}&limit=15`)).headers['x-total-count']
  expect(await total('even%20odd')).toBe('1')
  expect(await total('even%20odd%20both')).toBe('1')
  expect(await total('even%20odd%20none')).toBe('0')
})

test('an index is read as a whole only for the start of many words', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const rows = Array.from({ length: 9 }, (_, index) => ({ team: 1, userid: ada.id, body: `heat${index} cool sun` }))
  await insertEntries(ctx, rows)
  await indexPending(ctx)
  const isLazy = async (q: string) => {
    const asked = await readAsked(ctx, actorFor(ada.id), kindOf('experiments'), EntityListQuery.parse({ q }))
    const { filters = [], joint } = asked?.listing ?? {}
    const filter = joint ?? filters[0]
    return asked && filter && repo.isLazy(ctx.db.read, asked.listing, filter)
  }
  expect(await isLazy('cool')).toBe(true)
  expect(await isLazy('cool sun')).toBe(true)
  // SQLite has an index for the first three letters, and PostgreSQL one for blocks of ids.
  expect(await isLazy('hea')).toBe(true)
  expect(await isLazy('heat')).toBe(onPostgres)
  expect(await isLazy('cool heat')).toBe(onPostgres)
})
