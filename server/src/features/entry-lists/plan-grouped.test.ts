import type { EntityListRow } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'

const ORDERS = ['cat', 'comment', 'customid', 'rating', 'status', 'user']

test('pages of every order are cut out of the one list that is sorted as a whole', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user({ firstname: 'Ada', lastname: 'Zeta' })
  const bob = await given.user({ firstname: 'bob', lastname: 'alpha' })
  const eve = await given.user({ firstname: 'Eve', lastname: 'Beta' })
  const labels = await ctx.db.write(async (db) => {
    // Two categories with the same title share one position.
    const titles = ['beta', 'Alpha', 'alpha', 'unused']
    const rows = titles.map((title) => ({
      kind: 1,
      team: 1,
      title,
      color: '000000',
      state: 1,
      is_private: 1,
      ordering: null,
    }))
    await db.insertInto('labels').values(rows).execute()
    return db.selectFrom('labels').select(['id', 'kind']).where('team', '=', 1).orderBy('id').execute()
  })
  const ofKind = (kind: number) => labels.filter((label) => label.kind === kind).map(({ id }) => id)
  const pick = <T>(values: readonly T[], index: number) => values[index % values.length]
  const ids = await insertEntries(
    ctx,
    Array.from({ length: 48 }, (_, index) => ({
      team: 1,
      userid: pick([ada.id, bob.id, eve.id], index * 5) ?? ada.id,
      canread_base: pick([30, 40, 30, 10], index) ?? 30,
      rating: pick([0, 0, 3, 5, 1], index) ?? 0,
      category: pick([...ofKind(1).slice(0, 3), null], index * 3) ?? null,
      status: pick([...ofKind(2), null], index * 7) ?? null,
      custom_id: index % 3 === 0 ? 100 - index : null,
      recent_comment_at: index % 4 === 1 ? new Date(Date.UTC(2026, 1, 28 - (index % 20))).toISOString() : null,
      title: index % 2 === 0 ? 'even' : 'odd',
    })),
  )
  for (const id of [ids[4], ids[30]]) await as(ada).patch(`experiments/${id}`, { action: 'pin' })

  for (const order of ORDERS) {
    for (const sort of ['asc', 'desc']) {
      for (const more of ['', '&q=even', '&extended=title:odd', '&scope=3', '&scope=1']) {
        const query = `experiments?order=${order}&sort=${sort}${more}`
        const { body: whole } = await as(ada).get<EntityListRow[]>(query)
        const expected = whole.map(({ id }) => id)
        const pages: number[] = []
        for (let offset = 0; offset <= expected.length; offset += 7) {
          const page = await as(ada).get<EntityListRow[]>(`${query}&limit=7&offset=${offset}`)
          pages.push(...page.body.map(({ id }) => id))
          const total = Number(page.headers['x-total-count'])
          if (page.headers['x-total-count-relation'] === 'gte')
            expect(total, query).toBeLessThanOrEqual(expected.length)
          else expect([query, offset, total]).toEqual([query, offset, expected.length])
        }
        expect([query, ...pages]).toEqual([query, ...expected])
      }
    }
  }
})

test('bookable leaves resources that can be booked, or those that cannot, and is refused elsewhere', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post('items', { title: 'Microscope' })
  await as(ada).post('items', { title: 'Antibody' })
  await as(ada).patch(`items/${id}`, { is_bookable: 1 })
  const titles = async (query: string) =>
    (await as(ada).get<EntityListRow[]>(`items?${query}`)).body.map(({ title }) => title).sort()
  for (const limit of ['', '&limit=5']) {
    expect(await titles(`bookable=1${limit}`)).toEqual(['Microscope'])
    expect(await titles(`bookable=0${limit}`)).toEqual(['Antibody'])
    expect(await titles(`bookable=0,1${limit}`)).toEqual(['Antibody', 'Microscope'])
    expect(await titles(`bookable=${limit}`)).toEqual(['Antibody', 'Microscope'])
  }
  for (const type of ['experiments', 'experiments_templates', 'items_types']) {
    const { status, body } = await as(ada).get<{ message: string }>(`${type}?bookable=1`)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^bookable: /)
  }
})
