import type { Random } from '../random.ts'

const LONE_SURROGATE = '\ud83d'
const NUL = '\u0000'

/** Texts that have broken programs before. */
export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  NUL,
  `a${NUL}b`,
  LONE_SURROGATE,
  `x${LONE_SURROGATE}y`,
  '\ufeff\u202e\u200b\u2028',
  'e\u0301'.repeat(50),
  '𝕌𝕟𝕚𝕔𝕠𝕕𝕖 👩‍🔬🧪',
  'İıſK',
  "' or 1=1 --",
  "'; drop table entities; --",
  '" union select key_hash from apikeys --',
  '#{7*7} {{7*7}} <%= 7 %>',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '<svg><style><!--</style><img src=x>',
  '../../../../etc/passwd',
  '%00%ff%2e%2e%2f',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '-0',
  '1e309',
  '0x10',
  '12abc',
  '99999999999999999999',
  '-9223372036854775809',
  '2147483648',
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '*',
  '"',
  '(((((',
  'AND OR NOT',
  'title:"',
  'a* b:c ^d NEAR(e f)',
  '%',
  '_',
  '\\',
  '\r\nSet-Cookie: a=b',
  '{"a":',
  '[[[[',
  '|',
  'a|b|c',
  ',,,',
  '1,2,3,null,x',
]

/** Odd values of every JSON type. */
const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e300,
  -1e300,
  2 ** 31,
  2 ** 53 + 2,
  Number.MIN_VALUE,
  [],
  [null],
  [[]],
  [{}],
  {},
  { toString: 1 },
  { constructor: { prototype: { polluted: true } } },
  { length: 1e9 },
]

export function nastyText(random: Random): string {
  const dice = random.next()
  if (dice < 0.04) return random.pick(['a', 'é', '<b>', '&amp;', '(', ' a', '*_']).repeat(random.int(1, 40_000))
  if (dice < 0.12) return randomText(random, random.int(1, 300))
  return random.pick(NASTY_TEXTS)
}

export function nastyValue(random: Random): unknown {
  const dice = random.next()
  if (dice < 0.45) return nastyText(random)
  if (dice < 0.5) return Array.from({ length: random.int(1, 2000) }, () => nastyText(random).slice(0, 20))
  if (dice < 0.55) return nested(random.int(2, 900))
  if (dice < 0.6) {
    return Object.fromEntries(
      Array.from({ length: random.int(1, 500) }, (_, n) => [`${nastyText(random)}${n}`.slice(0, 30), n]),
    )
  }
  return random.pick(NASTY_VALUES)
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

function randomText(random: Random, length: number): string {
  const units = Array.from({ length }, () => random.int(0, random.pick([128, 0x300, 0x10000])))
  return String.fromCharCode(...units)
}

/** JSON that JSON.stringify would not write. */
export function brokenJson(random: Random): Buffer {
  return Buffer.from(
    random.pick([
      '{',
      '{"title":}',
      '{"title": "a",}',
      "{'title': 'a'}",
      '{"title": "a"} {"title": "b"}',
      '"text"',
      '12',
      'null',
      'true',
      '[1,2]',
      '[{}]',
      '{"title": 1e999999}',
      '{"title": 123456789012345678901234567890}',
      '{"__proto__": {"isAdmin": true}, "title": "p"}',
      '{"title": "a", "title": "b"}',
      '{"title": "\\ud800"}',
      '{"title": "\\u0000"}',
      '{"title": "\u0001"}',
      '\ufeff{}',
      '['.repeat(100_000),
      '{"a":'.repeat(50_000),
      `{"title": "${'x'.repeat(1_000_000)}"}`,
      `{"metadata": {${Array.from({ length: 20_000 }, (_, n) => `"k${n}":${n}`).join(',')}}}`,
      `{"tags": [${Array.from({ length: 20_000 }, (_, n) => `"t${n}"`).join(',')}]}`,
    ]),
  )
}

export function brokenUtf8(): Buffer {
  return Buffer.concat([
    Buffer.from('{"title": "'),
    Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80]),
    Buffer.from('"}'),
  ])
}
