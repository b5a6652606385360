import type { Meaning } from './styles.ts'

const DAY_MS = 86_400_000
const LAST_SERIAL = 2_958_465
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const BEFORE_1904 = 1462

/** The day and time that a number of days means; undefined if it means none. */
export function momentOfSerial(serial: number, meaning: Meaning, is1904: boolean): string | undefined {
  const days = is1904 ? serial + BEFORE_1904 : serial
  if (!(days >= 0 && days <= LAST_SERIAL + 1)) return undefined
  // The spreadsheets count a day that never was: 29 February 1900.
  const real = days < 60 && !is1904 ? days + 1 : days
  const at = new Date(EPOCH_1900 + Math.round((real * DAY_MS) / 1000) * 1000).toISOString()
  const [day = '', clock = ''] = at.slice(0, 19).split('T')
  const time = clock.endsWith(':00') ? clock.slice(0, 5) : clock
  if (meaning === 'time' && serial < 1) return time
  return time === '00:00' && meaning !== 'time' ? day : `${day}T${time}`
}

/** A number without the digits that only come from its binary form. */
export function plainNumber(text: string): string | undefined {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return undefined
  return String(Number(number.toPrecision(15)))
}
