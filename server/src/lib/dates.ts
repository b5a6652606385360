/**
 * Returns `2026-03-02` for `2026-03-02` and `20260302`, and undefined for anything but a date of the years 1000 to
 * 9999.
 */
export function parseDate(text: string): string | undefined {
  const parts = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(text) ?? /^([1-9]\d{3})(\d\d)(\d\d)$/.exec(text)
  if (!parts) return undefined
  const [, year = '', month = '', day = ''] = parts
  const isReal = Number(day) >= 1 && Number(day) <= daysInMonth(Number(year), Number(month))
  return isReal ? `${year}-${month}-${day}` : undefined
}

/**
 * Formats a stored time for clients: `2026-03-02 10:15:40` for `2026-03-02T09:15:40.123Z` in Europe/Paris. Throws a
 * RangeError for a zone that `isTimeZone` does not know.
 */
export function wireTime(utc: string, zone: string): string {
  if (zone === 'UTC') return `${utc.slice(0, 10)} ${utc.slice(11, 19)}`
  const time = Date.parse(utc)
  const local = new Date(time + offsetAt(zone, time)).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

/**
 * Parses a time that a person wrote: `2026-03-02 10:15`, with or without seconds, with a T or a blank, or only a day.
 * Returns it as it is stored, and undefined for anything else.
 */
export function parseTime(text: string, zone: string): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d|\d{8})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(text)
  const day = parts?.[1] && parseDate(parts[1])
  if (!day) return undefined
  const [, , hour = '00', minute = '00', second = '00'] = parts
  // A time that a clock change repeats is the first of the two; one that it skips is as much later.
  const written = Temporal.PlainDateTime.from(`${day}T${hour}:${minute}:${second}`)
  const time = written.toZonedDateTime(zone).epochMilliseconds
  // West of Greenwich the last evening of the year 9999 falls in the year 10000 UTC, which would not sort as text.
  return time > LAST_TIME ? undefined : new Date(time).toISOString()
}

/** The calendar day of a stored time in a zone. */
export function today(utc: string, zone: string): string {
  return wireTime(utc, zone).slice(0, 10)
}

/** The stored time at which a day begins in a zone. */
export function startOfDay(day: string, zone: string): string {
  // Not always at midnight: clocks may change just then.
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds).toISOString()
}

export function isTimeZone(name: string): boolean {
  // Most instances use only UTC, and then Intl need not load its zone tables: 5 MB.
  if (name === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')

/** A time in which the clocks of a zone do not change, in milliseconds. */
interface Stretch {
  from: number
  to: number
  /** To be added to UTC. */
  offset: number
}

interface Zone {
  stretches: Stretch[]
  /** The one that was asked for last: most times of a list are in it. */
  last: Stretch
}

const zones = new Map<string, Zone>()

/** The offset in milliseconds to add to UTC. Temporal takes microseconds, so the answers are cached. */
function offsetAt(name: string, time: number): number {
  const zone = zones.get(name) ?? addZone(name, time)
  const { last } = zone
  if (time >= last.from && time < last.to) return last.offset
  zone.last = findStretch(zone.stretches, time) ?? addStretch(zone, name, time)
  return zone.last.offset
}

function findStretch(stretches: readonly Stretch[], time: number): Stretch | undefined {
  for (const stretch of stretches) if (time >= stretch.from && time < stretch.to) return stretch
  return undefined
}

function addZone(name: string, time: number): Zone {
  const first = stretchAt(name, time)
  const zone = { stretches: [first], last: first }
  zones.set(name, zone)
  return zone
}

const MOST_STRETCHES = 400

function addStretch({ stretches }: Zone, name: string, time: number): Stretch {
  // People may write deadlines of any year.
  if (stretches.length === MOST_STRETCHES) stretches.length = 0
  const stretch = stretchAt(name, time)
  stretches.push(stretch)
  return stretch
}

function stretchAt(zone: string, time: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)
  // The change at this very instant has already happened.
  const before = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const after = at.getTimeZoneTransition('next')
  return {
    from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: after?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: at.offsetNanoseconds / 1e6,
  }
}
