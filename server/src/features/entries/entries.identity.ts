import { randomBytes } from 'node:crypto'
import { type EntityKind, isTemplate } from './entries.types.ts'

/** The day of a new entry and its permanent id. Templates have no id, and a day only when they are given one. */
export function identity(
  kind: EntityKind,
  today: string,
  date?: string,
): { date: string | null; elabid: string | null } {
  if (isTemplate(kind)) return { date: date ?? null, elabid: null }
  return { date: date ?? today, elabid: `${today.replaceAll('-', '')}-${randomBytes(20).toString('hex')}` }
}
