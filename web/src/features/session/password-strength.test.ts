import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each(['', 'short', 'Xq7$kP2!vR9'])('%j is too short to be accepted', (password) => {
  expect(passwordStrength(password)).toBe(0)
})

test.each([
  'password1234',
  'PassWord2026',
  'qwertyuiop12',
  'aaaaaaaaaaaaaaaa',
  '123456789012',
  'abcdefghijkl',
  'labolabolabo',
])('%j is easy to guess, however long', (password) => {
  expect(passwordStrength(password)).toBe(1)
})

test('what others know of a person counts for little', () => {
  const about = ['Ada', 'Lovelace', 'ada.lovelace@example.org']
  expect(passwordStrength('ada.lovelace.1815', about)).toBe(1)
  expect(passwordStrength('ada.lovelace.1815')).toBeGreaterThan(1)
})

test('a sentence is good, random signs are strong', () => {
  expect(passwordStrength('a fairly long sentence')).toBeGreaterThanOrEqual(3)
  expect(passwordStrength('correct horse battery staple')).toBeGreaterThanOrEqual(3)
  expect(passwordStrength('tXk7$qPz!vR9wLm')).toBe(4)
})

test('a longer sentence is never weaker than its beginning', () => {
  const words = 'the buffer turned blue after nine minutes on ice'.split(' ')
  const strengths = words.map((_, count) => passwordStrength(words.slice(0, count + 1).join(' ')))
  expect(strengths).toEqual(strengths.toSorted())
})
