import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'
import { KNOWN } from './passwords-known.ts'

const ABOUT = ['Ada.Lovelace@example.org', 'Ada', 'Lovelace']

test.each([
  'a fairly long sentence',
  'mürrische Öltanker 7',
  'gx8Vk2pQz0mT',
  'vlnrtxqkwpzj',
  '配列決定装置の試料を冷凍庫に',
  'correct pony battery staple',
  '🦀🍋🧪🔭🎻🛶🌵🧭🪁🧲🦉🍄',
  'xxxkqz7 plmw vbtruhd',
])('accepts %s', (password) => {
  expect(passwordProblem(password, ABOUT)).toBeUndefined()
})

test.each([
  ['', 'at least 12'],
  ['short', 'at least 12'],
  ['gx8Vk2pQz0m', 'at least 12'],
  ['re\u0301sume\u0301 ab c', 'at least 12'],
  ['🦀🍋🧪🔭🎻🛶', 'at least 12'],
  [Array.from({ length: 400 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''), 'at most 1024 bytes'],
  ['long enough but \ud800', 'broken'],
  ['aaaaaaaaaaaa', 'repeats'],
  ['abcabcabcabcab', 'repeats'],
  ['gx8Vk2gx8Vk2', 'repeats'],
  ['passwordpassword', 'repeats'],
  ['password1234', 'easy'],
  ['Password2024!', 'easy'],
  ['P@ssw0rd2026', 'easy'],
  ['Welcome12345', 'easy'],
  ['Welcome2024!!', 'easy'],
  ['123456789012', 'easy'],
  ['987654321098', 'easy'],
  ['abcdefghijkl', 'easy'],
  ['qwertyuiopas', 'easy'],
  ['poiuytrewqlk', 'easy'],
  ['1qaz2wsx3edc', 'easy'],
  ['1q2w3e4r5t6y', 'easy'],
  ['aaaaaabbbbbb', 'easy'],
  ['aaaabbbbccccdddd', 'easy'],
  ['Administrator', 'easy'],
  ['administrator1', 'easy'],
  ['iloveyou2025', 'easy'],
  ['correcthorsebatterystaple', 'easy'],
  ['letmeinplease', 'easy'],
  ['laboratory2026', 'easy'],
  ['ada.lovelace@example.org', 'easy'],
  ['Ada.Lovelace1', 'easy'],
  ['AdaLovelace1843', 'easy'],
  ['lovelace!lovelace?', 'easy'],
])('refuses %s', (password, reason) => {
  expect(passwordProblem(password, ABOUT)).toContain(reason)
})

test('every known password that is long enough is refused', () => {
  const long = [...KNOWN].filter((word) => word.length >= 12)
  expect(long.length).toBeGreaterThan(50)
  expect(long.filter((word) => passwordProblem(word) === undefined)).toEqual([])
})

test('the longest password allowed is judged without trouble', () => {
  const text = Array.from({ length: 1024 }, (_, n) => 'gkqvzbxw'[(n * n * 7 + n) % 8]).join('')
  expect(passwordProblem(`${text.slice(0, 1020)}!?z9`, ABOUT)).toBeUndefined()
  expect(passwordProblem('a'.repeat(1000) + 'b'.repeat(24), ABOUT)).toContain('easy')
})
