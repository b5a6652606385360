import type { EditorView } from '@tiptap/pm/view'
import { type Block, blockAt, isItem } from './block-at.ts'

/** Beyond the indent of nested lists, and within narrow pages. */
const INSIDE_PX = 240

/** The block at this height of the text, whether the pointer is over it or in the margin beside it. */
export function blockAtHeight(view: EditorView, clientY: number): Block | undefined {
  const { left, right } = view.dom.getBoundingClientRect()
  const x = Math.min(left + INSIDE_PX, (left + right) / 2)
  const element = view.dom.ownerDocument.elementFromPoint(x, clientY)
  // Between two blocks.
  if (!element || element === view.dom || !view.dom.contains(element)) return undefined
  return blockAt(view.state.doc, view.posAtDOM(element, 0))
}

export function elementOf(view: EditorView, { position }: Block): HTMLElement | undefined {
  const dom = view.nodeDOM(position)
  return dom instanceof HTMLElement ? dom : undefined
}

export interface DropPlace {
  /** Between two blocks of the document. */
  target: number
  /** Where the line is drawn, in the window. */
  y: number
}

/** Where a dragged block would go: above or below the block at this height. */
export function dropPlaceAt(view: EditorView, clientY: number): DropPlace | undefined {
  const block = blockAtHeight(view, clientY)
  const element = block && elementOf(view, block)
  if (!block || !element) return undefined
  const { top, bottom } = element.getBoundingClientRect()
  const words = isItem(block.node) ? (view.nodeDOM(block.position + 1) as Element | null) : null
  const line = words?.getBoundingClientRect() ?? { top, bottom }
  if (clientY < (line.top + line.bottom) / 2) return { target: block.position, y: top }
  // Below the words of an item with items of its own: before the first of these.
  const [first, second] = block.node.children
  if (isItem(block.node) && first && second) {
    const inner = block.position + 1 + first.nodeSize
    return { target: blockAt(view.state.doc, inner + 1)?.position ?? inner, y: line.bottom }
  }
  return { target: block.position + block.node.nodeSize, y: bottom }
}
