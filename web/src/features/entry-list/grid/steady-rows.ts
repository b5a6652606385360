import type { EntryRow } from '../entry-list.queries.ts'
import type { RowRange } from './row-window.ts'

export interface SteadyOptions {
  /** Another list has other rows, which stay nowhere. */
  listKey: string
  rowOf(index: number): EntryRow | undefined
  /** The rows on the screen. */
  range: RowRange
  /** Of a row, in pixels. */
  height: number
  /** Where the first row begins on the page, in pixels. */
  margin: number
  activeIndex: number
  activate(index: number, wantsFocus: boolean): void
}

interface Known {
  listKey: string
  index: number
  id: number
}

/** The rows of the last rendering that must stay. */
export interface Kept {
  seen?: readonly Known[]
  active?: Known | undefined
}

/**
 * When others add or remove entries above, the page scrolls by as many rows, so that what one reads stays where it is.
 * At the top of the list new rows are seen as they come. The active row stays the same entry.
 */
export function keepSteady(kept: Kept, options: SteadyOptions): void {
  const { listKey, rowOf, range, height, margin, activeIndex, activate } = options
  const moved = window.scrollY <= margin ? 0 : mostMovedBy(kept.seen ?? [], listKey, rowOf)
  if (moved !== 0) window.scrollBy({ top: moved * height, behavior: 'instant' })
  const activeMoved = kept.active?.index === activeIndex ? (movedBy(kept.active, listKey, rowOf) ?? 0) : 0
  if (activeMoved !== 0) activate(activeIndex + activeMoved, false)
  kept.seen = Array.from({ length: range.endIndex - range.startIndex + 1 }, (_, place) =>
    knownAt(options, range.startIndex + moved + place),
  ).filter((known) => known !== undefined)
  kept.active = knownAt(options, activeIndex + activeMoved)
}

/** By how many rows most of what one sees has moved. A single entry may go elsewhere because somebody changed it. */
export function mostMovedBy(seen: readonly Known[], listKey: string, rowOf: RowOf): number {
  const counts = new Map<number, number>()
  for (const known of seen) {
    const by = movedBy(known, listKey, rowOf)
    if (by !== undefined) counts.set(by, (counts.get(by) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? 0
}

type RowOf = (index: number) => { id: number } | undefined

function knownAt({ listKey, rowOf }: SteadyOptions, index: number): Known | undefined {
  const row = rowOf(index)
  return row && { listKey, index, id: row.id }
}

/** More rows than this appear at once only when the list is another one. */
const FARTHEST = 100

/** By how many rows an entry has moved; undefined if it is no longer there. */
export function movedBy(known: Known, listKey: string, rowOf: RowOf): number | undefined {
  if (known.listKey !== listKey) return undefined
  for (let distance = 0; distance <= FARTHEST; distance++) {
    if (rowOf(known.index + distance)?.id === known.id) return distance
    if (rowOf(known.index - distance)?.id === known.id) return -distance
  }
  return undefined
}
