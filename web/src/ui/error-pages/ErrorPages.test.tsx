import { afterEach, expect, test, vi } from 'vitest'
import { buttonNow, findButton, shownText, showPage, until } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { ApiError, Unreachable } from '../../api/client.ts'
import { CrashPage } from './ErrorPages.tsx'

function showCrash(error: unknown) {
  const reset = vi.fn()
  showPage(<CrashPage error={error as Error} reset={reset} />)
  return reset
}

afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

test.each([
  [404, 'Page not found'],
  [403, 'You do not have access'],
])('%i leads to the list, and says nothing of the code', async (status, title) => {
  showCrash(new ApiError(status, { message: 'experiment.not_found' }))
  await expect.poll(shownText).toContain(title)
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/experiments')
  expect(shownText()).not.toContain('not_found')
  expect(buttonNow('Try again')).toBeNull()
  expect(document.title).toContain(title)
})

test('a fault is shown as it is, for whoever runs the server, and can be tried again', async () => {
  const reset = showCrash(new Error('x is undefined'))
  const button = await findButton('Try again')
  expect(shownText()).toContain('Something went wrong')
  expect(shownText()).toContain('x is undefined')
  expect(reset).not.toHaveBeenCalled()
  button.click()
  expect(reset).toHaveBeenCalledTimes(1)
})

test('a service that does not answer is asked again every four seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const reset = showCrash(new Unreachable('nobody there'))
  await until(() => shownText().includes('Can’t reach the server') && vi.getTimerCount() === 1)
  await vi.advanceTimersByTimeAsync(3_999)
  expect(reset).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(reset).toHaveBeenCalledTimes(1)
})

const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/EntryPage-1.js')

test('after an update The page is reloading, once', async () => {
  givenService({ 'GET /session': { userid: 1 } })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  showCrash(MISSING)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  expect(shownText()).toContain('The page is reloading')

  showCrash(MISSING)
  await findButton('Try again')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('it is not loaded again while the service is away: an empty page would be worse', async () => {
  const service = givenService()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  reload.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  showCrash(MISSING)
  await until(() => shownText().includes('Can’t reach the server'))
  expect(reload).not.toHaveBeenCalled()

  service.answers['GET /session'] = { userid: 1 }
  await vi.advanceTimersByTimeAsync(4_000)
  await until(() => reload.mock.calls.length === 1)
})
