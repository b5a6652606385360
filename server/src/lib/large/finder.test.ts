import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finderOf } from './finder.ts'

test('it finds what `includes` finds', () => {
  const unit = fc.constantFrom('a', 'b')
  const wanted = fc.string({ unit, minLength: 65, maxLength: 80 })
  const around = fc.string({ unit, maxLength: 100 })
  fc.assert(
    fc.property(wanted, around, around, fc.nat(80), (text, before, after, length) => {
      const part = text.slice(0, length)
      expect(finderOf(text)(`${before}${part}${text}${after}`)).toBe(true)
      const other = `${before}${part}${text.slice(1)}${after}`
      expect(finderOf(text)(other)).toBe(other.includes(text))
      expect(finderOf(part)(other)).toBe(other.includes(part))
    }),
  )
})

test('texts that `includes` takes half a minute for take no time', { timeout: 10_000 }, () => {
  const wanted = `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`
  expect(finderOf(wanted)('a'.repeat(2_000_000))).toBe(false)
  expect(finderOf(wanted)(`${'a'.repeat(2_000_000)}${wanted.slice(10)}`)).toBe(true)
})
