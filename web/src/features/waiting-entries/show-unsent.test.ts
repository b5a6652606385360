import type { Session } from '@aliquot/contract/session'
import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteSession } from '../../api/known-session.ts'
import { showUnsent } from './show-unsent.ts'

const LIST = ['entries', 'list', { type: 'experiments' }, { offset: 0, limit: 100 }]
const LOADED_AT = 1_000

// The emulated page has no database.
vi.mock('../../sync/pending-store.ts', () => {
  const row = { userid: 1, kind: 'field', type: 'experiments', entryId: 5 }
  return {
    allKept: async () => [
      { ...row, content: { field: 'status', value: 2 } },
      { ...row, entryId: 6, userid: 9, content: { field: 'rating', value: 4 } },
    ],
    allUnsaved: async () => [{ userid: 1, entryId: 5, base: { title: 'Gel' }, current: { title: 'Gel, 12 %' } }],
  }
})

test('a list seen offline shows the status and the title that wait on this device', async () => {
  noteSession({ userid: 1, team: 1, teams: [] } as unknown as Session)
  const client = new QueryClient()
  client.setQueryData(['labels', 1, 'experiments_status'], [{ id: 2, title: 'Success', color: '54aa08' }])
  const rows = [
    { id: 5, title: 'Gel', status: 1, status_title: 'Running', status_color: '29aeb9' },
    { id: 6, title: 'Blot', rating: 0 },
  ]
  const page = { rows, total: 2, totalIsExact: true }
  client.setQueryData(LIST, page, { updatedAt: LOADED_AT })
  onTestFinished(showUnsent(client))
  await expect
    .poll(() => client.getQueryData<typeof page>(LIST)?.rows)
    .toEqual([
      { id: 5, title: 'Gel, 12 %', status: 2, status_title: 'Success', status_color: '54aa08' },
      // What somebody else of this browser changed stays theirs.
      rows[1],
    ])
  expect(client.getQueryState(LIST)?.dataUpdatedAt).toBe(LOADED_AT)

  // Read again from the device, as the list is opened.
  await client.fetchQuery({ queryKey: LIST, queryFn: async () => page, staleTime: 0 })
  await expect.poll(() => client.getQueryData<typeof page>(LIST)?.rows[0]?.status_title).toBe('Success')
})

test('a list that is loaded again while the device is read keeps what the service said', async () => {
  noteSession({ userid: 1, team: 1, teams: [] } as unknown as Session)
  const client = new QueryClient()
  const page = { rows: [{ id: 5, title: 'Gel' }], total: 1, totalIsExact: true }
  client.setQueryData(LIST, page)
  showUnsent(client)()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(client.getQueryData(LIST)).toBe(page)
})
