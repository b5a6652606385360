import type { EditorView } from '@tiptap/pm/view'
import type { Block } from './block-at.ts'
import { moveBlocks } from './move-blocks.ts'
import { type DropPlace, dropPlaceAt } from './pointed-block.ts'

/** A shorter way is a click. */
const SHORTEST_PX = 4
/** Near the edges of the window the page scrolls. */
const EDGE_PX = 72
const SCROLL_PX = 12

interface Watcher {
  /** The line to draw; undefined where nothing can be dropped. */
  onMove(place: DropPlace | undefined): void
  /** True if something was dragged, so that the click after it is none. */
  onEnd(wasDragged: boolean): void
}

/** Follows the pointer from a grip until it is released, for a mouse, a pen or a finger. Escape leaves all as it was. */
export function dragBlock(view: EditorView, block: Block, start: PointerEvent, { onMove, onEnd }: Watcher): void {
  const page = view.dom.ownerDocument
  const grip = start.target instanceof Element ? start.target : view.dom
  let isDragged = false
  let y = start.clientY
  let place: DropPlace | undefined
  let frame = 0

  const look = () => {
    place = dropPlaceAt(view, y) ?? place
    onMove(place)
  }
  const scroll = () => {
    const step = y < EDGE_PX * 2 ? -SCROLL_PX : y > window.innerHeight - EDGE_PX ? SCROLL_PX : 0
    if (step !== 0) {
      window.scrollBy(0, step)
      look()
    }
    frame = requestAnimationFrame(scroll)
  }
  const move = (event: PointerEvent) => {
    y = event.clientY
    if (!isDragged && Math.hypot(event.clientX - start.clientX, y - start.clientY) < SHORTEST_PX) return
    if (!isDragged) frame = requestAnimationFrame(scroll)
    isDragged = true
    look()
  }
  const drop = () => {
    stop()
    // As it is now: somebody else may have written meanwhile.
    const node = view.state.doc.nodeAt(block.position)
    const { tr } = view.state
    if (!isDragged || !place || node !== block.node) return
    if (moveBlocks(tr, { from: block.position, to: block.position + node.nodeSize }, place.target)) view.dispatch(tr)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    stop()
  }
  function stop(): void {
    cancelAnimationFrame(frame)
    page.removeEventListener('pointermove', move)
    page.removeEventListener('pointerup', drop)
    page.removeEventListener('pointercancel', stop)
    page.removeEventListener('keydown', key, { capture: true })
    if (grip.hasPointerCapture(start.pointerId)) grip.releasePointerCapture(start.pointerId)
    onMove(undefined)
    onEnd(isDragged)
  }
  grip.setPointerCapture(start.pointerId)
  page.addEventListener('pointermove', move)
  page.addEventListener('pointerup', drop)
  page.addEventListener('pointercancel', stop)
  page.addEventListener('keydown', key, { capture: true })
}
