import type { Days } from '../../../ui/time/calendar-day.ts'

/** Date presets. The URL contains their name, so that a bookmark means this week every week. */
export const DATE_CHOICES = ['today', 'week', 'month', '30days'] as const
export type DateChoice = (typeof DATE_CHOICES)[number]

/** A preset, or dates as the service writes them: `2026-01-01..2026-01-31`, either end open. */
export function readDate(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (isDateChoice(value)) return value
  const [from = '', to = from, ...more] = value.split('..')
  const isRange = more.length === 0 && from + to !== '' && [from, to].every((day) => day === '' || isDay(day))
  return isRange ? writeDays({ from, to }) : undefined
}

/** Swaps the days if they are in the wrong order. */
export function writeDays({ from, to }: Days): string {
  const [first, last] = from !== '' && to !== '' && from > to ? [to, from] : [from, to]
  return `${first}..${last}`
}

export function isDateChoice(date: string): date is DateChoice {
  return DATE_CHOICES.some((choice) => choice === date)
}

/** The dates of a choice, relative to today. */
export function daysOf(date: string, now = new Date(), firstWeekday = weekStart()): Days {
  const year = now.getFullYear()
  const month = now.getMonth()
  const day = now.getDate()
  const weekBegin = day - ((now.getDay() - firstWeekday + 7) % 7)
  switch (date) {
    case 'today':
      return { from: toDay(year, month, day), to: toDay(year, month, day) }
    case 'week':
      return { from: toDay(year, month, weekBegin), to: toDay(year, month, weekBegin + 6) }
    case 'month':
      return { from: toDay(year, month, 1), to: toDay(year, month + 1, 0) }
    case '30days':
      return { from: toDay(year, month, day - 29), to: toDay(year, month, day) }
    default: {
      const [from = '', to = ''] = date.split('..')
      return { from, to }
    }
  }
}

export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function toDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** The days of a range that a date filter leaves, for the service; undefined if there are none. */
export function daysWithin(date: string | undefined, range: Days, now = new Date()): string | undefined {
  const { from, to } = date === undefined ? { from: '', to: '' } : daysOf(date, now)
  const first = from > range.from ? from : range.from
  const last = to !== '' && to < range.to ? to : range.to
  return first <= last ? writeDays({ from: first, to: last }) : undefined
}

/** The first day of the reader's week, 0 for Sunday. */
export function weekStart(): number {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & { getWeekInfo?(): { firstDay: number } }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}
