import { expect, test } from 'vitest'
import { instantIn } from './past-address.ts'

test('an address without a proper instant shows the present', () => {
  expect(instantIn({ as_of: '2026-03-02T10:15:40Z' })).toBe('2026-03-02T10:15:40Z')
  for (const as_of of ['garbage', '', 1, null, {}, undefined]) expect(instantIn({ as_of })).toBeUndefined()
})
