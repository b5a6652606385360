import { expect, test } from 'vitest'
import { joinStatus } from './save-status.ts'

test('what needs the person is said before what is only on its way', () => {
  expect(joinStatus({ state: 'saving' }, { state: 'conflict' })).toEqual({ state: 'conflict' })
  expect(joinStatus({ state: 'offline' }, { state: 'saved', at: 5 })).toEqual({ state: 'offline' })
  expect(joinStatus({ state: 'saved', at: 1 }, { state: 'offline' })).toEqual({ state: 'offline' })
})

test('an entry was saved when the last part of it was', () => {
  expect(joinStatus({ state: 'saved', at: 7 }, { state: 'saved', at: 5 })).toEqual({ state: 'saved', at: 7 })
  expect(joinStatus({ state: 'saved', at: undefined }, { state: 'saved', at: 5 })).toEqual({ state: 'saved', at: 5 })
})
