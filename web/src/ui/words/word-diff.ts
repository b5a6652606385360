/** A run of words that both texts have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Beyond this many steps the texts have too little in common and are shown one after the other. */
const MOST_STEPS = 800

/**
 * A word diff with the fewest changes (Myers 1986). Its cost grows with the difference and not with the texts, and is
 * bounded.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const a = wordsOf(before)
  const b = wordsOf(after)
  const start = commonStart(a, b)
  const end = commonEnd(a, b, start)
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return joinParts([same(a.slice(0, start)), ...middle, same(a.slice(a.length - end))])
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}

function commonEnd(a: readonly string[], b: readonly string[], start: number): number {
  let n = 0
  while (n < Math.min(a.length, b.length) - start && a[a.length - 1 - n] === b[b.length - 1 - n]) n++
  return n
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffPart[] {
  const trace = a.length > 0 && b.length > 0 ? findTrace(a, b) : undefined
  return trace ? walkBack(a, b, trace) : [removed(a), added(b)]
}

/** How far each diagonal reaches after each step; undefined after too many steps. */
function findTrace(a: readonly string[], b: readonly string[]): Int32Array[] | undefined {
  const most = Math.min(a.length + b.length, MOST_STEPS)
  const middle = most + 1
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let step = 0; step <= most; step++) {
    // Only the diagonals of this step are stored, not the whole row.
    for (let k = -step; k <= step; k += 2) {
      const down = k === -step || (k !== step && at(reach, middle + k - 1) < at(reach, middle + k + 1))
      let x = down ? at(reach, middle + k + 1) : at(reach, middle + k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      reach[middle + k] = x
      if (x >= a.length && x - k >= b.length) {
        trace.push(reach.slice(middle - step - 1, middle + step + 2))
        return trace
      }
    }
    trace.push(reach.slice(middle - step - 1, middle + step + 2))
  }
  return undefined
}

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Int32Array[]): DiffPart[] {
  const parts: DiffPart[] = []
  let x = a.length
  let y = b.length
  for (let step = trace.length - 1; step > 0; step--) {
    // The row of the previous step has its diagonal k at k + step.
    const row = trace[step - 1] ?? new Int32Array()
    const k = x - y
    const down = k === -step || (k !== step && at(row, k - 1 + step) < at(row, k + 1 + step))
    const fromK = down ? k + 1 : k - 1
    const fromX = at(row, fromK + step)
    const fromY = fromX - fromK
    const turnX = down ? fromX : fromX + 1
    parts.push(same(a.slice(turnX, x)))
    parts.push(down ? added(b.slice(fromY, fromY + 1)) : removed(a.slice(fromX, fromX + 1)))
    x = fromX
    y = fromY
  }
  parts.push(same(a.slice(0, x)))
  return parts.reverse()
}

function at(row: Int32Array, index: number): number {
  return row[index] ?? 0
}

const same = (words: readonly string[]): DiffPart => ({ kind: 'same', text: words.join('') })
const removed = (words: readonly string[]): DiffPart => ({ kind: 'removed', text: words.join('') })
const added = (words: readonly string[]): DiffPart => ({ kind: 'added', text: words.join('') })

/** Joins neighbours of one kind; removed words come before added ones. */
function joinParts(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = []
  let gone = ''
  let come = ''
  const flush = () => {
    if (gone !== '') joined.push({ kind: 'removed', text: gone })
    if (come !== '') joined.push({ kind: 'added', text: come })
    gone = ''
    come = ''
  }
  for (const [index, { kind, text }] of parts.entries()) {
    if (text === '') continue
    const isGap = kind === 'same' && /^\s+$/.test(text) && (gone !== '' || come !== '') && changesAfter(parts, index)
    // A blank between two changed words would break a sentence apart.
    if (kind === 'removed' || isGap) gone += text
    if (kind === 'added' || isGap) come += text
    if (kind !== 'same' || isGap) continue
    flush()
    const last = joined.at(-1)
    if (last?.kind === 'same') last.text += text
    else joined.push({ kind, text })
  }
  flush()
  return joined
}

function changesAfter(parts: readonly DiffPart[], index: number): boolean {
  const next = parts.slice(index + 1).find(({ text }) => text !== '')
  return next !== undefined && next.kind !== 'same'
}
