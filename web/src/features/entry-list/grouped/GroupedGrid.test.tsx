import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { listRow } from '../../../../test/list-rows.ts'
import { findButton, shownText, showPage } from '../../../../test/page.tsx'
import { givenService, ours } from '../../../../test/service.ts'
import { useActiveRow } from '../grid/use-active-row.ts'
import { changeSearch, type ListSearch } from '../list-search.ts'
import { ListType } from '../list-type.ts'
import { useRowSource } from '../row-source.ts'
import { GroupedGrid } from './GroupedGrid.tsx'
import { searchInGroup } from './groups.queries.ts'

const ALL = { isAll: false, isPartly: false, hasMore: false, toggle() {}, selectMatching: async () => {} }
const NONE = new Map()

function Grouped() {
  const [search, setSearch] = useState<ListSearch>({ group: 'status' })
  const gridRef = useRef<HTMLDivElement>(null)
  const source = useRowSource('experiments', search)
  const { active, activate, remember } = useActiveRow('list')
  const first = { rows: [], total: 3, totalIsExact: true }
  const state = { isWaiting: false, error: null, refused: undefined, retry() {} }
  return (
    <ListType value="experiments">
      <GroupedGrid
        by="status"
        head={{ shown: search, shownKey: '', first, ...state }}
        change={(part) => setSearch((before) => changeSearch(before, part))}
        selected={NONE}
        all={ALL}
        {...{ gridRef, source, search, active, activate, remember, select() {}, open() {} }}
      />
      <p>Folded: {search.folded?.join()}.</p>
    </ListType>
  )
}

test('rows stand under headings with counts; each group reads its own rows, and a folded one none', async () => {
  const asked: string[] = []
  givenService({
    'GET /entity_groups/experiments': [
      { value: '4', title: 'Running', color: '00aa00', total: 2, total_is_exact: 1 },
      { value: 'null', title: null, color: null, total: 50, total_is_exact: 0 },
    ],
    'GET /experiments': (request) => {
      const status = new URL(request.url).searchParams.get('status')
      asked.push(status ?? 'all')
      return status === '4' ? [listRow(1), listRow(2, { title: 'Heat shock' })] : [listRow(3)]
    },
  })
  showPage(<Grouped />)
  await expect.poll(shownText).toContain('Heat shock')
  expect(shownText()).toMatch(/Running2.*No status50\+/s)
  expect([...new Set(asked)].sort()).toEqual(['4', 'null'])
  // Only rows of a tree grid can be expanded.
  const levels = [...document.querySelectorAll('[role="treegrid"] [role="row"][aria-level]')]
  expect(levels.map((row) => row.getAttribute('aria-level')).join('')).toMatch(/^1221/)
  ;(await findButton('Collapse Running')).click()
  await expect.poll(shownText).toContain('Folded: 4.')
  await expect.poll(shownText).not.toContain('Heat shock')
  ;(await findButton('Expand Running')).click()
  await expect.poll(shownText).toContain('Heat shock')
})

test('a group that the service refuses to read says so and has no rows to wait for', async () => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const refusal = { code: 400, message: 'offset: the page lies too far back', description: '' }
  givenService({
    'GET /entity_groups/experiments': [{ value: 'null', title: null, color: null, total: 0, total_is_exact: 0 }],
    'GET /experiments': async () => {
      await isAnswered
      return ours(refusal, 400)
    },
  })
  showPage(<Grouped />)
  await expect.poll(() => document.querySelectorAll('[role="row"][aria-busy="true"]').length).toBeGreaterThan(0)
  answer()
  await expect.poll(() => document.querySelectorAll('[role="row"][aria-busy="true"]')).toHaveLength(0)
  expect(shownText()).toContain('too far back')
})

test('the list of a group is the same list with one more filter', () => {
  expect(searchInGroup({ q: 'pcr', status: [3, 4] }, 'status', '4')).toEqual({ q: 'pcr', status: [4] })
  expect(searchInGroup({}, 'category', 'null')).toEqual({ category: [0] })
  expect(searchInGroup({ scope: 3 }, 'owner', '7')).toEqual({ scope: 3, owner: 7 })
  expect(searchInGroup({}, 'month', '2024-02')).toEqual({ date: '2024-02-01..2024-02-29' })
  const filtered = searchInGroup({ date: '2026-10-15..2026-11-20' }, 'month', '2026-11')
  expect(filtered).toEqual({ date: '2026-11-01..2026-11-20' })
})
