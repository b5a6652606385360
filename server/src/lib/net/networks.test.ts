import { expect, test } from 'vitest'
import { isPublic, Networks, readNetwork } from './networks.ts'

test.each([
  ...['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'],
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true)
})

test.each([
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.255', '169.254.169.254'],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
  ],
  ...['64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'fe80::1', 'fec0::1', 'fc00::1', 'fd12::1', 'ff02::1'],
  ...['100::1', '5f00::1', '', 'localhost', '127.1'],
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test('networks are read as they are written, and anything else is refused', () => {
  const allowed = new Networks(['10.1.0.0/16', '192.168.7.7', 'fd12::/48'].flatMap((text) => readNetwork(text) ?? []))
  expect(['10.1.255.255', '192.168.7.7', 'fd12::1', '::ffff:10.1.0.1'].map((one) => allowed.has(one))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['10.2.0.0', '192.168.7.8', 'fd13::1', '::1'].map((one) => allowed.has(one))).toEqual([
    false,
    false,
    false,
    false,
  ])
  for (const text of [
    '',
    'lab',
    '10.1.0.0/33',
    '10.1.0.0/-1',
    '10.1.0.0/8/8',
    '10.1/16',
    'fe80::1%eth0',
    '::/129',
    '10.0.0.0/',
  ]) {
    expect(readNetwork(text), text).toBeUndefined()
  }
})
