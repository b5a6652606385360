import { expect, test } from 'vitest'
import { entriesOf } from '../../../../test/archives/entries-of.ts'
import { crateOf, elnWith, PLAIN } from '../../../../test/archives/forged-zip.ts'
import { LargeNodes } from './large-nodes.ts'
import type { GraphNode } from './values.ts'

const MB = 1024 * 1024

function nodeOf(row: number): GraphNode {
  return { id: `${row}`, row, value: new Map(), texts: [], isContradicted: false }
}

test('the last few megabytes are held', () => {
  const nodes = new LargeNodes(0)
  for (const row of [1, 2, 3]) nodes.add(nodeOf(row), 2 * MB)
  nodes.add(nodeOf(4), 1000)
  expect([1, 2, 3, 4].map((row) => nodes.get(row)?.row)).toEqual([undefined, 2, 3, undefined])
})

test('an archive that is read far more often than it is long is refused', () => {
  const nodes = new LargeNodes(32 * MB)
  for (let times = 0; times < 128; times++) nodes.add(nodeOf(1), 16 * MB)
  expect(() => nodes.add(nodeOf(1), 16 * MB)).toThrow()
})

test('a large node that 20,000 steps refer to is read once', { timeout: 30_000 }, async () => {
  const step = { '@id': '#s', '@type': 'HowToStep', text: 'Weigh', x: 'x'.repeat(3 * MB) }
  const [entry] = await entriesOf(elnWith([], crateOf([{ ...PLAIN, step: Array(20_000).fill({ '@id': '#s' }) }, step])))
  expect(entry?.steps).toHaveLength(20_000)
})
