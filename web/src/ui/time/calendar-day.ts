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

function atMidnight(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

function formatIn(language: string): Intl.DateTimeFormat {
  let format = formats.get(language)
  if (!format) {
    // The reader's own locale, if it has the language of the page.
    const locale = navigator.languages.find((one) => one.startsWith(language)) ?? language
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    formats.set(language, format)
  }
  return format
}
