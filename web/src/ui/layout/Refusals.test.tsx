import { expect, test, vi } from 'vitest'
import { findButton, shownText, showPage } from '../../../test/page.tsx'
import { ApiError, Unreachable } from '../../api/client.ts'
import { Refusals } from './Refusals.tsx'

function showRefusals(count: number, error: unknown = new ApiError(403, { message: 'not yours' })) {
  const close = vi.fn()
  const refused = Array.from({ length: count }, (_, index) => ({ id: index, name: `Gel ${index + 1}`, error }))
  showPage(<Refusals title="Not deleted" refused={refused} andMore={(more) => `and ${more} more`} close={close} />)
  return close
}

const items = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent)

test('each refused one is named with its own reason', async () => {
  showRefusals(1)
  await expect.poll(items).toHaveLength(1)
  expect(items()[0]).toMatch(/^Gel 1: .*not yours/)
  expect(document.querySelector('[role="alert"]')).not.toBeNull()
})

test('ten are listed, and the others are counted', async () => {
  showRefusals(13)
  await expect.poll(items).toHaveLength(11)
  expect(items()[9]).toMatch(/^Gel 10: /)
  expect(items()[10]).toBe('and 3 more')
})

test('exactly ten leave nobody to count', async () => {
  showRefusals(10)
  await expect.poll(items).toHaveLength(10)
  expect(shownText()).not.toContain('more')
})

test('it says if the service was not reached, and stays until it is closed', async () => {
  const close = showRefusals(1, new Unreachable('nobody there'))
  await expect.poll(() => items()[0]).toMatch(/^Gel 1: (?!.*nobody there)/)
  ;(await findButton('Close')).click()
  expect(close).toHaveBeenCalledTimes(1)
})
