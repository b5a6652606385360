import { expect, test } from 'vitest'
import { Unreachable } from '../../../api/client.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { runBulk } from './bulk-actions.ts'

const rows = Array.from({ length: 40 }, (_, id) => ({ id, title: `Row ${id}` }) as EntryRow)
const undo = async () => {}

test('all rows are worked on, a few at a time, and what is refused is told by its row', async () => {
  let running = 0
  let most = 0
  const told: number[] = []
  const outcome = await runBulk(
    rows,
    async (row) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, row.id % 3))
      running--
      if (row.id % 10 === 4) throw new Error(`no to ${row.id}`)
      return undo
    },
    (finished) => told.push(finished),
  )
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(6)
  expect(outcome.done).toHaveLength(36)
  const failures = outcome.failed.map(({ row, error }) => `${row.title}: ${error}`)
  const expected = [14, 24, 34, 4].map((id) => `Row ${id}: Error: no to ${id}`)
  expect(failures.sort()).toEqual(expected)
  expect(told.at(-1)).toBe(40)
})

test('a service that is away is not asked for every row', async () => {
  let asked = 0
  const outcome = await runBulk(rows, async () => {
    asked++
    await Promise.resolve()
    throw new Unreachable('away')
  })
  expect(asked).toBeLessThan(10)
  expect(outcome.failed.map(({ row }) => row.id).sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
})
