import { expect, test } from 'vitest'
import { FailedKeys } from './failed-keys.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')

test('addresses that one client can choose from are counted as one', () => {
  const failed = new FailedKeys()
  for (let n = 0; n < 100; n++) failed.note(`2001:db8:1:2::${n.toString(16)}`, NOW)
  expect(() => failed.note('2001:db8:1:2:ffff::1', NOW)).toThrow('Too many wrong API keys')
  failed.note('2001:db8:1:3::1', NOW)
})

test('IPv4 addresses are counted one by one, however they are written', () => {
  const failed = new FailedKeys()
  for (let n = 0; n < 100; n++) failed.note(n % 2 ? '192.0.2.1' : '::ffff:192.0.2.1', NOW)
  expect(() => failed.note('192.0.2.1', NOW)).toThrow('Too many wrong API keys')
  failed.note('192.0.2.2', NOW)
})
