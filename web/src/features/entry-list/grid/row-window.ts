import { useLayoutEffect, useState } from 'react'

/** Rows of one height below each other, in a page that scrolls. */
export interface Rows {
  count: number
  /** Of each row, in pixels. */
  height: number
  /** Where the first row begins on the page, in pixels. */
  margin: number
}

export interface RowRange {
  startIndex: number
  endIndex: number
}

interface Options extends Rows {
  /** Rows beyond the screen that are drawn too. */
  ahead: number
  /** A row that is always drawn. */
  always: number
  /** What the head and the bar of a phone cover. */
  covered: { top: number; bottom: number }
  /** Where the page was when it was left. */
  initialTop: number | undefined
}

/** The rows of a list to draw: those on the screen, some beyond it, and one that has the focus. */
export function useRowWindow({ count, height, margin, ahead, always, covered, initialTop }: Options) {
  const [seen, setSeen] = useState(() => rangeAt({ count, height, margin }, initialTop ?? window.scrollY))
  const [firstTop] = useState(initialTop)
  useLayoutEffect(() => {
    if (firstTop !== undefined) window.scrollTo({ top: firstTop })
  }, [firstTop])
  useLayoutEffect(() => {
    const look = () => {
      const now = rangeAt({ count, height, margin }, window.scrollY)
      setSeen((before) => (isSame(before, now) ? before : now))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [count, height, margin])
  const range = { startIndex: clamp(seen.startIndex, count), endIndex: clamp(seen.endIndex, count) }
  return {
    range,
    indexes: drawnIndexes(range, { count, ahead, always }),
    totalHeight: count * height,
    scrollTo: (index: number) => {
      const top = topThatShows({ count, height, margin }, index, covered)
      if (top !== undefined) window.scrollTo({ top })
    },
  }
}

/** The rows on the screen when the page is scrolled to `top`. */
export function rangeAt({ count, height, margin }: Rows, top: number, screen = window.innerHeight): RowRange {
  return {
    startIndex: clamp(Math.floor((top - margin) / height), count),
    endIndex: clamp(Math.ceil((top + screen - margin) / height) - 1, count),
  }
}

export function drawnIndexes(
  { startIndex, endIndex }: RowRange,
  { count, ahead, always }: Pick<Options, 'count' | 'ahead' | 'always'>,
): number[] {
  if (count === 0) return []
  const [first, last] = [clamp(startIndex - ahead, count), clamp(endIndex + ahead, count)]
  const indexes = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  if (always < first) return [always, ...indexes]
  return always > last ? [...indexes, always] : indexes
}

/** Where to scroll so that a row is seen; undefined if it is. */
export function topThatShows(
  { height, margin }: Rows,
  index: number,
  covered: Options['covered'],
  { top, screen } = { top: window.scrollY, screen: window.innerHeight },
): number | undefined {
  const start = margin + index * height
  if (start - covered.top < top) return Math.max(0, start - covered.top)
  const lowest = start + height + covered.bottom - screen
  return lowest > top ? lowest : undefined
}

function clamp(index: number, count: number): number {
  return Math.min(Math.max(0, index), Math.max(0, count - 1))
}

function isSame(a: RowRange, b: RowRange): boolean {
  return a.startIndex === b.startIndex && a.endIndex === b.endIndex
}
