import { expect, onTestFinished, test } from 'vitest'
import { press } from '../../../test/page.tsx'
import { catchEarlyKeys, replayEarlyKeys, takeEarlyKeys } from './early-keys.ts'

function typeEarly(...keys: string[]) {
  catchEarlyKeys()
  for (const key of keys) press(document.body, key)
}

/** A page with a key that begins an entry. */
function givenPage(): string[] {
  const pressed: string[] = []
  const listen = ({ key }: KeyboardEvent) => {
    pressed.push(key)
    if (key === 'c') catchEarlyKeys()
  }
  document.addEventListener('keydown', listen)
  onTestFinished(() => document.removeEventListener('keydown', listen))
  return pressed
}

test('an entry begun before the page was there gets its title and its text', () => {
  typeEarly('c', 'p', 'H', 'Enter', '7', 'Enter', '8')
  const pressed = givenPage()
  replayEarlyKeys()
  expect(pressed).toEqual(['c'])
  expect(takeEarlyKeys()).toEqual({ text: 'pH', isConfirmed: true, rest: '7\n8' })
})

test('a second Enter in the form before opens nothing on the page after it', () => {
  typeEarly('Enter', 'c')
  const pressed = givenPage()
  replayEarlyKeys()
  expect(pressed).toEqual([])
})
