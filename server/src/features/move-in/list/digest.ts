import { hash } from 'node:crypto'
import type { Json } from '../source/values.ts'

/** What a list tells of an entry, the same for every key. */
const TOLD = [
  ...['id', 'title', 'custom_id', 'date', 'category', 'category_title', 'status', 'status_title', 'team', 'rating'],
  ...['userid', 'locked', 'state', 'canread', 'canwrite', 'canread_base', 'canwrite_base', 'modified_at'],
  ...['recent_comment', 'next_step', 'tags', 'signature_count', 'timestamped'],
]

export function digestOfRow(row: Json): string {
  return hash('sha256', JSON.stringify(TOLD.map((name) => row[name] ?? null)))
}

const SOON_MS = 5000
/** The zones of clocks differ by multiples of this. */
const ZONES_MS = 15 * 60_000

/** Whether an entry can no longer change without its time, which is told in seconds. Nobody knows the zone of that clock. */
export function isSettled(modifiedAt: string | null, date: string | null): boolean {
  const then = Date.parse(`${modifiedAt?.replace(' ', 'T')}Z`)
  // A server that does not tell its time is taken to have ours.
  const now = date === null ? Date.now() : Date.parse(date)
  if (Number.isNaN(then) || Number.isNaN(now)) return false
  const apart = (((now - then) % ZONES_MS) + ZONES_MS) % ZONES_MS
  return apart > SOON_MS && apart < ZONES_MS - SOON_MS
}
