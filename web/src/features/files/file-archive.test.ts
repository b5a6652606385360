import { readNumbers } from '@aliquot/contract/numbers'
import type { Upload } from '@aliquot/contract/uploads'
import { expect, test } from 'vitest'
import { archiveQuery, MOST_NAMED } from './file-archive.ts'

const shown = Array.from({ length: 1500 }, (_, id) => ({ id, state: id === 7 ? 2 : 1 }) as Upload)

test('all files are asked for by their states, however many they are', () => {
  expect(archiveQuery(shown, shown)).toEqual({ state: '1,2' })
})

test('files are named where others of the same state, such as earlier versions, are not meant', () => {
  const few = shown.slice(5, 9)
  expect(archiveQuery(few, few)).toEqual({ state: '1,2' })
  expect(archiveQuery(few, [...few, { id: 99, state: 3 } as Upload])).toEqual({ state: '1,2' })
  expect(archiveQuery(few, [...few, { id: 99, state: 2 } as Upload])).toEqual({ id: '5,6,7,8' })
})

test('some are named, as many as the service takes', () => {
  expect(archiveQuery(shown.slice(3, 6), shown)).toEqual({ id: '3,4,5' })
  const refusals: unknown[] = []
  const refuse = (problem: unknown) => refusals.push(problem)
  const most = archiveQuery(shown.slice(0, MOST_NAMED), shown) as { id: string }
  expect(readNumbers(most.id, refuse)).toHaveLength(MOST_NAMED)
  expect(refusals).toEqual([])
  expect(archiveQuery(shown.slice(0, MOST_NAMED + 1), shown)).toBeUndefined()
  readNumbers(`${most.id},${MOST_NAMED}`, refuse)
  expect(refusals).toHaveLength(1)
})
