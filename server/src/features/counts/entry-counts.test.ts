import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import type { Context } from '../../context.ts'
import { up } from '../../db/migrations/0002-count-everyone.ts'
import { type Counted, countEntity, countReadable } from './entry-counts.ts'

const ENTRY: Counted = { type: 1, team: 1, userid: 7, state: 1, canread_base: 30 }

function count(ctx: Context, before: Counted | undefined, after: Counted | undefined): Promise<void> {
  return ctx.db.write((db) => countEntity(db, before, after))
}

async function totals(ctx: Context): Promise<Record<string, number>> {
  const { rows } = await sql<Counted & { total: number }>`
    select team, userid, state, canread_base, sum(total) as total from entity_counts
    where userid <> 0 group by team, userid, state, canread_base`.execute(ctx.db.read)
  const entries = rows.map((row) => [`${row.team}/${row.userid}/${row.state}/${row.canread_base}`, row.total])
  return Object.fromEntries(entries.filter(([, total]) => total !== 0))
}

test('an entry is counted where it is, and no longer where it was', async () => {
  const { ctx } = await testApp()
  await count(ctx, undefined, ENTRY)
  await count(ctx, undefined, ENTRY)
  expect(await totals(ctx)).toEqual({ '1/7/1/30': 2 })
  await count(ctx, ENTRY, { ...ENTRY, state: 3 })
  await count(ctx, ENTRY, { ...ENTRY, canread_base: 10 })
  expect(await totals(ctx)).toEqual({ '1/7/3/30': 1, '1/7/1/10': 1 })
  await count(ctx, { ...ENTRY, state: 3 }, { ...ENTRY, state: 3, team: 2, userid: 8 })
  expect(await totals(ctx)).toEqual({ '2/8/3/30': 1, '1/7/1/10': 1 })
  await count(ctx, { ...ENTRY, canread_base: 10 }, undefined)
  expect(await totals(ctx)).toEqual({ '2/8/3/30': 1 })
})

test('what does not move is not written', async () => {
  const { ctx } = await testApp()
  await count(ctx, ENTRY, { ...ENTRY })
  const rows = await ctx.db.read.selectFrom('entity_counts').selectAll().execute()
  expect(rows).toEqual([])
})

test('writers of one owner at the same time are all counted, and take few rows', async () => {
  const { ctx } = await testApp()
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 8 }, () => count(ctx, undefined, ENTRY)))
  }
  for (let n = 0; n < 20; n++) await count(ctx, undefined, ENTRY)
  expect(await totals(ctx)).toEqual({ '1/7/1/30': 100 })
  const rows = await ctx.db.read.selectFrom('entity_counts').selectAll().execute()
  expect(rows.filter(({ userid }) => userid !== 0).length).toBeLessThanOrEqual(16)
})

test('how many entries everybody owns together is read without looking at each owner', async () => {
  const { ctx } = await testApp()
  const who = { userid: 7, team: 1, teams: '[1]', adminTeam: 0 }
  const range = { states: [1], isOfTeam: false, owners: undefined }
  for (let userid = 1; userid <= 40; userid++) await count(ctx, undefined, { ...ENTRY, userid })
  await count(ctx, undefined, { ...ENTRY, canread_base: 10 })
  await count(ctx, undefined, { ...ENTRY, userid: 8, canread_base: 10 })
  await count(ctx, undefined, { ...ENTRY, team: 2, userid: 8 })
  await count(ctx, undefined, { ...ENTRY, team: 2, userid: 8, canread_base: 40 })
  expect(await countReadable(ctx.db.read, who, 1, range)).toBe(42)
  expect(await countReadable(ctx.db.read, who, 1, { ...range, isOfTeam: true })).toBe(41)

  // Rows of single owners are not part of the sum, except the actor's own.
  await sql`update entity_counts set total = 1000 where userid not in (0, 7)`.execute(ctx.db.streaming)
  expect(await countReadable(ctx.db.read, who, 1, range)).toBe(42)
})

test('a database from before has its totals over everybody after the update', async () => {
  const { ctx } = await testApp()
  for (let userid = 1; userid <= 3; userid++) await count(ctx, undefined, { ...ENTRY, userid })
  await ctx.db.write(async (db) => {
    await sql`delete from entity_counts where userid = 0`.execute(db)
    await up(db as never)
  })
  const who = { userid: 9, team: 1, teams: '[1]', adminTeam: 0 }
  const range = { states: [1], isOfTeam: false, owners: undefined }
  expect(await countReadable(ctx.db.read, who, 1, range)).toBe(3)
})
