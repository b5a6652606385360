import type { Node as DocNode, ResolvedPos } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { isRoom } from '../extensions/room-at-end.extension.ts'
import { type BlockRange, isItem, isList } from './block-at.ts'

/**
 * Moves blocks to a place between two others. Nothing is lost or changed on the way: items that land outside of a list
 * of their kind take a list of their own along, and a list parts for other blocks. False if they are there already.
 */
export function moveBlocks(tr: Transaction, { from, to }: BlockRange, target: number): boolean {
  const last = tr.doc.lastChild
  const end = tr.doc.content.size
  const place = target === end && last && isRoom(last) ? end - last.nodeSize : target
  if (place >= from && place <= to) return false
  const $from = tr.doc.resolve(from)
  const nodes = tr.doc.slice(from, to).content.content
  const { anchor, head } = tr.selection
  const isText = tr.selection instanceof TextSelection && anchor >= from && head <= to
  const inserted = insertNodes(tr, place, nodes, $from.parent)
  const steps = tr.steps.length
  deleteNodes(tr, tr.mapping.map(from, 1), tr.mapping.map(to, -1))
  const moved = tr.mapping.slice(steps).map(inserted)
  if (isText) {
    const at = (position: number) => tr.doc.resolve(position - from + moved)
    tr.setSelection(TextSelection.between(at(anchor), at(head)))
  }
  return true
}

/** Where blocks go by one step up or down; undefined at the end of the text. */
export function stepTarget(doc: DocNode, { from, to }: BlockRange, step: 'up' | 'down'): number | undefined {
  const isUp = step === 'up'
  const $edge = doc.resolve(isUp ? from : to)
  const next = isUp ? $edge.nodeBefore : $edge.nodeAfter
  if (isRoom(next)) return undefined
  if (next) return isUp ? from - next.nodeSize : to + next.nodeSize
  // At the end of the whole text, or of a list.
  if ($edge.depth === 0) return undefined
  const outer = $edge.node($edge.depth - 1)
  if (isItem(outer)) return isUp ? $edge.before($edge.depth - 1) : $edge.after($edge.depth - 1)
  return stepOutOf(doc, isUp ? $edge.before() : $edge.after(), isUp)
}

/** Past the block beside a list, or only into it if it is a list itself. */
function stepOutOf(doc: DocNode, edge: number, isUp: boolean): number | undefined {
  const $edge = doc.resolve(edge)
  const beside = isUp ? $edge.nodeBefore : $edge.nodeAfter
  if (!beside || isRoom(beside)) return undefined
  if (isList(beside)) return isUp ? edge - 1 : edge + 1
  return isUp ? edge - beside.nodeSize : edge + beside.nodeSize
}

/** Returns the new position of the first one. */
function insertNodes(tr: Transaction, target: number, nodes: readonly DocNode[], parent: DocNode): number {
  const $target = tr.doc.resolve(target)
  const [first] = nodes
  if (!first) return target
  const isOfKind = (list: DocNode | null) => list !== null && isList(list) && list.firstChild?.type === first.type
  if (isItem(first) && isOfKind($target.parent)) {
    tr.insert(target, nodes)
    return target
  }
  const place = isList($target.parent) ? leaveList(tr, $target) : target
  if (!isItem(first)) {
    tr.insert(place, nodes)
    return place
  }
  // Beside a list of the same kind it joins that.
  const { nodeBefore, nodeAfter } = tr.doc.resolve(place)
  if (nodeBefore?.type === parent.type && isOfKind(nodeBefore)) {
    tr.insert(place - 1, nodes)
    return place - 1
  }
  if (nodeAfter?.type === parent.type && isOfKind(nodeAfter)) {
    tr.insert(place + 1, nodes)
    return place + 1
  }
  tr.insert(place, parent.type.create(listAttributes(parent, 1), nodes))
  return place + 1
}

/** The place beside a list, or between its two parts. */
function leaveList(tr: Transaction, $target: ResolvedPos): number {
  const list = $target.parent
  const index = $target.index()
  if (index === 0) return $target.before()
  if (index === list.childCount) return $target.after()
  const attrs = listAttributes(list, Number(list.attrs.start ?? 1) + index)
  tr.split($target.pos, 1, [{ type: list.type, attrs }])
  return $target.pos + 1
}

/** Numbers go on behind what parts a list. */
export function listAttributes({ attrs }: DocNode, start: number): Record<string, unknown> {
  return 'start' in attrs ? { ...attrs, start } : attrs
}

/** With the lists that would be empty. */
export function deleteNodes(tr: Transaction, from: number, to: number): void {
  const $from = tr.doc.resolve(from)
  let depth = $from.depth
  while (depth > 0 && from === $from.start(depth) && to === $from.end(depth)) depth -= 1
  if (depth === $from.depth) tr.delete(from, to)
  else tr.delete($from.before(depth + 1), $from.after(depth + 1))
}

/** Moves the selected blocks by one step. */
export function moveSelected(tr: Transaction, range: BlockRange | undefined, step: 'up' | 'down'): boolean {
  const target = range && stepTarget(tr.doc, range, step)
  return target !== undefined && moveBlocks(tr, range as BlockRange, target)
}
