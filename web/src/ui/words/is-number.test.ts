import { expect, test } from 'vitest'
import { isNumber, isNumeric } from './is-number.ts'

test.each(['0', '0.123', '.5', '-3e-4', '−2,5', '1,200.5', '12 000', '< 0.05', '±0.2', '45 %', '1.2 × 10^-3'])(
  '%s is a number',
  (text) => expect(isNumber(text)).toBe(true),
)

test.each(['', 'A1', '2026-03-02', '10:15', '5 mg', '1.2.3', '-', '1 2'])('%s is none', (text) => {
  expect(isNumber(text)).toBe(false)
})

test('a column of numbers may have gaps, but no words', () => {
  expect(isNumeric(['0.1', '', ' 2 ', undefined])).toBe(true)
  expect(isNumeric(['0.1', 'n/a'])).toBe(false)
  expect(isNumeric(['', undefined])).toBe(false)
})
