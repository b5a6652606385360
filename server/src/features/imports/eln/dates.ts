import { parseDate } from '../../../lib/dates.ts'

const DAY = String.raw`([1-9]\d{3})-?(\d\d)-?(\d\d)`
const CLOCK = String.raw`(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?`
const ZONE = String.raw`\s?(Z|z|[+-]\d\d(?::?\d\d)?)?`
const ISO = new RegExp(`^${DAY}(?:[T ]${CLOCK}${ZONE})?$`)
/** RSpace: day, month and year of two digits, and the time. */
const RSPACE = /^(\d\d):(\d\d):(\d\d):(\d\d):(\d\d):(\d\d)$/
/** Only with dots: with slashes, nobody knows which is the month. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.([1-9]\d{3})(?:,? (\d\d):(\d\d)(?::(\d\d))?)?$/

interface Written {
  day: string
  /** `10:15:40.123` */
  time: string | undefined
  zone: string
}

/** Understands the ways in which notebooks write dates and times. Undefined for others. */
function read(text: string): Written | undefined {
  // Of a period its beginning.
  const [given = ''] = text.trim().split('/', 1)
  const iso = ISO.exec(given)
  if (iso) {
    const [, year, month, date, hour, minute, second = '00', part = '0', zone = 'Z'] = iso
    const time = hour && `${hour}:${minute}:${second}.${part.slice(0, 3).padEnd(3, '0')}`
    return written(`${year}-${month}-${date}`, time, zone)
  }
  const rspace = RSPACE.exec(given)
  if (rspace) {
    const [, date, month, year, hour, minute, second] = rspace
    return written(`20${year}-${month}-${date}`, `${hour}:${minute}:${second}.000`)
  }
  const dotted = DOTTED.exec(given)
  if (dotted) {
    const [, date = '', month = '', year, hour, minute, second = '00'] = dotted
    const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    return written(day, hour && `${hour}:${minute}:${second}.000`)
  }
  return readEpoch(given)
}

/** Milliseconds since 1970, of this century and the last. */
function readEpoch(text: string): Written | undefined {
  if (!/^\d{12,13}$/.test(text)) return undefined
  const [day = '', time = ''] = new Date(Number(text)).toISOString().split('T')
  return written(day, time.slice(0, -1))
}

function written(day: string, time: string | undefined, zone = 'Z'): Written | undefined {
  return parseDate(day) === undefined ? undefined : { day, time, zone }
}

/** The calendar day as it was written, whatever the zone: `2025-01-03` for `2025-01-03T00:00:00+01:00`. */
export function dayOf(text: string): string | undefined {
  return read(text)?.day
}

/** The instant, in UTC where no zone is told. Undefined for a day without a time: that would be invented. */
export function instantOf(text: string): string | undefined {
  const found = read(text)
  if (!found?.time) return undefined
  const zone = found.zone.toUpperCase()
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.replace(':', '').slice(3, 5) || '00'}`
  const time = Date.parse(`${found.day}T${found.time}${offset}`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
