import { expect, onTestFinished, test } from 'vitest'
import { press } from '../../../test/page.tsx'
import { catchEarlyKeys, takeEarlyKeys } from './early-keys.ts'
import { listenForScanner } from './scanner.ts'

/** A page that notes the keys which reach it, and the codes. */
function givenPage() {
  const pressed: string[] = []
  const codes: string[] = []
  const note = ({ key, defaultPrevented }: KeyboardEvent) => !defaultPrevented && pressed.push(key)
  document.addEventListener('keydown', note)
  const end = listenForScanner((code) => codes.push(code))
  onTestFinished(() => {
    document.removeEventListener('keydown', note)
    end()
    takeEarlyKeys()
  })
  return { pressed, codes }
}

function scan(...keys: string[]): void {
  for (const key of keys) press(document.body, key)
}

test('a code is told whole, and none of its letters reaches the page', () => {
  const { pressed, codes } = givenPage()
  scan(...'http://lab/e/12', 'Enter')
  scan(...'4711', 'Enter')
  scan(...'#12', 'Enter')
  scan(...']Q14711', 'Enter')
  scan('Shift', 'H', 'Shift', 'T', 'Shift', 'T', 'Shift', 'P', 'Enter')
  expect(codes).toEqual(['http://lab/e/12', '4711', '#12', ']Q14711', 'HTTP'])
  expect(pressed).toEqual(['Shift', 'Shift', 'Shift', 'Shift'])
})

test('a scanner that sends no Enter is understood as well', async () => {
  const { codes } = givenPage()
  scan(...'http://lab/e/12')
  expect(codes).toEqual([])
  await expect.poll(() => codes).toEqual(['http://lab/e/12'])
})

test('a person’s keys act as soon as no scanner can follow, in their order', async () => {
  const { pressed, codes } = givenPage()
  scan('h')
  expect(pressed).toEqual([])
  await expect.poll(() => pressed).toEqual(['h'])
  scan('h', 'j', 'c')
  expect(pressed).toEqual(['h', 'h', 'j', 'c'])
  scan('h', 't', 'p', 'Escape')
  expect(pressed.slice(4)).toEqual(['h', 't', 'p', 'Escape'])
  scan('1', 'Enter')
  expect(pressed.slice(8)).toEqual(['1', 'Enter'])
  scan('h')
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  expect(pressed.slice(10)).toEqual(['h'])
  expect(codes).toEqual([])
})

test('a key whose place has gone meanwhile still reaches the page', async () => {
  const { pressed } = givenPage()
  const button = document.body.appendChild(document.createElement('button'))
  press(button, 'h')
  button.remove()
  await expect.poll(() => pressed).toEqual(['h'])
})

test('fields, and what waits for a field, get all keys', () => {
  const { pressed, codes } = givenPage()
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  for (const key of 'http') press(field, key)
  expect(pressed).toEqual([...'http'])
  catchEarlyKeys()
  scan(...'http', 'Enter')
  expect(takeEarlyKeys()).toEqual({ text: 'http', isConfirmed: true, rest: '' })
  expect(codes).toEqual([])
})

test('dialogs keep their keys, but for the one that reads codes', () => {
  const { pressed, codes } = givenPage()
  const dialog = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => dialog.remove())
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-modal', 'true')
  scan(...'47', 'Enter')
  expect(pressed).toEqual(['4', '7', 'Enter'])
  dialog.innerHTML = '<div data-scanner></div>'
  scan(...'47', 'Enter')
  expect(codes).toEqual(['47'])
})
