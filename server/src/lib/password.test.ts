import { expect, test } from 'vitest'
import { TooMany } from '../errors.ts'
import { hashPassword, verifyPassword } from './password.ts'

test('a password is recognised by its hash, another one is not', async () => {
  const encoded = await hashPassword('a fairly long sentence')
  expect(encoded).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('a fairly long sentence', encoded)).toBe(true)
  expect(await verifyPassword('a fairly long sentencE', encoded)).toBe(false)
  expect(await verifyPassword('', encoded)).toBe(false)
})

test('the same password has another hash each time', async () => {
  expect(await hashPassword('a fairly long sentence')).not.toBe(await hashPassword('a fairly long sentence'))
})

test('reads the published test vector of argon2id', async () => {
  const published = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', published)).toBe(true)
  expect(await verifyPassword('passwore', published)).toBe(false)
})

test('an accent typed as one character or as two is the same password', async () => {
  const encoded = await hashPassword('r\u00e9sum\u00e9 of the day')
  expect(await verifyPassword('re\u0301sume\u0301 of the day', encoded)).toBe(true)
})

test('without an account no password fits', async () => {
  expect(await verifyPassword('anything at all', null)).toBe(false)
})

test('refuses what would wait too long, and works again afterwards', async () => {
  const all = await Promise.allSettled(Array.from({ length: 80 }, () => verifyPassword('flood', null)))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(80 - 2 - 64)
  expect(refused.every((one) => one.reason instanceof TooMany)).toBe(true)
  expect(await verifyPassword('flood', null)).toBe(false)
})
