import { hasWords } from './words.ts'

/** `start` to `end` of the old sequence became `from` to `to` of the new one. */
export interface Edit {
  start: number
  end: number
  from: number
  to: number
}

/** Beyond this many changes between two anchors, the whole passage counts as rewritten. */
const MOST_CHANGES = 600

/**
 * The edits that turn one sequence into another, in order; two edits never touch.
 *
 * Items that are unique on both sides are anchors (a patience diff), which keeps the time close to linear. Where
 * nothing is unique, Myers' algorithm finds the fewest changes, up to a limit.
 */
export function diff(old: readonly string[], next: readonly string[]): Edit[] {
  const [a, b] = intern(old, next)
  const edits: Edit[] = []
  compare(
    { a, b, edits, isStrong: (at) => hasWords(old[at] ?? '') },
    { start: 0, end: a.length, from: 0, to: b.length },
    0,
  )
  slideDown(a, b, edits)
  return edits
}

/**
 * Moves a pure insertion or deletion as far down as the result stays the same: `a, b` grew from `a` by `, b` and not by
 * `a, `. Then two sides that added the same did it at the same place.
 */
function slideDown(a: Int32Array, b: Int32Array, edits: Edit[]): void {
  for (let index = edits.length - 1; index >= 0; index -= 1) {
    const edit = edits[index] as Edit
    const limit = edits[index + 1]?.start ?? a.length + 1
    const isAddition = edit.start === edit.end
    if (!isAddition && edit.from !== edit.to) continue
    while (edit.end + 1 < limit && edit.end < a.length) {
      if (isAddition ? a[edit.start] !== b[edit.from] : a[edit.start] !== a[edit.end]) break
      edit.start += 1
      edit.end += 1
      edit.from += 1
      edit.to += 1
    }
  }
}

interface Comparison {
  a: Int32Array
  b: Int32Array
  edits: Edit[]
  /** Whether an old item is significant: blanks and empty paragraphs occur everywhere. */
  isStrong(at: number): boolean
}

/** Equal items get equal numbers. */
function intern(...sequences: (readonly string[])[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const [first, second] = sequences.map((items) =>
    Int32Array.from(items, (item) => {
      const known = numbers.get(item)
      if (known !== undefined) return known
      numbers.set(item, numbers.size)
      return numbers.size - 1
    }),
  )
  return [first ?? new Int32Array(), second ?? new Int32Array()]
}

const MOST_DEPTH = 40

function compare(all: Comparison, range: Edit, depth: number): void {
  const { a, b, edits } = all
  let { start, end, from, to } = range
  while (start < end && from < to && a[start] === b[from]) {
    start += 1
    from += 1
  }
  while (start < end && from < to && a[end - 1] === b[to - 1]) {
    end -= 1
    to -= 1
  }
  if (start === end && from === to) return
  const rest = { start, end, from, to }
  if (start === end || from === to) {
    edits.push(rest)
    return
  }
  const first = edits.length
  const anchors = depth < MOST_DEPTH ? findAnchors(all, rest) : []
  if (anchors.length > 0) {
    let at = { start, from }
    for (const anchor of anchors) {
      compare(all, { ...at, end: anchor.start, to: anchor.from }, depth + 1)
      at = { start: anchor.start + 1, from: anchor.from + 1 }
    }
    compare(all, { ...at, end, to }, depth + 1)
  } else edits.push(...fewestChanges(a, b, rest))
  if (end - start === to - from) preferPlaces(all, rest, first)
}

/**
 * If as many items were removed as added, they count as changed in place, unless that gives more changes: of ten empty
 * rows of which the third and the eighth were filled in, these two changed.
 */
function preferPlaces({ a, b, edits }: Comparison, { start, end, from }: Edit, first: number): void {
  const removed = edits.slice(first).reduce((sum, edit) => sum + edit.end - edit.start, 0)
  const inPlace: Edit[] = []
  let changed = 0
  for (let at = start; at < end; at += 1) {
    const there = from + at - start
    if (a[at] === b[there]) continue
    changed += 1
    if (changed > removed) return
    const last = inPlace.at(-1)
    if (last?.end === at) {
      last.end += 1
      last.to += 1
    } else inPlace.push({ start: at, end: at + 1, from: there, to: there + 1 })
  }
  edits.length = first
  // One by one: as arguments of a call, a hundred thousand would be too many.
  for (const edit of inPlace) edits.push(edit)
}

interface Anchor {
  start: number
  from: number
}

/** The longest sequence of items that are unique on both sides and in the same order. */
function findAnchors({ a, b, isStrong }: Comparison, { start, end, from, to }: Edit): Anchor[] {
  const places = new Map<number, { inA: number; inB: number }>()
  const MANY = -2
  for (let at = start; at < end; at += 1) {
    const item = a[at] as number
    const known = places.get(item)
    if (known) known.inA = MANY
    else places.set(item, { inA: at, inB: -1 })
  }
  for (let at = from; at < to; at += 1) {
    const known = places.get(b[at] as number)
    if (known) known.inB = known.inB === -1 ? at : MANY
  }
  const candidates: Anchor[] = []
  for (let at = start; at < end; at += 1) {
    const place = places.get(a[at] as number)
    if (place?.inA === at && place.inB >= 0) candidates.push({ start: at, from: place.inB })
  }
  const strong = candidates.filter((anchor) => isStrong(anchor.start))
  return longestRising(strong.length > 0 ? strong : candidates)
}

function longestRising(anchors: Anchor[]): Anchor[] {
  const ends: number[] = []
  const before = new Int32Array(anchors.length)
  for (const [index, { from }] of anchors.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((anchors[ends[middle] as number] as Anchor).from < from) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = index
  }
  const run: Anchor[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number) run.push(anchors[index] as Anchor)
  return run.reverse()
}

/** Myers' greedy search; the whole range as one edit if it would take too long. */
function fewestChanges(a: Int32Array, b: Int32Array, range: Edit): Edit[] {
  const { start, end, from, to } = range
  const most = Math.min(MOST_CHANGES, end - start + to - from)
  const reach = new Int32Array(2 * most + 3)
  const steps: Int32Array[] = []
  for (let changes = 0; changes <= most; changes += 1) {
    steps.push(reach.slice(most + 1 - changes - 1, most + 1 + changes + 2))
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const at = most + 1 + diagonal
      const isDown = diagonal === -changes || (diagonal !== changes && valueAt(reach, at - 1) < valueAt(reach, at + 1))
      let x = isDown ? valueAt(reach, at + 1) : valueAt(reach, at - 1) + 1
      let y = x - diagonal
      while (start + x < end && from + y < to && a[start + x] === b[from + y]) {
        x += 1
        y += 1
      }
      reach[at] = x
      if (start + x >= end && from + y >= to) return traceBack(steps, range)
    }
  }
  return [range]
}

function valueAt(values: Int32Array, index: number): number {
  return values[index] ?? 0
}

/** `steps[n]` is the state before change `n`: how far each diagonal from -n-1 to n+1 was followed. */
function traceBack(steps: Int32Array[], { start, end, from, to }: Edit): Edit[] {
  const edits: Edit[] = []
  let x = end - start
  let y = to - from
  for (let changes = steps.length - 1; changes > 0; changes -= 1) {
    const reach = steps[changes] as Int32Array
    const diagonal = x - y
    const at = diagonal + changes + 1
    const isDown = diagonal === -changes || (diagonal !== changes && valueAt(reach, at - 1) < valueAt(reach, at + 1))
    const beforeX = isDown ? valueAt(reach, at + 1) : valueAt(reach, at - 1)
    const beforeY = beforeX - (isDown ? diagonal + 1 : diagonal - 1)
    const one = { start: start + beforeX, end: start + beforeX + (isDown ? 0 : 1) }
    addBefore(edits, { ...one, from: from + beforeY, to: from + beforeY + (isDown ? 1 : 0) })
    x = beforeX
    y = beforeY
  }
  return edits.reverse()
}

/** Edits come from the end; adjacent ones are joined. */
function addBefore(edits: Edit[], edit: Edit): void {
  const last = edits.at(-1)
  if (last && last.start === edit.end && last.from === edit.to) {
    last.start = edit.start
    last.from = edit.from
  } else edits.push(edit)
}
