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
  const local = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  // Clocks may change on that day, so take the offset that leads back to what was written.
  const times = [local - DAY_MS, local + DAY_MS].map((time) => local - offsetAt(zone, time))
  const time = times.find((time) => time + offsetAt(zone, time) === local) ?? Math.max(...times)
  // West of Greenwich the last evening of the year 9999 falls in the year 10000 UTC, which would not sort as text.
  return time > LAST_TIME ? undefined : new Date(time).toISOString()
}

/** The calendar day of a stored time in a zone. */
export function today(utc: string, zone: string): string {
  return wireTime(utc, zone).slice(0, 10)
}

/** The stored time at which a day begins in a zone. */
export function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(day)
  // Clocks may change on that day, even at midnight, so try the offset of the evening before as well.
  const begins = [midnight - DAY_MS, midnight + DAY_MS]
    .map((time) => new Date(midnight - offsetAt(zone, time)).toISOString())
    .sort()
  return begins.find((time) => today(time, zone) === day) ?? new Date(midnight).toISOString()
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

const DAY_MS = 86_400_000
const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z')
const quarterHour = 900_000
const maxOffsets = 10_000

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> }

const zones = new Map<string, Zone>()

/**
 * The offset in milliseconds to add to UTC. Intl takes microseconds, so the answer is cached per quarter of an hour.
 */
function offsetAt(name: string, time: number): number {
  const zone = zones.get(name) ?? addZone(name)
  const quarter = Math.floor(time / quarterHour)
  const known = zone.offsets.get(quarter)
  if (known !== undefined) return known
  const offset = computeOffset(zone.format, time)
  if (zone.offsets.size >= maxOffsets) zone.offsets.clear()
  // Today clocks change on the quarter, but they did not always: a quarter with a change inside is not cached.
  const isSteady =
    computeOffset(zone.format, quarter * quarterHour) === offset &&
    computeOffset(zone.format, (quarter + 1) * quarterHour - 1) === offset
  if (isSteady) zone.offsets.set(quarter, offset)
  return offset
}

function addZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const zone = { format, offsets: new Map() }
  zones.set(name, zone)
  return zone
}

function computeOffset(format: Intl.DateTimeFormat, time: number): number {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of format.formatToParts(time)) part[type] = Number(value)
  const { year = 0, month = 1, day, hour, minute, second } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
}
