import type { Engine } from '../../db/dialect.ts'
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

/** At least so many ids, beginning at one end of all there are. SQLite's index has an order, and needs no whole blocks. */
export function stretchFrom(engine: Engine, end: 'newest' | 'oldest', newest: number, length: number): Stretch {
  const [first, last] = end === 'oldest' ? [0, Math.min(newest, length)] : [Math.max(0, newest - length), newest]
  if (engine === 'postgres') return stretchOf(blockOf(first), blockOf(last))
  // Entries may have come since.
  return { first: Math.floor(first), last: last === newest ? Number.MAX_SAFE_INTEGER : Math.ceil(last), blocks: '' }
}

/** How many ids there are in it. */
export function lengthOf({ first, last }: Stretch, newest: number): number {
  return Math.min(last, newest) - first + 1
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
