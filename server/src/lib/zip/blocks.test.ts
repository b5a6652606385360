import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK, openBlocks } from './blocks.ts'

test('blocks and the rest are the parts, in order, whatever their lengths', () => {
  const lengths = fc.array(fc.oneof(fc.nat(100), fc.integer({ min: BLOCK - 2, max: 3 * BLOCK })), { maxLength: 12 })
  fc.assert(
    fc.property(lengths, (all) => {
      const blocks = openBlocks()
      const parts = all.map((length, index) => Buffer.alloc(length, index + 1))
      const full = parts.flatMap((part) => [...blocks.add(part)])
      expect(full.every(({ length }) => length === BLOCK)).toBe(true)
      expect(Buffer.concat([...full, blocks.rest()]).equals(Buffer.concat(parts))).toBe(true)
      expect(blocks.length()).toBe(all.reduce((sum, length) => sum + length, 0))
    }),
    { numRuns: 50 },
  )
})

test('a block that was handed out does not change with what follows', () => {
  const blocks = openBlocks()
  const [first] = blocks.add(Buffer.alloc(BLOCK, 'a'))
  blocks.add(Buffer.alloc(BLOCK - 1, 'b'))
  expect(first?.equals(Buffer.alloc(BLOCK, 'a'))).toBe(true)
})

test('a block that is just full leaves no rest', () => {
  const blocks = openBlocks()
  expect(blocks.add(Buffer.alloc(BLOCK))).toHaveLength(1)
  expect(blocks.rest()).toHaveLength(0)
})
