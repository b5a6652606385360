import type { Upload } from '@aliquot/contract/uploads'
import { expect, test, vi } from 'vitest'
import { findButton, findField, showPage, type } from '../../../../../test/page.tsx'
import { givenService } from '../../../../../test/service.ts'
import { TableView } from './TableView.tsx'

// The emulation has no layout, so every row is in sight.
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count }: { count: number }) => ({
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: 0, end: 0 })),
    getTotalSize: () => 0,
  }),
}))

let lastId = 100

function showTable(name: string, text: string): void {
  const bytes = new TextEncoder().encode(text)
  lastId += 1
  const file = { id: lastId, type: 'experiments', item_id: 5, real_name: name, filesize: bytes.length } as Upload
  givenService({
    [`GET /experiments/5/uploads/${lastId}`]: () =>
      new Response(bytes, { status: 206, headers: { 'x-request-id': 'a1' } }),
  })
  showPage(<TableView file={file} />)
}

const shownRows = () =>
  [...document.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' '),
  )
const status = () => document.querySelector('[role="status"]')?.textContent
const heads = () => [...document.querySelectorAll('thead th')].slice(1)

test('a click on a column sorts by it: up, down, and back; rows keep their numbers', async () => {
  showTable('plate.csv', 'well;OD\nA1;0,5\nA2;0,25\nA3;10\n')
  ;(await findButton('OD')).click()
  await expect.poll(shownRows).toEqual(['2 A2 0,25', '1 A1 0,5', '3 A3 10'])
  expect(heads()[1]?.getAttribute('aria-sort')).toBe('ascending')
  expect(heads()[1]?.hasAttribute('data-number')).toBe(true)
  ;(await findButton('OD')).click()
  await expect.poll(shownRows).toEqual(['3 A3 10', '1 A1 0,5', '2 A2 0,25'])
  ;(await findButton('OD')).click()
  await expect.poll(shownRows).toEqual(['1 A1 0,5', '2 A2 0,25', '3 A3 10'])
  expect(heads()[1]?.hasAttribute('aria-sort')).toBe(false)
})

test('a filter keeps the rows that match, and says how many', async () => {
  showTable('plate.csv', 'well,OD\nA1,0.5\nA2,0.25\nB1,10\n')
  await expect.poll(status).toBe('3 rows, 2 columns')
  type(await findField('Filter rows'), 'OD > 0.3')
  await expect.poll(shownRows).toEqual(['1 A1 0.5', '3 B1 10'])
  expect(status()).toBe('2 of 3 rows')
})

test('another separator reads the file in another way', async () => {
  showTable('run.csv', 'time mg\n1   5\n20  7\n')
  await expect.poll(status).toBe('2 rows, 1 column')
  const separator = (await findField('Separator')) as unknown as HTMLSelectElement
  separator.value = ' '
  separator.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.poll(shownRows).toEqual(['1 1 5', '2 20 7'])
})
