import { expect, test } from 'vitest'
import { textHash } from './changes.ts'
import { findNearPieces } from './near-pieces.ts'
import { joinPieces } from './text-delta.ts'

const LIMITS = { reached: 0, mostNew: 10_000 }
const lines = Array.from({ length: 200 }, (_, n) => `<p>${n} ${textHash(String(n))}</p>`)
const before = lines.join('')

function edited(edits: Readonly<Record<number, string>>): string {
  return lines.map((line, n) => edits[n] ?? line).join('')
}

test('what was written, replaced and removed stands between the parts that stay', () => {
  const after = edited({ 20: `<p>4.2 mg</p>${lines[20]}`, 90: '<p>washed twice</p>', 150: '' })
  const pieces = findNearPieces(before, after, LIMITS) ?? []
  const added = pieces.filter((piece) => typeof piece === 'string').join('')
  expect(joinPieces(pieces, before)).toBe(after)
  expect(pieces.length).toBeLessThan(10)
  expect(added).toContain('4.2 mg')
  expect(added.length).toBeLessThan(60)
})

test('the search begins where the texts begin to differ', () => {
  const after = before.slice(5000)
  expect(findNearPieces(before, after, { ...LIMITS, reached: 5000 })).toEqual([[5000, after.length]])
})

test.each([
  ['much is new', edited({ 20: textHash('new').repeat(50) })],
  ['much was removed', lines.toSpliced(20, 60).join('')],
  ['a part has moved', [...lines.slice(100), ...lines.slice(0, 100)].join('')],
  ['very many places differ', lines.map((line, n) => (n % 4 === 0 ? '<p>washed</p>' : line)).join('')],
])('it finds nothing where %s', (_, after) => {
  expect(findNearPieces(before, after, LIMITS)).toBeUndefined()
})

test('it finds nothing if more is new than wanted', () => {
  const after = edited({ 20: 'x'.repeat(200), 40: 'x'.repeat(200) })
  expect(findNearPieces(before, after, { reached: 0, mostNew: 300 })).toBeUndefined()
  expect(findNearPieces(before, after, { reached: 0, mostNew: 500 })).toBeDefined()
})
