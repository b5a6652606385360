import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { editRows, putBack, removeRows } from './change-lists.ts'
import { type EntryRow, entryListPage, PAGE_SIZE } from './entry-list.queries.ts'
import { knownRows, rowAt } from './list-cache.ts'

const search = { q: 'a' }

/** Pages of a list of 1000 rows whose ids are their positions. */
function clientWith(...offsets: number[]): QueryClient {
  const client = new QueryClient()
  for (const offset of offsets) {
    const rows = Array.from({ length: PAGE_SIZE }, (_, index) => row(offset + index))
    client.setQueryData(entryListPage('experiments', search, offset).queryKey, {
      rows,
      total: 1000,
      totalIsExact: true,
    })
  }
  return client
}

function row(id: number): EntryRow {
  const texts = { title: `Row ${id}`, fullname: 'Ada', modified_at: '', created_at: '', date: null, status_title: null }
  const numbers = { custom_id: null, rating: 0, userid: 1, locked: 0, state: 1, is_pinned: 0 } as const
  return {
    type: 'experiments',
    id,
    ...texts,
    ...numbers,
    category: null,
    status: null,
    team: 1,
    canwrite: '{}',
    canwrite_base: 20,
    category_title: null,
    category_color: null,
    status_color: null,
    recent_comment: null,
    tags: [],
  }
}

function page(client: QueryClient, offset: number) {
  return client.getQueryData(entryListPage('experiments', search, offset).queryKey)
}

test('rows below a removed one move up, across pages', () => {
  const client = clientWith(0, 100)
  removeRows(client, new Set([3, 150]))
  expect(rowAt(client, 'experiments', search, 2)?.id).toBe(2)
  expect(rowAt(client, 'experiments', search, 3)?.id).toBe(4)
  expect(rowAt(client, 'experiments', search, 99)?.id).toBe(100)
  expect(rowAt(client, 'experiments', search, 148)?.id).toBe(149)
  expect(rowAt(client, 'experiments', search, 149)?.id).toBe(151)
  expect(page(client, 0)).toMatchObject({ total: 998 })
  // The next page is not cached, so the end stays open.
  expect(page(client, 100)?.rows).toHaveLength(98)
})

test('a page behind one that is not in memory keeps its own rows at their new places', () => {
  const client = clientWith(0, 200)
  removeRows(client, new Set([0]))
  expect(page(client, 0)?.rows).toHaveLength(99)
  expect(rowAt(client, 'experiments', search, 200)?.id).toBe(201)
})

test('a list without the rows stays the very same', () => {
  const client = clientWith(0)
  const before = page(client, 0)
  removeRows(client, new Set([5000]))
  expect(page(client, 0)).toBe(before)
})

test('what was changed or removed can be put back', () => {
  const client = clientWith(0, 100)
  const before = removeRows(client, new Set([7]))
  putBack(client, before)
  expect(rowAt(client, 'experiments', search, 7)?.id).toBe(7)
  const untagged = editRows(client, new Set([8]), (one) => ({ ...one, tags: ['x'] }))
  expect(rowAt(client, 'experiments', search, 8)?.tags).toEqual(['x'])
  expect(rowAt(client, 'experiments', search, 9)?.tags).toEqual([])
  putBack(client, untagged)
  expect(rowAt(client, 'experiments', search, 8)?.tags).toEqual([])
})

test('rows that are in memory are known once', () => {
  const client = clientWith(0)
  client.setQueryData(entryListPage('experiments', {}, 0).queryKey, {
    rows: [row(1), row(500)],
    total: 2,
    totalIsExact: true,
  })
  expect(knownRows(client)).toHaveLength(101)
})
