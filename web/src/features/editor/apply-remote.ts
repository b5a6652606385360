import type { Node as DocNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { diffIndices } from 'node-diff3'
import { writeBlock } from './html-writer.ts'

/** Marks a change that did not come from this keyboard. */
export const REMOTE = 'remote'

interface Difference {
  buffer1: [start: number, length: number]
  buffer2: [start: number, length: number]
}

/** Turns the document into another one, block by block, so that the cursor stays between the same characters. */
export function applyRemote(view: EditorView, next: DocNode): void {
  const { doc } = view.state
  const tr = view.state.tr.setMeta(REMOTE, true).setMeta('addToHistory', false)
  const differences: Difference[] = diffIndices(blocksOf(doc), blocksOf(next))
  // From the end, so that positions before stay as they are.
  for (const { buffer1, buffer2 } of differences.reverse()) {
    if (buffer1[1] === 1 && buffer2[1] === 1) replaceWithin(tr, doc, buffer1[0], next, buffer2[0])
    else replaceBlocks(tr, doc, buffer1, next, buffer2)
  }
  if (tr.docChanged) view.dispatch(tr)
}

function blocksOf(doc: DocNode): string[] {
  return doc.children.map(writeBlock)
}

function replaceBlocks(
  tr: Transaction,
  doc: DocNode,
  old: [number, number],
  next: DocNode,
  by: [number, number],
): void {
  const blocks = next.children.slice(by[0], by[0] + by[1])
  tr.replaceWith(startOf(doc, old[0]), startOf(doc, old[0] + old[1]), blocks)
}

/** Within one block only what differs is replaced. */
function replaceWithin(tr: Transaction, doc: DocNode, index: number, next: DocNode, nextIndex: number): void {
  const offset = startOf(doc, index)
  const nextOffset = startOf(next, nextIndex)
  const before = doc.child(index)
  const after = next.child(nextIndex)
  const start = before.content.findDiffStart(after.content)
  const end = before.content.findDiffEnd(after.content)
  if (start === null || end === null || !before.sameMarkup(after)) {
    replaceBlocks(tr, doc, [index, 1], next, [nextIndex, 1])
    return
  }
  // The same letter before and after an addition makes the two searches overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(
    offset + 1 + start,
    offset + 1 + end.a + overlap,
    next.slice(nextOffset + 1 + start, nextOffset + 1 + end.b + overlap),
  )
}

function startOf(doc: DocNode, index: number): number {
  let position = 0
  for (let at = 0; at < index; at += 1) position += doc.child(at).nodeSize
  return position
}
