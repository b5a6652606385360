import type { UnsavedRow } from './unsaved-row.ts'

const LAST_WORDS = 'aliquot-journal/'
const MOST_LAST_WORDS = 1_000_000

/** A page that is closing cannot wait for the database; this is written synchronously. */
export function putLastWords(row: UnsavedRow): void {
  const text = JSON.stringify(row)
  if (text.length > MOST_LAST_WORDS) return
  try {
    localStorage.setItem(LAST_WORDS + row.key, text)
  } catch {
    // Full. The database has all but the last moment.
  }
}

/** Whether the browser stores last words under this name. */
export function areLastWords(name: string | null): boolean {
  return name?.startsWith(LAST_WORDS) === true
}

export function dropLastWords(key: string): void {
  localStorage.removeItem(LAST_WORDS + key)
}

export function readLastWords(): UnsavedRow[] {
  const names = Object.keys(localStorage).filter(areLastWords)
  return names.flatMap((name): UnsavedRow[] => {
    try {
      return [JSON.parse(localStorage.getItem(name) ?? '')]
    } catch {
      return []
    }
  })
}
