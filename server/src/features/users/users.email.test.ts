import { expect, test } from 'vitest'
import { emailKeyOf, requireEmail } from './users.email.ts'

test.each([
  ['Ada@Example.org', 'ada@example.org'],
  [' ada@example.org ', 'ada@example.org'],
  ['ÅSA@EXAMPLE.ORG', 'åsa@example.org'],
  ['mi\u212ae@example.org', 'mi\u212ae@example.org'],
  ['\u0130@example.org', '\u0130@example.org'],
  ['groß@example.org', 'groß@example.org'],
])('%s is found as %s', (email, key) => {
  expect(emailKeyOf(email)).toBe(key)
})

test.each(["o'hara+lab@mail.example.org", 'ada@localhost', 'ünï@münchen.de', 'a@b'])('accepts %s', (email) => {
  expect(requireEmail(` ${email}`)).toBe(email)
})

test.each(['', 'ada', '@b.org', 'a@', 'a@b@c', 'a b@c.org', 'a,b@c.org', '"a"@b.org', 'a@b.org>', 'a\u200b@b.org'])(
  'refuses %j',
  (email) => {
    expect(() => requireEmail(email)).toThrow(/^email: /)
  },
)
