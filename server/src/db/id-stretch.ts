import type { IdRange } from './entry-index.ts'

/** The first and the last of `wanted` ids from one end. */
export function endOfIds(end: 'newest' | 'oldest', newest: number, wanted: number): [first: number, last: number] {
  return end === 'oldest' ? [0, Math.min(newest, wanted)] : [Math.max(0, newest - wanted), newest]
}

/** The number of ids in a range, up to the newest. */
export function idsUpTo(newest: number, { first, last }: Pick<IdRange, 'first' | 'last'>): number {
  return Math.min(last, newest) - first + 1
}

/** Whether no entry is outside of the range. */
export function holdsAll({ first, last }: IdRange, newest: number): boolean {
  return first === 0 && last >= newest
}
