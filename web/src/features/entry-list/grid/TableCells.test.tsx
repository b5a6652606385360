import { expect, test } from 'vitest'
import { listRow } from '../../../../test/list-rows.ts'
import { shownText, showPage } from '../../../../test/page.tsx'
import type { EntryRow } from '../entry-list.queries.ts'
import { TableCells } from './TableCells.tsx'

test('times are short, so that their column does not cut them', async () => {
  const changed = new Date(Date.now() - 41 * 60_000).toISOString()
  const row = listRow(1, {
    type: 'experiments',
    modified_at: changed.slice(0, 19).replace('T', ' '),
  }) as unknown as EntryRow
  showPage(<TableCells row={row} columns={['changed']} search={undefined} />)
  await expect.poll(shownText).toMatch(/41 min\.? ago/)
})
