import { localeOf } from '../../i18n/locale.ts'

/** The service sends times as `2026-03-02 10:15:40` in its own zone, which is set once with the session. */
let zone = 'UTC'

export function setServiceZone(name: string): void {
  zone = name
}

/** Parses a time of the service. */
export function parseServiceTime(text: string): Date {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc) || zone === 'UTC') return new Date(asUtc)
  // First the offset near it, then at the time itself: they differ around a change of clocks.
  const near = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(near))
}

/** Formats a time for the service. */
export function toServiceTime(at: Date): string {
  const shift = zone === 'UTC' ? 0 : offsetAt(at.getTime())
  return new Date(at.getTime() + shift).toISOString().slice(0, 19).replace('T', ' ')
}

/** `5 minutes ago`, `yesterday`, and the date after a week. The short style says `5 min ago`. */
export function relativeTime(
  at: Date,
  language: string,
  now = Date.now(),
  style: 'relative' | 'short' = 'relative',
): string {
  const seconds = Math.round((at.getTime() - now) / 1000)
  const format = formatsIn(language)[style]
  const steps = [
    [60, 'second', 1],
    [3600, 'minute', 60],
    [86_400, 'hour', 3600],
  ] as const
  // A clock slightly ahead of the service must not show the future.
  if (seconds > -60 && seconds < 60) return format.format(0, 'second')
  const step = steps.find(([below]) => Math.abs(seconds) < below)
  if (step) return format.format(Math.trunc(seconds / step[2]), step[1])
  const days = dayNumber(at) - dayNumber(new Date(now))
  if (Math.abs(days) < 7) return format.format(days, 'day')
  return formatsIn(language)[isThisYear(at, now) ? 'day' : 'dayOfYear'].format(at)
}

export function exactTime(at: Date, language: string): string {
  return formatsIn(language).exact.format(at)
}

/**
 * By calendar days of the reader, so that 30 hours ago is yesterday or the day before, depending on the time of day.
 */
function dayNumber(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000
}

function isThisYear(at: Date, now: number): boolean {
  return at.getFullYear() === new Date(now).getFullYear()
}

const formats = new Map<string, ReturnType<typeof makeFormats>>()

/** Cached, because a list shows a hundred times and creating a format is slow. */
function formatsIn(language: string): ReturnType<typeof makeFormats> {
  const known = formats.get(language)
  if (known) return known
  const made = makeFormats(language)
  formats.set(language, made)
  return made
}

function makeFormats(language: string) {
  const locale = localeOf(language)
  const day = { day: 'numeric', month: 'short' } as const
  return {
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    short: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
    day: new Intl.DateTimeFormat(locale, day),
    dayOfYear: new Intl.DateTimeFormat(locale, { ...day, year: 'numeric' }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }),
  }
}

function offsetAt(instant: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatIn(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

let format: { zone: string; parts: Intl.DateTimeFormat } | undefined

function formatIn(timeZone: string): Intl.DateTimeFormat {
  if (format?.zone !== timeZone) {
    const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    const parts = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', ...digits, second: 'numeric' })
    format = { zone: timeZone, parts }
  }
  return format.parts
}
