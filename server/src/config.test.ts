import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['PORT', 'seven', 'PORT: must be a whole number from 0 to 65535, not "seven"'],
  ['PORT', '70000', 'PORT: must be a whole number from 0 to 65535, not "70000"'],
  ['PORT', '42.5', 'PORT: must be a whole number from 0 to 65535, not "42.5"'],
  ['DATABASE_POOL', '1', 'DATABASE_POOL: must be a whole number from 2 to 200, not "1"'],
  ['SESSION_HOURS', '-3', 'SESSION_HOURS: must be a whole number from 1 to 8760, not "-3"'],
])('%s=%s is refused with what was given and what is wanted', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
})

test('numbers are read as numbers, and have their defaults', () => {
  expect(readConfig({ PORT: ' 8080 ' })).toMatchObject({ PORT: 8080, DATABASE_POOL: 16, RATE_LIMIT: 0 })
})
