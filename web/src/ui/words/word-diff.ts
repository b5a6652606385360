import { diff } from './sequence-diff.ts'

/** A run of words that both texts have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** A word diff. Passages with little in common are shown one after the other. */
export function diffWords(before: string, after: string): DiffPart[] {
  const a = wordsOf(before)
  const b = wordsOf(after)
  const parts: DiffPart[] = []
  let at = 0
  for (const { start, end, from, to } of diff(a, b)) {
    parts.push(same(a.slice(at, start)), removed(a.slice(start, end)), added(b.slice(from, to)))
    at = end
  }
  return joinParts([...parts, same(a.slice(at))])
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
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
  let next = index + 1
  while (parts[next]?.text === '') next++
  return (parts[next]?.kind ?? 'same') !== 'same'
}
