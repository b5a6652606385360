import type { EntryRef } from '../../entry-data/entry-types.ts'

/** An entry in a graph. */
export interface LinkedEntry extends EntryRef {
  title: string
  categoryTitle: string | null
  categoryColor: string | null
  statusTitle: string | null
  statusColor: string | null
}

/** The linked entries of one entry, in both directions. */
export interface Neighbours {
  incoming: readonly LinkedEntry[]
  outgoing: readonly LinkedEntry[]
}

export interface GraphNode extends LinkedEntry {
  key: string
  /** The distance: negative for incoming, positive for outgoing links, 0 for the entry itself. */
  level: number
}

export interface Graph {
  nodes: readonly GraphNode[]
  edges: readonly { from: string; to: string }[]
  /** More was found than is shown. */
  isCut: boolean
}

const MOST_NODES = 60

/**
 * The entries that lead to an entry, or to which it leads, up to a distance. `read` returns nothing for an unreadable
 * entry.
 */
export async function exploreLinks(
  start: LinkedEntry,
  depth: number,
  read: (entry: EntryRef) => Promise<Neighbours | undefined>,
  most = MOST_NODES,
): Promise<Graph> {
  const nodes = new Map<string, GraphNode>([[keyOf(start), { ...start, key: keyOf(start), level: 0 }]])
  const edges = new Map<string, { from: string; to: string }>()
  let isCut = false
  let border = [...nodes.values()]
  for (let level = 0; level < depth && border.length > 0; level++) {
    const answers = await Promise.all(border.map(async (node) => ({ node, found: await read(node) })))
    const next: GraphNode[] = []
    for (const { node, found } of answers) {
      if (!found) continue
      // Incoming links are followed backwards and outgoing ones forwards; the entry itself goes both ways.
      if (node.level <= 0) meet(node, found.incoming, -1, next)
      if (node.level >= 0) meet(node, found.outgoing, 1, next)
    }
    border = next
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], isCut }

  function meet(node: GraphNode, found: readonly LinkedEntry[], by: -1 | 1, next: GraphNode[]): void {
    for (const other of found) {
      const key = keyOf(other)
      if (!nodes.has(key)) {
        if (nodes.size >= most) {
          isCut = true
          continue
        }
        const known = { ...other, key, level: node.level + by }
        nodes.set(key, known)
        next.push(known)
      }
      const edge = by === 1 ? { from: node.key, to: key } : { from: key, to: node.key }
      edges.set(`${edge.from} ${edge.to}`, edge)
    }
  }
}

export function keyOf({ type, id }: EntryRef): string {
  return `${type}/${id}`
}

/** The nodes by level, farthest incoming first. */
export function levelsOf(nodes: readonly GraphNode[]): { level: number; nodes: GraphNode[] }[] {
  const levels = [...new Set(nodes.map(({ level }) => level))].sort((a, b) => a - b)
  return levels.map((level) => ({ level, nodes: nodes.filter((node) => node.level === level) }))
}

export interface Placed extends GraphNode {
  x: number
  y: number
}

/** Wide enough for two lines of a title. */
export const NODE = { width: 288, height: 72 }
const GAP = { x: 72, y: 16 }

/** Levels as columns, each centred vertically. */
export function placeNodes(nodes: readonly GraphNode[]): { placed: Placed[]; width: number; height: number } {
  const columns = levelsOf(nodes)
  const heightOf = (count: number) => count * (NODE.height + GAP.y) - GAP.y
  const height = Math.max(...columns.map((column) => heightOf(column.nodes.length)))
  const placed = columns.flatMap((column, index) =>
    column.nodes.map((node, row) => ({
      ...node,
      x: index * (NODE.width + GAP.x),
      y: (height - heightOf(column.nodes.length)) / 2 + row * (NODE.height + GAP.y),
    })),
  )
  return { placed, width: columns.length * (NODE.width + GAP.x) - GAP.x, height }
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The node that an arrow key moves to: the nearest one in the next column, or the next one in the same. */
export function neighbourOf(placed: readonly Placed[], key: string, direction: Direction): Placed | undefined {
  const from = placed.find((node) => node.key === key)
  if (!from) return undefined
  const isVertical = direction === 'ArrowUp' || direction === 'ArrowDown'
  const sign = direction === 'ArrowRight' || direction === 'ArrowDown' ? 1 : -1
  const way = (node: Placed) => sign * (isVertical ? node.y - from.y : node.x - from.x)
  const aside = (node: Placed) => Math.abs(node.y - from.y)
  const ahead = placed.filter((node) => way(node) > 0 && (!isVertical || node.x === from.x))
  return ahead.sort((a, b) => way(a) - way(b) || aside(a) - aside(b))[0]
}
