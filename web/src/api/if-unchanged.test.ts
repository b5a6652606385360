import { expect, test } from 'vitest'
import { isUnchanged, storedFields } from './if-unchanged.ts'

test('of an answer, what was set is remembered as the service has it', () => {
  const answer = { id: 3, title: 'Done', color: '29aeb9', teams: [{ id: 1 }] }
  expect(storedFields(answer, { title: ' Done ', action: 'update' })).toEqual({ title: 'Done' })
  expect(storedFields(answer, {})).toEqual({})
})

test('a record is still so while what was set is, whatever else has changed', () => {
  const now = { id: 3, title: 'Done', color: 'ff0000', teams: [{ id: 1, is_admin: 1 }] }
  expect(isUnchanged(now, { title: 'Done' })).toBe(true)
  expect(isUnchanged(now, { color: '29aeb9' })).toBe(false)
  expect(isUnchanged(now, { teams: [{ id: 1, is_admin: 1 }] })).toBe(true)
  expect(isUnchanged(now, { teams: [{ id: 1, is_admin: 0 }] })).toBe(false)
  expect(isUnchanged({ name: null } as { name: string | null }, { name: null })).toBe(true)
})
