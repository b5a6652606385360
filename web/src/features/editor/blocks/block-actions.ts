import type { Node as DocNode } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { isRoom } from '../extensions/room-at-end.extension.ts'
import { isItem } from './block-at.ts'
import { deleteNodes } from './move-blocks.ts'

/** Adds a copy of a block below it. */
export function duplicateBlock(tr: Transaction, position: number): Transaction {
  const node = tr.doc.nodeAt(position)
  return node ? tr.insert(position + node.nodeSize, node) : tr
}

/** A text has at least one block. */
export function removeBlock(tr: Transaction, position: number): Transaction {
  const node = tr.doc.nodeAt(position)
  if (!node) return tr
  const end = position + node.nodeSize
  const isOnly = position === 0 && end === tr.doc.content.size
  if (isOnly) return tr.replaceWith(position, end, node.type.schema.node('paragraph'))
  deleteNodes(tr, position, end)
  return tr
}

/** An empty line below a block, with the cursor. An empty block is that line itself. */
export function addBelow(tr: Transaction, position: number): Transaction {
  const node = tr.doc.nodeAt(position)
  if (!node) return tr
  const { schema } = node.type
  const isEmpty = (isRoom(node) || node.type.name === 'paragraph') && node.childCount === 0
  const place = isEmpty ? position : position + node.nodeSize
  if (!isEmpty) tr.insert(place, isItem(node) ? newItem(node) : schema.node('paragraph'))
  return tr.setSelection(TextSelection.create(tr.doc, place + (isItem(node) ? 2 : 1))).scrollIntoView()
}

function newItem({ type }: DocNode): DocNode {
  return type.create(null, type.schema.node('paragraph'))
}
