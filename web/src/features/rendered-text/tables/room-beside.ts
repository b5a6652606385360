import { type RefObject, useLayoutEffect } from 'react'
import { isRightToLeft } from '../../../ui/layout/direction.ts'

/**
 * An element with `data-room` lets the text inside use the margin at its end: `<article data-room>`. What is in that
 * margin has `data-room-end`.
 */
const ROOM = '[data-room]'
const END = '[data-room-end]'
/** Left free at the edge, in pixels. */
const EDGE = 16

/** Tells a text, once it is there, how far a wide table may grow into the margin, as `--room-beside`. */
export function useRoomBeside(area: RefObject<HTMLElement | null>, isThere = true): void {
  useLayoutEffect(() => {
    const text = isThere ? area.current : null
    const room = text?.closest<HTMLElement>(ROOM)
    const column = text?.parentElement
    if (!text || !room || !column) return
    const measure = () => {
      const end = room.querySelector(END)
      // What is below the text, or hidden, takes nothing.
      const besideEnd = end ? distance(column, end) : -1
      const free = (besideEnd >= 0 ? besideEnd : distanceInside(column, room)) - EDGE
      text.style.setProperty('--room-beside', `${Math.max(0, Math.floor(free))}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    observer.observe(column)
    return () => observer.disconnect()
  }, [area, isThere])
}

/** From the end of a column to the start of what may be beside it, in pixels; less than 0 if it is not beside it. */
function distance(column: Element, other: Element): number {
  const [a, b] = [column.getBoundingClientRect(), other.getBoundingClientRect()]
  return isRightToLeft(column) ? a.left - b.right : b.left - a.right
}

/** From the end of a column to the end of the room it is in, in pixels. */
function distanceInside(column: Element, room: Element): number {
  const [a, b] = [column.getBoundingClientRect(), room.getBoundingClientRect()]
  return isRightToLeft(column) ? a.left - b.left : b.right - a.right
}
