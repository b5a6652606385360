import type { Stretch } from './list-parts.ts'

/**
 * Ids lie in blocks of this size. PostgreSQL's full-text index has no order: asked for a word it gives all entries or none.
 * So each entry has the name of its block among its words, and a search can ask for a word in the newest blocks alone.
 */
const SIZE = 2048

/** What the block of an entry is called in the index. Words of texts are letters and digits only, so it is none of them. */
export function blockName(id: number): string {
  return `#${blockOf(id)}`
}

/** At least so many ids, beginning at one end of all there are. */
export function stretchFrom(end: 'newest' | 'oldest', newest: number, length: number): Stretch {
  if (end === 'oldest') return stretchOf(0, blockOf(Math.min(newest, length)))
  return stretchOf(blockOf(Math.max(0, newest - length)), blockOf(newest))
}

export function holdsAll({ first, last }: Stretch, newest: number): boolean {
  return first === 0 && last >= newest
}

function stretchOf(from: number, to: number): Stretch {
  const names = Array.from({ length: to - from + 1 }, (_, index) => `'#${from + index}'`)
  return { first: from * SIZE, last: (to + 1) * SIZE - 1, blocks: names.join('|') }
}

function blockOf(id: number): number {
  return Math.floor(id / SIZE)
}
