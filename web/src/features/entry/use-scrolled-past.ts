import { type RefObject, useEffect, useState } from 'react'

/** The height of the header that stays, in pixels. */
const HEADER = 56

/** Whether an element has gone under the header that stays. */
export function useScrolledPast(place: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const look = ([entry]: IntersectionObserverEntry[]) =>
      entry && setPast(!entry.isIntersecting && entry.boundingClientRect.top < HEADER)
    const observer = new IntersectionObserver(look, { rootMargin: `-${HEADER}px 0px 0px` })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isPast
}
