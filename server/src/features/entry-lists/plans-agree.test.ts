import type { EntityListRow } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { random } from '../../../seed/random.ts'
import { insertEntries } from '../../../test/entries.ts'
import { testApp } from '../../../test/harness.ts'

interface Entry {
  id: number
  modified_at: string
  tags: string[]
  category: number | null
  isPinned: boolean
}

const COUNT = 1100
/** In one of how many entries each tag is. */
const TAGS = { half: 2, third: 3, fifth: 5, rare: 90 }

function at(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString()
}

/** More entries than any plan reads at once, of which some were changed long after their creation. */
async function given() {
  const { ctx, as, given } = await testApp()
  const [ada, bob] = [await given.user(), await given.user()]
  const label = { kind: 1, team: 1, title: 'Cloning', color: '29aeb9', state: 1, is_private: 1, ordering: null }
  const { id: category } = await ctx.db.write((db) =>
    db.insertInto('labels').values(label).returning('id').executeTakeFirstOrThrow(),
  )
  const pick = random(7)
  const rows = Array.from({ length: COUNT }, (_, index) => ({
    ...{ team: 1, userid: ada.id, title: `Study ${index}`, category: pick() < 0.4 ? category : null },
    ...{ id: 300 + index * 70, modified_at: at(pick() < 0.1 ? index + Math.floor(pick() * (COUNT - index)) : index) },
    ...{ created_at: at(index), canread_base: pick() < 0.1 ? 10 : 30, state: pick() < 0.05 ? 2 : 1 },
  })).map((row) => ({ ...row, userid: row.canread_base === 10 && pick() < 0.5 ? bob.id : row.userid }))
  const ids = await insertEntries(ctx, rows)
  const tags = Object.entries(TAGS).map(([tag, oneOf], index) => ({ tag, oneOf, id: 1000 + index }))
  const entries = rows.map((row, index) => ({
    ...{ ...row, id: ids[index] ?? 0, isPinned: index === 40 || index === COUNT - 9 },
    tags: tags.filter(({ oneOf }) => pick() < 1 / oneOf),
  }))
  await ctx.db.write(async (db) => {
    const named = tags.map(({ id, tag }) => ({ id, team: 1, tag, tag_key: tag, version: 1 }))
    await db.insertInto('tags').values(named).execute()
    const uses = entries.flatMap(({ id, tags }) => tags.map((tag) => ({ entity_id: id, tag_id: tag.id })))
    for (let first = 0; first < uses.length; first += 500) {
      await db
        .insertInto('entity_tags')
        .values(uses.slice(first, first + 500))
        .execute()
    }
    const pinned = entries.filter(({ isPinned }) => isPinned).map(({ id }) => ({ userid: ada.id, entity_id: id }))
    await db.insertInto('pins').values(pinned).execute()
  })
  const readable = entries
    .filter(({ state, userid }) => state === 1 && userid === ada.id)
    .map((entry): Entry => ({ ...entry, tags: entry.tags.map(({ tag }) => tag) }))
  return { ctx, client: as(ada), readable, category }
}

const LISTS: { tags: (keyof typeof TAGS)[]; isOfCategory: boolean }[] = [
  { tags: ['half'], isOfCategory: false },
  { tags: ['third', 'half'], isOfCategory: false },
  { tags: ['fifth', 'third', 'half'], isOfCategory: false },
  { tags: ['rare', 'half'], isOfCategory: false },
  { tags: [], isOfCategory: true },
  { tags: ['third'], isOfCategory: true },
  { tags: ['third', 'fifth'], isOfCategory: true },
  { tags: ['rare'], isOfCategory: true },
]

test('tags and categories give the same page, whatever was learned before', { timeout: 120_000 }, async () => {
  const { client, readable, category } = await given()
  for (const { tags, isOfCategory } of LISTS) {
    for (const sort of ['desc', 'asc'] as const) {
      const sign = sort === 'desc' ? -1 : 1
      const matching = readable
        .filter((entry) => tags.every((tag) => entry.tags.includes(tag)) && (!isOfCategory || entry.category !== null))
        .sort((a, b) => sign * (compare(a.modified_at, b.modified_at) || a.id - b.id))
      const expected = [...matching.filter((one) => one.isPinned), ...matching.filter((one) => !one.isPinned)]
      // The plans learn from the first request, and another page needs another range.
      for (const [limit, offset] of [...Array(3).fill([15, 0]), [15, 30], [4, 0], [15, 0]]) {
        const parameters = new URLSearchParams({ sort, limit: `${limit}`, offset: `${offset}`, full: '0' })
        for (const tag of tags) parameters.append('tags[]', tag.toUpperCase())
        if (isOfCategory) parameters.set('cat', `${category}`)
        const { body, headers } = await client.get<EntityListRow[]>(`experiments?${parameters}`)
        const page = expected.slice(offset, offset + limit)
        const label = `${parameters}`
        expect(
          body.map(({ id }) => id),
          label,
        ).toEqual(page.map(({ id }) => id))
        expect(
          body.map(({ is_pinned }) => is_pinned),
          label,
        ).toEqual(page.map(({ isPinned }) => (isPinned ? 1 : 0)))
        const total = Number(headers['x-total-count'])
        if (headers['x-total-count-relation'] === 'gte') {
          expect(total, label).toBeLessThanOrEqual(expected.length)
          expect(total, label).toBeGreaterThanOrEqual(offset + page.length)
        } else {
          expect(total, label).toBe(expected.length)
        }
      }
    }
  }
})

test('a pinned entry among the others of a quick search is shown as pinned, after somebody else found it', async () => {
  const { ctx, as, given } = await testApp()
  const [ada, bob] = [await given.user(), await given.user()]
  // More than are checked before an index is asked.
  const later = { team: 1, userid: bob.id, modified_at: '2099-01-01T00:00:00.000Z' }
  await insertEntries(ctx, Array(60).fill(later))
  const id = await given.experiment(ada, { title: 'Crystals of lysozyme' })
  await as(ada).patch(`experiments/${id}`, { action: 'pin' })
  const found = async (user: typeof ada) => {
    const { body } = await as(user).get<EntityListRow[]>('experiments?fastq=lysozyme&limit=5')
    return body.map(({ is_pinned }) => is_pinned)
  }
  // Rows that were sent before are sent again.
  for (const _ of [1, 2]) expect([await found(bob), await found(ada)]).toEqual([[0], [1]])
})

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
