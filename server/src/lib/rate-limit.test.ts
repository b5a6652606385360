import { expect, test } from 'vitest'
import { clientKey, makeRateLimit } from './rate-limit.ts'

const MINUTE = 60_000

test('allows so many tries, then says how long to wait', () => {
  const limit = makeRateLimit({ tries: 3, withinMs: 15 * MINUTE })
  for (let n = 0; n < 3; n++) {
    expect(limit.wait('ada', n * MINUTE)).toBe(0)
    limit.take('ada', n * MINUTE)
  }
  expect(limit.wait('ada', 3 * MINUTE)).toBe(12 * 60)
  expect(limit.wait('ada', 15 * MINUTE - 1)).toBe(1)
  expect(limit.wait('ada', 15 * MINUTE)).toBe(0)
})

test('starts anew after the window', () => {
  const limit = makeRateLimit({ tries: 1, withinMs: MINUTE })
  limit.take('ada', 0)
  limit.take('ada', MINUTE)
  expect(limit.wait('ada', MINUTE + 1)).toBe(60)
})

test('keys do not share their tries', () => {
  const limit = makeRateLimit({ tries: 1, withinMs: MINUTE })
  limit.take('ada', 0)
  expect(limit.wait('ada', 1)).toBeGreaterThan(0)
  expect(limit.wait('grace', 1)).toBe(0)
})

test('a try that is given back does not count, a forgotten key starts at zero', () => {
  const limit = makeRateLimit({ tries: 2, withinMs: MINUTE })
  limit.take('ada', 0)
  limit.take('ada', 0)
  limit.giveBack('ada')
  expect(limit.wait('ada', 1)).toBe(0)
  limit.take('ada', 1)
  expect(limit.wait('ada', 2)).toBeGreaterThan(0)
  limit.forget('ada')
  expect(limit.wait('ada', 2)).toBe(0)
  limit.giveBack('nobody')
  expect(limit.wait('nobody', 2)).toBe(0)
})

test('forgets the key that was used longest ago when there are too many', () => {
  const limit = makeRateLimit({ tries: 1, withinMs: MINUTE, mostKeys: 2 })
  limit.take('first', 0)
  limit.take('second', 0)
  limit.take('first', 0)
  limit.take('third', 0)
  expect(limit.wait('second', 1)).toBe(0)
  expect(limit.wait('first', 1)).toBeGreaterThan(0)
  expect(limit.wait('third', 1)).toBeGreaterThan(0)
})

test('a clock that is set back does not lock anybody out for long', () => {
  const limit = makeRateLimit({ tries: 1, withinMs: MINUTE })
  limit.take('ada', 1000 * MINUTE)
  expect(limit.wait('ada', 0)).toBe(0)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the client at %s counts as %s', (address, key) => {
  expect(clientKey(address)).toBe(key)
})
