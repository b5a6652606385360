import { type RefObject, useEffect, useState } from 'react'
import { type Box, placeCard } from './place-card.ts'

interface Places {
  /** Around the target, if it can be seen. */
  ring: Box | undefined
  card: { left: number; top: number } | undefined
}

/** How far the ring is from its target. */
const ROOM = 4

/** Follows the target of a step, which may still load, scroll or move. */
export function useTourPlaces(target: string, card: RefObject<HTMLElement | null>): Places {
  const [places, setPlaces] = useState<Places>({ ring: undefined, card: undefined })
  useEffect(() => {
    let frame = 0
    const look = () => {
      const ring = boxOf(target)
      const size = { width: card.current?.offsetWidth ?? 0, height: card.current?.offsetHeight ?? 0 }
      const next = { ring, card: placeCard(ring, size, { width: window.innerWidth, height: window.innerHeight }) }
      setPlaces((before) => (isSame(before, next) ? before : next))
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [target, card])
  return places
}

/** The part of the target that is inside the window. The sidebar and the bar of phones both have some; one is shown. */
function boxOf(target: string): Box | undefined {
  for (const element of document.querySelectorAll(`[data-tour="${target}"]`)) {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const end = Math.min(right + ROOM, window.innerWidth - 1)
    const lower = Math.min(bottom + ROOM, window.innerHeight - 1)
    const start = Math.max(left - ROOM, 1)
    const upper = Math.max(top - ROOM, 1)
    if (width > 0 && height > 0 && end > start && lower > upper)
      return { left: start, top: upper, width: end - start, height: lower - upper }
  }
  return undefined
}

function isSame(one: Places, other: Places): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
