import type { DateOrder } from '@aliquot/contract/import-tables'
import { parseDate } from '../../../lib/dates.ts'

export interface Moment {
  /** `2024-05-06` */
  day: string
  /** `10:15` or `10:15:40` */
  time: string | null
}

const CLOCK = String.raw`(?:[T ]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s*([AaPp]\.?[Mm]\.?)?(?:\s?(?:Z|[+-]\d\d:?\d\d))?)?`
const YEAR_FIRST = new RegExp(String.raw`^([1-9]\d{3})([-/.])(\d{1,2})\2(\d{1,2})${CLOCK}$`)
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?([1-9]\d{3})(?:,)?${CLOCK}$`)
const DAY_NAMED = new RegExp(String.raw`^(\d{1,2})\.?[ -]([\p{L}]{3,10})\.?[ ,-]+([1-9]\d{3})${CLOCK}$`, 'u')
const MONTH_NAMED = new RegExp(String.raw`^([\p{L}]{3,10})\.? (\d{1,2}),? ([1-9]\d{3})${CLOCK}$`, 'u')
const MOST_LENGTH = 40

/** A date with or without a time. Undefined if it is none, or if nobody can know which number is the month. */
export function readMoment(text: string, order: DateOrder | null): Moment | undefined {
  const given = text.trim()
  if (given.length > MOST_LENGTH) return undefined
  const first = YEAR_FIRST.exec(given)
  if (first) {
    const [, year = '', , month = '', day = '', ...clock] = first
    return moment(year, month, day, clock)
  }
  const last = YEAR_LAST.exec(given)
  if (last) {
    const [, a = '', sign = '', b = '', year = '', ...clock] = last
    const isMonthFirst = orderOf(a, sign, b, order) === 'mdy'
    if (orderOf(a, sign, b, order) === undefined) return undefined
    return isMonthFirst ? moment(year, a, b, clock) : moment(year, b, a, clock)
  }
  const named = DAY_NAMED.exec(given)
  if (named) {
    const [, day = '', name = '', year = '', ...clock] = named
    return moment(year, monthOf(name), day, clock)
  }
  const american = MONTH_NAMED.exec(given)
  if (american) {
    const [, name = '', day = '', year = '', ...clock] = american
    return moment(year, monthOf(name), day, clock)
  }
  return undefined
}

function orderOf(a: string, sign: string, b: string, order: DateOrder | null): DateOrder | undefined {
  if (Number(a) > 12) return 'dmy'
  if (Number(b) > 12) return 'mdy'
  if (order === 'dmy' || order === 'mdy') return order
  return sign === '.' ? 'dmy' : undefined
}

/** Whether a text would be a date if one knew the order of its parts. */
export function isUnclear(text: string): boolean {
  return readMoment(text, null) === undefined && readMoment(text, 'dmy') !== undefined
}

/** The order of dates of a column, by those that can only be read in one way; null if none tells, or if they disagree. */
export function guessOrder(values: Iterable<string>): DateOrder | null {
  const found = new Set<DateOrder>()
  for (const value of values) {
    const text = value.trim()
    if (text.length > MOST_LENGTH) continue
    if (YEAR_FIRST.test(text)) found.add('ymd')
    const [, a, sign, b] = YEAR_LAST.exec(text) ?? []
    if (a === undefined || b === undefined || sign === undefined) continue
    const order = orderOf(a, sign, b, null)
    if (order) found.add(order)
  }
  if (found.has('dmy') && found.has('mdy')) return null
  return found.has('dmy') ? 'dmy' : found.has('mdy') ? 'mdy' : found.has('ymd') ? 'ymd' : null
}

/** The first letters of months in English, German and French, without accents. */
const MONTHS = [
  ['jan'],
  ['feb', 'fev'],
  ['mar', 'maer'],
  ['apr', 'avr'],
  ['may', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
]

function monthOf(name: string): string {
  const plain = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const index = MONTHS.findIndex((beginnings) => beginnings.some((beginning) => plain.startsWith(beginning)))
  return String(index + 1)
}

function moment(year: string, month: string, day: string, clock: (string | undefined)[]): Moment | undefined {
  const date = parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  if (date === undefined) return undefined
  const [hour, minute, second, half] = clock
  if (hour === undefined || minute === undefined) return { day: date, time: null }
  const time = clockTime(hour, minute, second, half)
  return time === undefined ? undefined : { day: date, time }
}

const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s*([AaPp]\.?[Mm]\.?)?$/

/** `09:05` for `9:05 am`. */
export function readTime(text: string): string | undefined {
  const [whole, hour = '', minute = '', second, half] = TIME.exec(text.trim()) ?? []
  return whole === undefined ? undefined : clockTime(hour, minute, second, half)
}

function clockTime(hour: string, minute: string, second?: string, half?: string): string | undefined {
  const isAfternoon = half?.toLowerCase().startsWith('p') ?? false
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
  return [String(hours).padStart(2, '0'), minute, ...(second === undefined ? [] : [second])].join(':')
}
