import { type Json, textIn } from '../source/values.ts'
import { digestOfRow, isSettled } from './digest.ts'

/** An entry in a list of theirs. */
export interface Seen {
  id: number
  key: number
  /** Null if it may have changed without a sign. */
  listed: string | null
  title: string
}

export function seenOf(row: Json, id: number, key: number, date: string | null): Seen {
  const listed = isSettled(textIn(row, 'modified_at'), date) ? digestOfRow(row) : null
  return { id, key, listed, title: textIn(row, 'title') ?? '' }
}
