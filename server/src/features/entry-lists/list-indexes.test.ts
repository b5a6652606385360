import type { ListOrder } from '@aliquot/contract/entities-list'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { random } from '../../../seed/random.ts'
import { insertEntries } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'
import type { Actor } from '../../access/actor.ts'
import { allOf, GUARDED } from '../../access/entry-filter.ts'
import { allowed, BASES, whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { engineOf } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { branchesOf, type Grants, type Range } from './branches.ts'
import { allIds } from './entry-lists.repo.ts'
import { rangeFilters } from './filters.ts'
import { type Listing, pageOf, valuesOf } from './listing-query.ts'
import { openPlanMemory } from './plan-memory.ts'

interface Asked extends Pick<Listing, 'order' | 'direction' | 'states'> {
  range: Range
  grants: Grants
}

/** The ranges of lists. With more than 20 owners all entries of a range are walked. */
function rangesFor(people: readonly number[]): Range[] {
  const owners = [undefined, people.slice(1, 3), people]
  return ([1, 2, 3] as const).flatMap((scope) => owners.map((some) => ({ scope, owners: some })))
}

function listingOf(actor: Actor, { order, direction, states, range, grants }: Asked): Listing {
  return {
    ...{ order, direction, states, branches: branchesOf(actor, range, grants), withoutPinned: false, filters: [] },
    range: rangeFilters(range.scope, range.owners),
    values: { ...whoOf(actor), type: 1 },
    queries: openPlanMemory().queries,
  }
}

function actorOf(userid: number, isAdmin = false): Actor {
  const rights = { isAdmin, isSysadmin: false, canWrite: true }
  return { userid, team: 1, teams: [1], ...rights, via: 'test', address: '' }
}

/** Entries of 25 people in two teams, some of which are shared with one of the first three. */
async function givenNotebook() {
  const { ctx, given } = await testApp()
  const people: number[] = []
  while (people.length < 25) people.push((await given.user()).id)
  const teams = [1, await given.team()]
  const pick = random(3)
  const anyOf = <T>(all: readonly T[]) => all[Math.floor(pick() * all.length)] as T
  const rows = Array.from({ length: 400 }, () => ({
    ...{ team: anyOf(teams), userid: anyOf(people), canread_base: anyOf(BASES), state: anyOf([1, 1, 2]) },
    ...(pick() < 0.3 && { canread: `{"teams": [], "teamgroups": [], "users": [${anyOf(people.slice(0, 3))}]}` }),
  }))
  await insertEntries(ctx, rows)
  return { ctx, people, me: people[0] ?? 0 }
}

/** The orders with an index in every scope. */
const ORDERS = [
  ['lastchange', 'changed'],
  ['date', 'date'],
  ['title', 'title'],
  ['id', 'id'],
] as const satisfies [ListOrder, string][]

test('each part of a list walks an index in the order of the list', { timeout: 120_000 }, async () => {
  const { ctx, people, me } = await givenNotebook()
  if (ctx.db.engine === 'postgres') await growForPostgres(ctx)
  for (const [order, name] of ORDERS) {
    const known = ['team', 'owner', 'all'].map((scope) => `entities_${scope}_${name}`)
    for (const range of rangesFor(people)) {
      for (const [grants, direction] of [['none', 'desc'] as const, ['many', 'asc'] as const]) {
        const listing = listingOf(actorOf(me, true), { order, direction, states: [1, 3], range, grants })
        const plan = await explain(ctx, listing)
        const used = plan.match(/\bentities_[a-z]\w*/g) ?? []
        const label = `${JSON.stringify({ range, grants, direction })}\n${plan}`
        expect([...new Set([...known, ...used])], label).toEqual(known)
        expect(used.length, label).toBe(listing.branches.length * listing.states.length)
        expect(plan, label).not.toMatch(/SCAN entities|Seq Scan on entities|TEMP B-TREE/)
      }
    }
  }
})

/** PostgreSQL would take any index for a few entries. */
async function growForPostgres({ db }: Context): Promise<void> {
  const same = sql`type, team, userid, state, canread_base, canwrite_base, canread, canwrite, title, created_at, date`
  await db.write(async (change) => {
    await sql`insert into entities (${same}, title_key, modified_at)
      select ${same}, title_key || n, modified_at || n from entities cross join generate_series(1, 50) as n`.execute(
      change,
    )
    await sql`analyze entities`.execute(change)
  })
}

async function explain({ db }: Context, listing: Listing): Promise<string> {
  const page = pageOf(listing, { ...valuesOf(listing), limit: 15, offset: 0, reach: 15 }, db.engine)
  if (db.engine === 'sqlite') {
    const { rows } = await sql<{ detail: string }>`explain query plan ${page}`.execute(db.read)
    return rows.map(({ detail }) => detail).join('\n')
  }
  const { rows } = await db.write(async (change) => {
    // PostgreSQL would still rather sort them.
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql.raw(`set local enable_${way} = off`).execute(change)
    return sql<Record<string, string>>`explain ${page}`.execute(change)
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('the parts of a list have all that one may read, however much is shared', { timeout: 60_000 }, async () => {
  const { ctx, people, me } = await givenNotebook()
  const { read: db } = ctx.db
  for (const range of rangesFor(people)) {
    for (const grants of ['few', 'many'] as const) {
      for (const states of [[1], [2], [1, 2]]) {
        for (const actor of [actorOf(me), actorOf(me, true)]) {
          const listing = listingOf(actor, { order: 'id', direction: 'asc', states, range, grants })
          const found = await db.executeQuery(allIds(db, listing))
          const label = JSON.stringify({ range, grants, states })
          expect(
            found.rows.map(({ id }) => id),
            label,
          ).toEqual(await readable(db, listing))
        }
      }
    }
  }
})

/** The same entries by the rules alone. */
async function readable(db: Db, { states, range, values }: Listing): Promise<number[]> {
  const engine = engineOf(db)
  const all = Object.assign({}, values, ...range.map((filter) => filter.values))
  const conditions = [
    sql`entities.type = 1 and state in (${sql.join(states)})`,
    allowed(engine, values, GUARDED, 'read'),
    ...range.map((filter) => filter.condition(all, engine)),
  ]
  const { rows } = await sql<{ id: number }>`select id from entities where ${allOf(conditions)} order by id`.execute(db)
  return rows.map(({ id }) => id)
}
