import { expect, onTestFinished, test } from 'vitest'
import { press } from '../../../test/page.tsx'
import { catchEarlyKeys, takeEarlyKeys } from './early-keys.ts'
import { listenForScanner } from './scanner.ts'

/** A page that notes the keys which reach it, and what the scanner opened. */
function givenPage() {
  const pressed: string[] = []
  const opened: string[] = []
  const note = ({ key, defaultPrevented }: KeyboardEvent) => !defaultPrevented && pressed.push(key)
  document.addEventListener('keydown', note)
  const end = listenForScanner((typed) => {
    opened.push(typed)
    catchEarlyKeys({ already: typed })
  })
  onTestFinished(() => {
    document.removeEventListener('keydown', note)
    end()
    takeEarlyKeys()
  })
  return { pressed, opened }
}

function scan(...keys: string[]): void {
  for (const key of keys) press(document.body, key)
}

test('the code of a scanner is for the field that opens, whole', () => {
  const { pressed, opened } = givenPage()
  scan(...'http://lab/e/12', 'Enter')
  expect(opened).toEqual(['ht'])
  expect(takeEarlyKeys()).toEqual({ text: 'http://lab/e/12', isConfirmed: true, rest: '' })
  expect(pressed).toEqual([])
})

test('capitals of a scanner come with Shift between them', () => {
  givenPage()
  scan('Shift', 'H', 'Shift', 'T', 'Shift', 'T', 'Shift', 'P')
  expect(takeEarlyKeys().text).toBe('HTTP')
})

test.each([
  [['4', '7', '1', '1', 'Enter'], '4711'],
  [['7', 'Enter'], '7'],
])('numbers are codes, too: %s', (keys, text) => {
  givenPage()
  scan(...keys)
  expect(takeEarlyKeys()).toEqual({ text, isConfirmed: true, rest: '' })
})

test('a person’s h acts as soon as no scanner can follow, in its order', async () => {
  const { pressed, opened } = givenPage()
  scan('h')
  expect(pressed).toEqual([])
  await expect.poll(() => pressed).toEqual(['h'])
  scan('h', 'j', 'c')
  expect(pressed).toEqual(['h', 'h', 'j', 'c'])
  expect(opened).toEqual([])
})

test('fields, and what waits for a field, get all keys', () => {
  const { pressed, opened } = givenPage()
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  for (const key of 'http') press(field, key)
  expect(pressed).toEqual([...'http'])
  catchEarlyKeys()
  scan(...'http')
  expect(takeEarlyKeys().text).toBe('http')
  expect(opened).toEqual([])
})
