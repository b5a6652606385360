import type { Node as DocNode, Fragment, Slice } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * The end of a block that is nearest to a position: where a picture goes that must not split words. A pointer decides
 * by its height, a cursor by the words around it.
 */
export function nearestBoundary(state: EditorState, position: number, isBelow?: boolean): number {
  const $position = state.doc.resolve(position)
  const depth = blockDepth($position)
  if (depth === 0) return position
  const { parentOffset, parent } = $position
  const goesBelow = isBelow ?? (parentOffset > 0 || parent.content.size === 0)
  return goesBelow ? $position.after(depth) : $position.before(depth)
}

/** The same for a pointer. */
export function boundaryAt(view: EditorView, { clientX, clientY }: MouseEvent): number | undefined {
  const found = view.posAtCoords({ left: clientX, top: clientY })
  if (!found) return undefined
  const $position = view.state.doc.resolve(found.pos)
  const depth = blockDepth($position)
  if (depth === 0) return found.pos
  const block = view.nodeDOM($position.before(depth))
  if (!(block instanceof Element)) return nearestBoundary(view.state, found.pos)
  const { top, bottom } = block.getBoundingClientRect()
  return nearestBoundary(view.state, found.pos, clientY > (top + bottom) / 2)
}

/** Puts a block at a boundary. An empty paragraph before it makes room, unless the cursor is there to write on. */
export function insertBlock(tr: Transaction, boundary: number, block: DocNode): Transaction {
  const before = tr.doc.resolve(boundary).nodeBefore
  if (before?.type.name !== 'paragraph' || before.childCount > 0) return tr.insert(boundary, block)
  const start = boundary - before.nodeSize
  const hasCursor = tr.selection.from > start && tr.selection.to < boundary
  return hasCursor ? tr.insert(start, block) : tr.replaceWith(start, boundary, block)
}

/** A dragged picture lands between blocks, too. */
export function movePicture(view: EditorView, event: DragEvent, { content }: Slice): boolean {
  const boundary = boundaryAt(view, event)
  const image = onlyImage(content)
  if (boundary === undefined || !image) return false
  const { tr, selection } = view.state
  const { $from } = selection
  const wasAlone = $from.parent.childCount === 1 && $from.node(-1).childCount > 1
  if (wasAlone) tr.delete($from.before(), $from.after())
  else tr.deleteSelection()
  insertBlock(tr, tr.mapping.map(boundary), view.state.schema.node('paragraph', $from.parent.attrs, image))
  view.dispatch(tr.scrollIntoView())
  return true
}

function onlyImage(content: Fragment): DocNode | undefined {
  const first = content.firstChild
  if (content.childCount !== 1 || !first) return undefined
  if (first.type.name === 'paragraph') return onlyImage(first.content)
  return first.type.name === 'image' ? first : undefined
}

function blockDepth($position: ReturnType<DocNode['resolve']>): number {
  let depth = $position.depth
  while (depth > 0 && !$position.node(depth).isTextblock) depth -= 1
  return depth
}
