import { expect, test } from 'vitest'
import { listRow } from '../../../../test/list-rows.ts'
import { findButton, shownText, showPage } from '../../../../test/page.tsx'
import { givenService, ours } from '../../../../test/service.ts'
import { ListType } from '../list-type.ts'
import { useRowSource } from '../row-source.ts'
import { useListHead } from '../use-list.ts'
import { useSelectAll } from './use-select-all.ts'
import { useSelection } from './use-selection.ts'

const SEARCH = { q: 'pcr' }

function Selecting() {
  const head = useListHead('experiments', SEARCH)
  const selection = useSelection(head.shownKey)
  const source = useRowSource('experiments', head.shown)
  const all = useSelectAll('experiments', head, { selection, source })
  return (
    <ListType value="experiments">
      <button type="button" onClick={all.toggle}>
        Seen
      </button>
      {all.hasMore && (
        <button type="button" onClick={() => void all.selectMatching()}>
          Matching
        </button>
      )}
      <p>
        {head.first && 'loaded'} {selection.rows.size} selected, {all.whole ? 'whole' : 'not whole'}.
      </p>
    </ListType>
  )
}

test.each([
  [2500, '2500 selected, whole.'],
  [12_000, '10000 selected, not whole.'],
])('of %i entries that match, all up to ten thousand are selected', async (total, told) => {
  givenService({
    'GET /experiments': (request) => {
      const limit = Number(new URL(request.url).searchParams.get('limit'))
      const answer = ours(Array.from({ length: Math.min(limit, total) }, (_, id) => listRow(id + 1)))
      answer.headers.set('x-total-count', String(total))
      return answer
    },
  })
  showPage(<Selecting />)
  await expect.poll(shownText).toContain('loaded')
  ;(await findButton('Seen')).click()
  await expect.poll(shownText).toContain('100 selected, not whole.')
  ;(await findButton('Matching')).click()
  await expect.poll(shownText).toContain(told)
  if (total > 10_000) expect(shownText()).toContain('Select at most 10,000 at once')
})
