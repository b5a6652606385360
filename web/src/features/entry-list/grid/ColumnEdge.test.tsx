import { expect, test } from 'vitest'
import { press, showPage } from '../../../../test/page.tsx'
import { ColumnEdge } from './ColumnEdge.tsx'
import { useColumnWidths } from './column-widths.ts'
import { gridColumns, leastWidth } from './columns.ts'

function Head() {
  const { widths, setWidth } = useColumnWidths()
  return (
    <div data-columns={gridColumns(['status', 'date'], widths)}>
      <ColumnEdge label="Width of Status" width={widths.status} setWidth={(width) => setWidth('status', width)} />
    </div>
  )
}

test('a column is made wider with the arrow keys, which the browser remembers, and Home makes it as usual', async () => {
  showPage(<Head />)
  const edge = () => document.querySelector('[role="slider"]') as HTMLElement
  const columns = () => edge().parentElement?.dataset.columns
  await expect.poll(() => document.querySelector('[role="slider"]')).not.toBeNull()
  Object.defineProperty(edge().parentElement, 'offsetWidth', { value: 100 })
  press(edge(), 'ArrowRight')
  await expect.poll(columns).toBe('36px minmax(10rem, 9fr) 116px 6.5rem')
  expect(localStorage.getItem('aliquot-column-widths')).toBe('{"status":116}')
  expect(edge().getAttribute('aria-valuenow')).toBe('116')
  press(edge(), 'Home')
  await expect.poll(columns).toBe('36px minmax(10rem, 9fr) minmax(clamp(5.5rem, 11vw - 3.7rem, 10rem), 1.5fr) 6.5rem')
})

test('a table of wide columns scrolls sideways from the width that they need', () => {
  expect(leastWidth(['status', 'date'])).toBe(31)
  expect(leastWidth(['status', 'date'], { status: 320, title: 480 })).toBe(30 + 3 + 20.75 + 7.5)
})
