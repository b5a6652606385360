import { dayPattern } from './calendar-day.ts'

/** Reads `2026-11-16`, or `16.11.2026` and `16/11` in the order of the reader's country. Undefined if it is no day. */
export function readDay(typed: string, language: string, now = new Date()): string | undefined {
  const numbers = typed.match(/\d+/g)?.map(Number) ?? []
  if (numbers.length < 2 || numbers.length > 3 || /[^\d\s./-]/.test(typed)) return undefined
  const [first = 0, second = 0, third] = numbers
  if (first > 31) return dayOf(first, second, third ?? 0)
  const [day, month] = startsWithMonth(language) ? [second, first] : [first, second]
  return dayOf(third === undefined ? now.getFullYear() : third < 100 ? 2000 + third : third, month, day)
}

function startsWithMonth(language: string): boolean {
  return dayPattern(language).toLowerCase().startsWith('m')
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000 && year <= 9999
  return isDay ? date.toISOString().slice(0, 10) : undefined
}
