import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgePassword } from './password-rules.ts'
import { KNOWN, SEQUENCES } from './passwords-known.ts'

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
  const { problem, strength } = judgePassword(password, ABOUT)
  expect(problem).toBeUndefined()
  expect(strength).toBeGreaterThanOrEqual(2)
})

test.each([
  ['', 'field.too_short'],
  ['short', 'field.too_short'],
  ['gx8Vk2pQz0m', 'field.too_short'],
  ['re\u0301sume\u0301 ab c', 'field.too_short'],
  ['🦀🍋🧪🔭🎻🛶', 'field.too_short'],
  [Array.from({ length: 400 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''), 'field.too_many_bytes'],
  ['long enough but \ud800', 'field.broken'],
  ['aaaaaaaaaaaa', 'password.repeats'],
  ['abcabcabcabcab', 'password.repeats'],
  ['gx8Vk2gx8Vk2', 'password.repeats'],
  ['passwordpassword', 'password.repeats'],
  ['password1234', 'password.common'],
  ['Password2024!', 'password.common'],
  ['P@ssw0rd2026', 'password.common'],
  ['Welcome12345', 'password.common'],
  ['Welcome2024!!', 'password.common'],
  ['123456789012', 'password.common'],
  ['987654321098', 'password.common'],
  ['abcdefghijkl', 'password.common'],
  ['qwertyuiopas', 'password.common'],
  ['poiuytrewqlk', 'password.common'],
  ['1qaz2wsx3edc', 'password.common'],
  ['1q2w3e4r5t6y', 'password.common'],
  ['aaaaaabbbbbb', 'password.common'],
  ['aaaabbbbccccdddd', 'password.common'],
  ['Administrator', 'password.common'],
  ['administrator1', 'password.common'],
  ['iloveyou2025', 'password.common'],
  ['correcthorsebatterystaple', 'password.common'],
  ['letmeinplease', 'password.common'],
  ['laboratory2026', 'password.common'],
  ['ada.lovelace@example.org', 'password.common'],
  ['Ada.Lovelace1', 'password.common'],
  ['AdaLovelace1843', 'password.common'],
  ['lovelace!lovelace?', 'password.common'],
  ['passwordcontrasena2024!', 'password.common'],
  ['contrasenaadministrator2024!', 'password.common'],
])('refuses %s', (password, reason) => {
  const { problem, strength } = judgePassword(password, ABOUT)
  expect(problem?.reason).toBe(reason)
  expect(strength).toBe(reason.startsWith('password.') ? 1 : 0)
})

test('every known password that is long enough is refused', () => {
  const long = [...KNOWN].filter((word) => word.length >= 12)
  expect(long.length).toBeGreaterThan(50)
  expect(long.filter((word) => judgePassword(word).problem === undefined)).toEqual([])
})

test('the longest password allowed is judged without trouble', () => {
  const text = Array.from({ length: 1024 }, (_, n) => 'gkqvzbxw'[(n * n * 7 + n) % 8]).join('')
  expect(judgePassword(`${text.slice(0, 1020)}!?z9`, ABOUT)).toEqual({ strength: 4, problem: undefined })
  expect(judgePassword('a'.repeat(1000) + 'b'.repeat(24), ABOUT).problem?.reason).toBe('password.common')
})

test('a sentence is good, random signs are strong, a few words are fair', () => {
  expect(judgePassword('a fairly long sentence').strength).toBe(3)
  expect(judgePassword('tXk7$qPz!vR9wLm').strength).toBe(4)
  expect(judgePassword('Elephantwalk1').strength).toBe(2)
})

test('a longer sentence is never weaker than its beginning', () => {
  const words = 'the buffer turned blue after nine minutes on ice'.split(' ')
  const strengths = words.map((_, count) => judgePassword(words.slice(0, count + 1).join(' ')).strength)
  expect(strengths).toEqual(strengths.toSorted())
})

test('what others know of a person counts for little', () => {
  expect(judgePassword('ada.lovelace.1815', ABOUT).strength).toBe(1)
  expect(judgePassword('ada.lovelace.1815').strength).toBeGreaterThan(1)
})

test('what an instance asks for beyond length is lacking, however strong the rest', () => {
  const rules = { fewest: 12, complexity: 20 }
  expect(judgePassword('tXkw$qPz!vRuwLm', [], rules)).toEqual({
    strength: 0,
    problem: { reason: 'password.no_digit', params: {} },
  })
  expect(judgePassword('tXk7$qPz!vR9wLm', [], rules)).toEqual({ strength: 4, problem: undefined })
})

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

test(`a password is refused exactly when its strength is below fair (seed ${seed})`, () => {
  const piece = fc.oneof(
    fc.constantFrom(...KNOWN, ...SEQUENCES, ...ABOUT, '2024', '!', '-', '1'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const password = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  const rules = fc.record({ fewest: fc.integer({ min: 8, max: 20 }), complexity: fc.constantFrom(0, 10, 20, 30) })
  fc.assert(
    fc.property(password, rules, (text, asked) => {
      const { strength, problem } = judgePassword(text, ABOUT, asked)
      return problem === undefined ? strength >= 2 : strength <= 1
    }),
    { seed, numRuns: 500 },
  )
})

test('two common words with a year or a digit are never called good', () => {
  const words = [...KNOWN].filter((_, at) => at % 23 === 0)
  const called = words.flatMap((a) =>
    words.flatMap((b) =>
      [`${a}${b}`, `${a}-${b}1`, `${a}${b}2024!`].filter((text) => judgePassword(text).strength > 2),
    ),
  )
  expect(called).toEqual([])
})
