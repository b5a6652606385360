import { localeOf } from '../../i18n/locale.ts'

/** The first and the last day, `2026-01-01`; an open end is empty. */
export interface Days {
  from: string
  to: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats `2026-03-02` as `2 Mar 2026`. A calendar day is the same in every zone. */
export function calendarDay(date: string, language: string): string {
  const day = atMidnight(date)
  return Number.isNaN(day.getTime()) ? date : formatIn(language).format(day)
}

/** Formats a range as `2 – 8 Mar 2026`; needs both ends. */
export function calendarDays({ from, to }: Days, language: string): string {
  return formatIn(language).formatRange(atMidnight(from), atMidnight(to))
}

/** Formats `2026-03-02T09:30`, a time in the reader's zone, as `2 Mar 2026, 09:30`. */
export function calendarTime(time: string, language: string): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return time
  return at.toLocaleString(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
}

/** The letters for day, month and year where they are not those of English. */
const LETTERS: Readonly<Record<string, string>> = { fr: 'jma', de: 'TMJ' }

/** How a day is written in numbers: `dd/mm/yyyy`. */
export function dayPattern(language: string): string {
  const [day = '', month = '', year = ''] = LETTERS[language] ?? 'dmy'
  const parts: Partial<Record<string, string>> = { day: day.repeat(2), month: month.repeat(2), year: year.repeat(4) }
  const format = new Intl.DateTimeFormat(localeOf(language), { day: '2-digit', month: '2-digit', year: 'numeric' })
  return format
    .formatToParts(0)
    .map(({ type, value }) => parts[type] ?? value)
    .join('')
}

function atMidnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function formatIn(language: string): Intl.DateTimeFormat {
  let format = formats.get(language)
  if (!format) {
    format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' })
    formats.set(language, format)
  }
  return format
}
