import { expect, onTestFinished, test } from 'vitest'
import { returnFocusOfBusyButtons } from './busy-focus.ts'

function givenButtons(): [HTMLButtonElement, HTMLButtonElement] {
  const buttons = [document.createElement('button'), document.createElement('button')] as const
  document.body.append(...buttons)
  const stop = returnFocusOfBusyButtons()
  onTestFinished(() => {
    stop()
    for (const button of buttons) button.remove()
  })
  return [...buttons]
}

/** As in a browser, where a disabled button has no focus. */
function disable(button: HTMLButtonElement): void {
  button.blur()
  button.disabled = true
}

test('a button that was busy has the focus again', async () => {
  const [button] = givenButtons()
  button.focus()
  disable(button)
  expect(document.activeElement).toBe(document.body)
  button.disabled = false
  await expect.poll(() => document.activeElement).toBe(button)
})

test('who has gone on meanwhile is left where they are', async () => {
  const [button, other] = givenButtons()
  button.focus()
  disable(button)
  other.focus()
  button.disabled = false
  await Promise.resolve()
  expect(document.activeElement).toBe(other)
})
