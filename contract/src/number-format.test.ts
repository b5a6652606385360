import { expect, test } from 'vitest'
import { showNumber } from './number-format.ts'

test.each([
  ['3.14159', '2', '3.14'],
  ['1.005', '2', '1.01'],
  ['2', '2', '2.00'],
  ['0.1', '0', '0'],
  ['9,96', '1', '10,0'],
  ['−0.126', '2', '−0.13'],
  ['+4.25', '1', '+4.3'],
  ['< 0.051', '2', '< 0.05'],
  ['12.34 %', '1', '12.3 %'],
  ['1.5e-3', '4', '0.0015'],
  ['12345', 'e2', '1.23 × 10⁴'],
  ['0.000126', 'e2', '1.26 × 10⁻⁴'],
  ['12345678901234567890.5', '0', '12345678901234567891'],
])('%s with the format %s is shown as %s', (text, format, shown) => {
  expect(showNumber(text, format)).toBe(shown)
})

test.each(['', 'n.d.', 'A1', '1,200', '1 200', '3 mg', '2026-11-18', '1.2.3', '1e999', '-1e999', '9'.repeat(400)])(
  '“%s” is shown as it was typed',
  (text) => {
    expect(showNumber(text, '2')).toBeUndefined()
  },
)

test('an unknown format changes nothing', () => {
  expect(showNumber('3.14159', 'x')).toBeUndefined()
})
