import type { Node as DocNode } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'
import { isRoom } from '../extensions/room-at-end.extension.ts'

/** What one moves as a whole: a block of the text, or an item of a list. */
export interface Block {
  node: DocNode
  position: number
}

/** Neighbouring blocks. */
export interface BlockRange {
  from: number
  to: number
}

const LISTS = new Set(['bulletList', 'orderedList', 'taskList'])
const ITEMS = new Set(['listItem', 'taskItem'])

export function isList({ type }: DocNode): boolean {
  return LISTS.has(type.name)
}

export function isItem({ type }: DocNode): boolean {
  return ITEMS.has(type.name)
}

/** The block around a position, or the one that begins there. Tables, callouts and foreign blocks move as a whole. */
export function blockAt(doc: DocNode, position: number): Block | undefined {
  const $position = doc.resolve(position)
  const { nodeAfter } = $position
  let found: Block | undefined
  for (let depth = 1; depth <= $position.depth; depth += 1) {
    const node = $position.node(depth)
    if (isList(node)) continue
    if (depth > 1 && !isItem(node)) return found
    found = { node, position: $position.before(depth) }
  }
  const isBetween = $position.depth === 0 || isList($position.parent)
  if (!isBetween || !nodeAfter) return found
  return isList(nodeAfter) ? blockAt(doc, position + 1) : { node: nodeAfter, position }
}

/** The blocks that a selection touches, if they are neighbours in one list; otherwise blocks of the text. */
export function blocksOf({ $from, $to }: Selection): BlockRange | undefined {
  const { doc } = $from
  const first = blockAt(doc, $from.pos)
  // A selected block ends where the next one begins.
  const last = blockAt(doc, Math.max($from.pos, $to.depth === 0 ? $to.pos - 1 : $to.pos))
  if (!first || !last || isRoom(first.node)) return undefined
  const to = last.position + last.node.nodeSize
  const $first = doc.resolve(first.position)
  const $last = doc.resolve(last.position)
  if ($first.sameParent($last)) return { from: first.position, to }
  const outerFrom = $first.depth === 0 ? first.position : $first.before(1)
  const outerTo = $last.depth === 0 ? to : $last.after(1)
  return { from: outerFrom, to: outerTo }
}
