import type { Node as DocNode } from '@tiptap/pm/model'
import { type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { diff, type Edit } from '../../saving/merging/diff.ts'
import { writeBlock, writeHtml } from './html-writer.ts'

/** Marks a transaction that did not come from this keyboard. */
export const REMOTE = 'remote'

/** Turns the document into another one, block by block, so that the cursor stays between the same characters. */
export function applyRemote(view: EditorView, next: DocNode): void {
  const { doc } = view.state
  const tr = view.state.tr.setMeta(REMOTE, true).setMeta('addToHistory', false)
  // From the end, so that earlier positions stay valid.
  for (const edit of diff(blocksOf(doc), blocksOf(next)).reverse()) replaceRange(tr, doc, next, edit)
  if (writeHtml(tr.doc) !== writeHtml(next)) tr.replaceWith(0, tr.doc.content.size, next.content)
  if (!tr.docChanged) return
  keepCursor(tr, view.state.selection)
  view.dispatch(tr)
}

/** Remote text at the cursor goes after it, so that a word being typed is not split. */
function keepCursor(tr: Transaction, before: Selection): void {
  if (!(before instanceof TextSelection)) return
  const at = (position: number) => tr.doc.resolve(tr.mapping.map(position, -1))
  tr.setSelection(TextSelection.between(at(before.anchor), at(before.head)))
}

function blocksOf(doc: DocNode): string[] {
  return doc.children.map(writeBlock)
}

/** Replaces blocks, but only the differing parts. */
function replaceRange(tr: Transaction, doc: DocNode, next: DocNode, edit: Edit): void {
  const from = startOf(doc, edit.start)
  const to = startOf(doc, edit.end)
  const nextFrom = startOf(next, edit.from)
  const nextTo = startOf(next, edit.to)
  const before = doc.slice(from, to).content
  const after = next.slice(nextFrom, nextTo).content
  const start = before.findDiffStart(after)
  const end = before.findDiffEnd(after)
  if (start === null || end === null) return
  // If the added text repeats its surroundings, the two searches overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const slice = next.slice(nextFrom + start, nextFrom + end.b + overlap)
  tr.replace(from + start, from + end.a + overlap, slice)
}

function startOf(doc: DocNode, index: number): number {
  let position = 0
  for (let at = 0; at < index; at += 1) position += doc.child(at).nodeSize
  return position
}
