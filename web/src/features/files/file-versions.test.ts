import { expect, test } from 'vitest'
import { numberOf, sameContent, versionsIn } from './file-versions.ts'

const file = (id: number, replaces: number | null, state = 1, hash: string | null = `${id}`) => ({
  id,
  replaces,
  state,
  hash,
})
const ids = (files: readonly { id: number }[]) => files.map(({ id }) => id)

test('a file is listed once for all of its versions, in the order in which the files came', () => {
  const files = [file(9, 5), file(8, null, 2), file(7, null), file(5, 2, 2), file(2, null, 2)]
  const { listed, of } = versionsIn(files)
  expect(ids(listed)).toEqual([9, 8, 7])
  expect(ids(of.get(9) ?? [])).toEqual([9, 5, 2])
  expect(of.size).toBe(1)
})

test('an archived file keeps its earlier versions with it, deleted ones too', () => {
  const { listed, of } = versionsIn([file(3, 2, 2), file(2, 1, 3), file(1, null, 2)])
  expect(ids(listed)).toEqual([3])
  expect(ids(of.get(3) ?? [])).toEqual([3, 2, 1])
})

test.each([
  ['the newest is deleted', [2, 2, 2], [4, 3]],
  ['the two newest are', [3, 2, 2], [4, 2]],
  ['every other one is', [2, 3, 2], [4, 3]],
  ['all are', [3, 3, 3], [4]],
])('what is left of a file that was deleted is listed by itself: %s', (_, [third, second, first], expected) => {
  const files = [file(4, 3, 3), file(3, 2, third), file(2, 1, second), file(1, null, first)]
  expect(ids(versionsIn(files).listed)).toEqual(expected)
})

test('an earlier version that is shown again is listed too, and two may come after the same one', () => {
  const { listed, of } = versionsIn([file(4, 1), file(3, 2), file(2, 1), file(1, null, 2)])
  expect(ids(listed)).toEqual([4, 3, 2])
  expect(Object.fromEntries([...of].map(([id, versions]) => [id, ids(versions)]))).toEqual({
    2: [2, 1],
    3: [3, 2, 1],
    4: [4, 1],
  })
})

test('a file keeps its key when another version takes its place, and no two files have the same', () => {
  const keysOf = (files: Parameters<typeof versionsIn>[0]) => Object.fromEntries(versionsIn(files).keys)
  const [v1, v2] = [file(1, null, 2), file(2, 1, 2)]
  expect(keysOf([file(3, 2), v2, v1])).toEqual({ 3: 1 })
  expect(keysOf([file(5, 3), file(4, null), file(3, 2, 2), v2, v1])).toEqual({ 5: 1, 4: 4 })
  expect(keysOf([file(3, 2), v2, file(1, null)])).toEqual({ 3: 3, 1: 1 })
})

test('what is not known, or cannot be, ends the series', () => {
  const { listed, of } = versionsIn([file(9, 4), file(3, 3), file(2, 7)])
  expect(ids(listed)).toEqual([9, 3, 2])
  expect(of.size).toBe(0)
})

test('versions are counted from the oldest, and the same content is found among older ones', () => {
  const versions = [file(8, 6, 1, 'a'), file(6, 4, 2, 'b'), file(4, 1, 2, 'a'), file(1, null, 2, 'a')]
  expect(versions.map((one) => numberOf(one, versions))).toEqual([4, 3, 2, 1])
  expect(versions.map((one) => sameContent(one, versions))).toEqual([1, undefined, 1, undefined])
  const large = [file(2, 1, 1, null), file(1, null, 2, null)]
  expect(sameContent(large[0] as (typeof large)[0], large)).toBeUndefined()
})
