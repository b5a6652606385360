import { type RefObject, useLayoutEffect } from 'react'

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
      const beside = room.querySelector(END)?.getBoundingClientRect()
      // One below the text, or hidden, takes nothing.
      const isBeside = beside !== undefined && beside.left >= column.getBoundingClientRect().right
      const end = isBeside ? beside.left : room.getBoundingClientRect().right
      const free = end - column.getBoundingClientRect().right - EDGE
      text.style.setProperty('--room-beside', `${Math.max(0, Math.floor(free))}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    observer.observe(column)
    return () => observer.disconnect()
  }, [area, isThere])
}
