import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EntryRow } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import { BulkBar } from './BulkBar.tsx'

function barOf(count: number, whole?: ListSearch): string {
  const rows = Array.from({ length: count }, (_, index) => ({ id: index + 1, is_pinned: 0 }) as EntryRow)
  const all = { isAll: true, isPartly: false, hasMore: false, whole, toggle() {}, selectMatching: async () => {} }
  const bar = createElement(BulkBar, { state: undefined, rows, all, progress: undefined, perform() {}, clear() {} })
  return renderToStaticMarkup(createElement(MantineProvider, null, bar))
}

test('where too many are marked for an export, the bar says how many there may be', () => {
  const reason = 'Export at most 1,000 selected entries at once'
  expect(barOf(1000)).not.toContain(reason)
  expect(barOf(1000)).not.toContain('disabled=""')
  const bar = barOf(1001)
  const [, id] = /<p [^>]*id="([^"]+)"[^>]*>Export at most 1,000 selected entries at once</.exec(bar) ?? []
  expect(bar).toContain(`aria-describedby="${id}"`)
  expect(bar.match(/disabled=""/g)).toHaveLength(1)
  // All that match are exported by the query of the list.
  expect(barOf(1001, {})).not.toContain('disabled=""')
})
