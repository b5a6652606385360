import { expect, test } from 'vitest'
import { exploreLinks, keyOf, type LinkedEntry, neighbourOf, placeNodes } from './link-graph.ts'

function entry(id: number): LinkedEntry {
  const none = { categoryTitle: null, categoryColor: null, statusTitle: null, statusColor: null }
  return { type: 'experiments', id, title: `Entry ${id}`, ...none }
}

/** Each entry with its link targets. */
function givenLinks(links: Record<number, number[]>) {
  return async ({ id }: { id: number }) => ({
    outgoing: (links[id] ?? []).map(entry),
    incoming: Object.keys(links)
      .map(Number)
      .filter((from) => links[from]?.includes(id))
      .map(entry),
  })
}

const levels = (nodes: readonly { id: number; level: number }[]) =>
  Object.fromEntries(nodes.map(({ id, level }) => [id, level]))

test('what leads to an entry and where it leads is found, as far as asked', async () => {
  const read = givenLinks({ 1: [2], 2: [3], 3: [4], 5: [1], 6: [5], 7: [2] })
  const near = await exploreLinks(entry(1), 1, read)
  expect(levels(near.nodes)).toEqual({ 1: 0, 2: 1, 5: -1 })
  const far = await exploreLinks(entry(1), 3, read)
  // 7 also links to 2, but is on no path to or from the entry.
  expect(levels(far.nodes)).toEqual({ 1: 0, 2: 1, 3: 2, 4: 3, 5: -1, 6: -2 })
  expect(far.edges).toContainEqual({ from: 'experiments/5', to: 'experiments/1' })
  expect(far.isCut).toBe(false)
})

test('circles end, and what cannot be read is not followed', async () => {
  const read = givenLinks({ 1: [2], 2: [1, 3], 3: [2], 9: [3] })
  const graph = await exploreLinks(entry(1), 5, async (one) => (one.id === 3 ? undefined : read(one)))
  expect(levels(graph.nodes)).toEqual({ 1: 0, 2: -1, 3: -2 })
  expect(graph.edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
    'experiments/2 experiments/1',
    'experiments/1 experiments/2',
    'experiments/3 experiments/2',
  ])
})

test('too many are cut off, and it is said', async () => {
  const graph = await exploreLinks(entry(1), 2, givenLinks({ 1: [2, 3, 4, 5] }), 3)
  expect(graph.nodes).toHaveLength(3)
  expect(graph.isCut).toBe(true)
})

test('arrow keys go to what is beside', async () => {
  const { nodes } = await exploreLinks(entry(1), 1, givenLinks({ 1: [2, 3], 4: [1] }))
  const { placed, width, height } = placeNodes(nodes)
  const go = (from: number, direction: Parameters<typeof neighbourOf>[2]) =>
    neighbourOf(placed, keyOf(entry(from)), direction)?.id
  expect(go(1, 'ArrowLeft')).toBe(4)
  expect(go(1, 'ArrowRight')).toBe(2)
  expect(go(2, 'ArrowDown')).toBe(3)
  expect(go(3, 'ArrowUp')).toBe(2)
  expect(go(3, 'ArrowLeft')).toBe(1)
  expect(go(4, 'ArrowLeft')).toBeUndefined()
  for (const { x, y } of placed) expect(x >= 0 && x < width && y >= 0 && y < height).toBe(true)
})
