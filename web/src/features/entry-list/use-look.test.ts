import { expect, test } from 'vitest'
import { readListSearch, withoutFilters } from './list-search.ts'
import { fitLook, withLook } from './use-look.ts'

test('the address decides how a list looks, and otherwise how it looked last', () => {
  const last = { view: 'table', group: 'status', folded: ['4'] } as const
  expect(withLook({ q: 'pcr' }, { ...last, folded: ['4'] })).toEqual({ q: 'pcr', ...last })
  expect(withLook({ view: 'rows', group: 'none' }, { ...last, folded: ['4'] })).toEqual({ view: 'rows', group: 'none' })
  // A saved view without folded groups unfolds all.
  expect(withLook({ group: 'status' }, { ...last, folded: ['4'] })).toEqual({ view: 'table', group: 'status' })
  expect(withLook({ group: 'owner' }, { ...last, folded: ['4'] })).toEqual({ view: 'table', group: 'owner' })
  expect(withLook({ q: 'pcr' }, undefined)).toEqual({ q: 'pcr' })
})

test('a look that a type does not have gives way to rows', () => {
  expect(fitLook('experiments', { view: 'gallery', q: 'pcr' })).toEqual({ q: 'pcr' })
  expect(fitLook('items', { view: 'gallery', q: 'pcr' })).toEqual({ view: 'gallery', q: 'pcr' })
  expect(fitLook('items_types', { view: 'board' })).toEqual({})
})

test('view, group and folded groups are read from an address, and stay when filters are cleared', () => {
  const search = readListSearch({ view: 'board', group: 'month', folded: ['2026-11', 4, '<b>'], q: 'pcr' })
  expect(search).toEqual({ view: 'board', group: 'month', folded: ['2026-11', '4'], q: 'pcr' })
  expect(withoutFilters(search)).toEqual({ view: 'board', group: 'month', folded: ['2026-11', '4'] })
  expect(readListSearch({ view: 'kanban', group: 'colour' })).toEqual({})
})
