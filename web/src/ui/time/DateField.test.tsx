import { expect, test } from 'vitest'
import { showPage } from '../../../test/page.tsx'
import { DateField } from './DateField.tsx'

test('a date in a field reads like every other date', async () => {
  Object.defineProperty(navigator, 'languages', { value: ['en-GB'], configurable: true })
  showPage(
    <>
      <DateField aria-label="Day" value="2026-11-16" onChange={() => {}} />
      <DateField aria-label="None" value="" onChange={() => {}} />
      <DateField aria-label="Due" type="datetime-local" value="2026-11-16T09:30" onChange={() => {}} />
    </>,
  )
  const shown = (name: string) =>
    document.querySelector(`[aria-label="${name}"]`)?.parentElement?.getAttribute('data-shown')
  await expect.poll(() => shown('Day')).toBe('16 Nov 2026')
  expect(shown('None')).toBe('dd/mm/yyyy')
  expect(shown('Due')).toBe('16 Nov 2026, 09:30')
})
