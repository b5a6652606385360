import { afterEach, expect, test, vi } from 'vitest'
import { buttonNow, findButton, press, shownText, showPage, until } from '../../../test/page.tsx'
import { ApiError, Unreachable } from '../../api/client.ts'
import { type Toast, useToasts } from './toasts.tsx'

type Toasts = ReturnType<typeof useToasts>

/** The toasts of a page, as its components get them. */
async function givenToasts(): Promise<Toasts> {
  let given: Toasts | undefined
  function Reader() {
    given = useToasts()
    return 'a page'
  }
  showPage(<Reader />)
  await expect.poll(shownText).toContain('a page')
  if (!given) throw new Error('The page has no toasts')
  return given
}

/** Only the clock of the page: React and the waiting of tests go on. */
function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}
afterEach(() => void vi.useRealTimers())

const DELETED: Toast = { message: 'Deleted the gel' }

test('a toast ends after eight seconds, but not while somebody points at it', async () => {
  const { show } = await givenToasts()
  holdClock()
  const onEnd = vi.fn()
  show({ ...DELETED, onEnd })
  await until(() => vi.getTimerCount() === 1)

  const card = document.querySelector('[data-tone]')
  card?.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  await until(() => vi.getTimerCount() === 0)
  card?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }))
  await until(() => vi.getTimerCount() === 1)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(shownText()).toContain('Deleted the gel')
  expect(onEnd).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1)
  await until(() => onEnd.mock.calls.length === 1)
  expect(shownText()).not.toContain('Deleted the gel')
})

test('a fourth toast ends the first: what it offered to undo is final', async () => {
  const { show } = await givenToasts()
  const ended: string[] = []
  for (const name of ['first', 'second', 'third', 'fourth']) {
    show({ message: `The ${name} one`, onEnd: () => ended.push(name) })
  }
  await expect.poll(() => ended).toEqual(['first'])
  expect(shownText()).not.toContain('The first one')
  for (const name of ['second', 'third', 'fourth']) expect(shownText()).toContain(`The ${name} one`)
})

test('z undoes the newest that can be undone, and the others stay', async () => {
  const { show } = await givenToasts()
  const undone: string[] = []
  show({ message: 'Moved', undo: () => void undone.push('move') })
  show({ message: 'Renamed', undo: () => void undone.push('name') })
  show({ message: 'Copied the link' })
  await expect.poll(shownText).toContain('Copied the link')

  press(document.body, 'z')

  await expect.poll(() => undone).toEqual(['name'])
  await expect.poll(shownText).not.toContain('Renamed')
  expect(shownText()).toContain('Moved')
  expect(shownText()).toContain('Copied the link')
})

test('z before the service has answered undoes the action as soon as it has', async () => {
  const { showWhenDone } = await givenToasts()
  const undo = vi.fn()
  const { promise, resolve } = Promise.withResolvers<Toast & { undo(): void }>()
  const done = showWhenDone(promise)
  press(document.body, 'z')
  expect(undo).not.toHaveBeenCalled()
  resolve({ message: 'Archived', undo })
  await done
  expect(undo).toHaveBeenCalledTimes(1)
  expect(shownText()).not.toContain('Archived')
})

test('who undoes with the keyboard is then where they were before', async () => {
  const field = document.createElement('input')
  document.body.append(field)
  const { show } = await givenToasts()
  show({ message: 'Moved', undo: () => {} })
  const button = await findButton('UndoZ')
  field.focus()
  button.focus()
  button.click()
  await expect.poll(shownText).not.toContain('Moved')
  expect(document.activeElement).toBe(field)
  field.remove()
})

test('what cannot be undone says why, as an alert', async () => {
  const { show } = await givenToasts()
  const refused = new ApiError(403, { message: 'Only its author can restore it' })
  show({ message: 'Deleted', undo: () => Promise.reject(refused) })
  ;(await findButton('UndoZ')).click()
  await expect.poll(() => document.querySelector('[role="alert"]')?.textContent).toContain('Only its author')
})

test('who was not reached can be asked again; a refusal stays one', async () => {
  const { failOrRetry } = await givenToasts()
  const retry = vi.fn()
  failOrRetry(new ApiError(403, { message: 'not yours' }), retry)
  await expect.poll(shownText).toContain('not yours')
  expect(buttonNow('Try again')).toBeNull()

  failOrRetry(new Unreachable('nobody there'), retry)
  ;(await findButton('Try again')).click()
  expect(retry).toHaveBeenCalledTimes(1)
  await expect.poll(() => buttonNow('Try again')).toBeNull()
})

test('a card that is kept stays until it closes itself', async () => {
  const { keep } = await givenToasts()
  holdClock()
  keep((close) => (
    <button type="button" onClick={close}>
      Got it
    </button>
  ))
  await until(() => buttonNow('Got it') !== null)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(shownText()).toContain('Got it')
  buttonNow('Got it')?.click()
  await until(() => buttonNow('Got it') === null)
})
