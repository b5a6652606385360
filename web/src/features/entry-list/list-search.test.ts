import { expect, test } from 'vitest'
import { changeSearch, hasFilters, listQuery, readListSearch, shownFields, withoutFilters } from './list-search.ts'

test('what makes no sense in an address is left out', () => {
  const wrong = {
    q: '',
    scope: 4,
    state: 'gone',
    tags: ['', 5],
    owner: -1,
    date: 'someday',
    rating: 6,
    order: 'x',
    sort: 'up',
    view: 'y',
  }
  expect(readListSearch(wrong)).toEqual({})
  const right = {
    q: 'a',
    scope: 3,
    state: 'deleted',
    tags: ['a b'],
    owner: 7,
    date: 'week',
    rating: 5,
    order: 'date',
    sort: 'asc',
  }
  expect(readListSearch({ ...right, view: 'table', other: 1 })).toEqual({ ...right, view: 'table' })
})

test('a search for a number is one for its digits', () => {
  expect(readListSearch({ q: 42 })).toEqual({ q: '42' })
})

test('the service is asked for the team, what is active, and the last changed first', () => {
  expect(listQuery({})).toEqual({ scope: 2, state: '1', order: 'lastchange', sort: 'desc' })
})

test('stars mean at least so many', () => {
  expect(listQuery({ rating: 3, state: 'archived' })).toMatchObject({ rating: '3,4,5', state: '2' })
})

test('the service is asked for days', () => {
  expect(listQuery({ date: '2026-01-01..' })).toMatchObject({ date: '2026-01-01..' })
  expect(listQuery({ date: 'month' }).date).toMatch(/^\d{4}-\d\d-01\.\.\d{4}-\d\d-(28|29|30|31)$/)
})

test('how a list looks makes it no other list', () => {
  expect(listQuery({ view: 'table' })).toEqual(listQuery({}))
})

test('filters can be taken out one by one and all at once', () => {
  const search = { q: 'a', tags: ['x'], state: 'deleted', order: 'title' } as const
  const copy = { ...search, tags: [...search.tags] }
  expect(changeSearch(copy, { tags: [] })).toEqual({ q: 'a', state: 'deleted', order: 'title' })
  expect(changeSearch(copy, { q: undefined, rating: 2 })).toMatchObject({ tags: ['x'], rating: 2 })
  expect(withoutFilters(copy)).toEqual({ state: 'deleted', order: 'title' })
  expect([hasFilters(copy), hasFilters(withoutFilters(copy)), hasFilters({ scope: 3 })]).toEqual([true, false, false])
  expect([hasFilters({ scope: 1 }), hasFilters({ date: 'today' })]).toEqual([true, true])
})

test('plain words are ranked, a query of the language goes as it is, and an order of one’s own counts for both', () => {
  expect(listQuery({ q: 'heat shock' })).toEqual({ search: 'heat shock', scope: 2, state: '1' })
  expect(listQuery({ q: 'heat', order: 'date' })).toMatchObject({ search: 'heat', order: 'date', sort: 'desc' })
  expect(listQuery({ q: 'title:heat' })).toMatchObject({ q: 'title:heat', order: 'lastchange' })
  for (const q of ['"heat shock"', 'a OR b', 'NOT a', '!a', 'extrafield:Batch:B-17', 'tag:yeast', 'a Tag:yeast'])
    expect(listQuery({ q })).toHaveProperty('q', q)
  for (const q of ['at 10:15 h', 'sand or clay', 'pH 7.4', 'Ada’s', "Ada's"])
    expect(listQuery({ q })).not.toHaveProperty('order')
})

test('labels are asked for by number, and none at all is one of them', () => {
  expect(listQuery(readListSearch({ status: [3, 0, 3], category: 5 }))).toMatchObject({
    status: '3,null',
    category: '5',
  })
})

test('columns of a table stay in the address, and only known ones', () => {
  const search = readListSearch({ view: 'table', columns: ['owner', 'field:Batch', 'nonsense', 'field:', 'owner'] })
  expect(search.columns).toEqual(['owner', 'field:Batch'])
  expect(shownFields(search)).toEqual(['Batch'])
  expect(shownFields({ columns: ['field:Batch'] })).toEqual([])
})

test('of many folded groups the last ones stay, so that folding one more always shows', () => {
  const folded = Array.from({ length: 51 }, (_, index) => String(index + 1))
  expect(readListSearch({ group: 'owner', folded }).folded).toEqual(folded.slice(1))
})

test('the calendar opens at days whose weeks have years of four digits', () => {
  const days = ['2026-11-17', '9998-12-31', '9999-12-31', '0001-01-01', '2026-02-30']
  expect(days.map((day) => readListSearch({ day }).day)).toEqual([
    '2026-11-17',
    '9998-12-31',
    undefined,
    undefined,
    undefined,
  ])
})
