/** Values of answers, whose types differ between versions of that server. */
export type Json = Record<string, unknown>

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The records of a list; an empty object or something else has none. */
export function recordsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function textIn(record: Json, name: string): string | null {
  const value = record[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
}

export function numberIn(record: Json, name: string): number | null {
  const value = record[name]
  if (value === null || value === undefined || value === '' || typeof value === 'object') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const MOST_ID = 2_147_483_647

/** A whole number from 1, as ids are. */
export function idIn(record: Json, name: string): number | null {
  const number = numberIn(record, name)
  return number !== null && Number.isInteger(number) && number > 0 && number <= MOST_ID ? number : null
}

export function isSet(record: Json, name: string): boolean {
  const value = record[name]
  return value === true || Number(value) === 1
}
