import { expect, test } from 'vitest'
import { isStill, leftIn } from './still.ts'

test('of an answer, what was set is remembered as the service has it', () => {
  const answer = { id: 3, title: 'Done', color: '29aeb9', teams: [{ id: 1 }] }
  expect(leftIn(answer, { title: ' Done ', action: 'update' })).toEqual({ title: 'Done' })
  expect(leftIn(answer, {})).toEqual({})
})

test('a record is still so while what was set is, whatever else has changed', () => {
  const now = { id: 3, title: 'Done', color: 'ff0000', teams: [{ id: 1, is_admin: 1 }] }
  expect(isStill(now, { title: 'Done' })).toBe(true)
  expect(isStill(now, { color: '29aeb9' })).toBe(false)
  expect(isStill(now, { teams: [{ id: 1, is_admin: 1 }] })).toBe(true)
  expect(isStill(now, { teams: [{ id: 1, is_admin: 0 }] })).toBe(false)
  expect(isStill({ name: null } as { name: string | null }, { name: null })).toBe(true)
})
