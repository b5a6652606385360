import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTimeZone, parseDate, parseTime, startOfDay, today, wireTime } from './dates.ts'

test.each([
  ['2026-03-02', '2026-03-02'],
  ['20260302', '2026-03-02'],
  ['2024-02-29', '2024-02-29'],
  ['2000-02-29', '2000-02-29'],
  ['1000-01-01', '1000-01-01'],
  ['99991231', '9999-12-31'],
])('reads the date %j', (text, date) => {
  expect(parseDate(text)).toBe(date)
})

test.each([
  '',
  '2026-02-29',
  '1900-02-29',
  '2026-13-01',
  '2026-00-01',
  '2026-01-00',
  '2026-04-31',
  '0999-01-01',
  '10000-01-01',
  '2026-0302',
  '202603-02',
  '2026-3-2',
  '2026/03/02',
  ' 2026-03-02',
  '2026-03-02\n',
  '2026-03-02T00:00:00',
  '２０２６-03-02',
  'today',
])('refuses the date %j', (text) => {
  expect(parseDate(text)).toBeUndefined()
})

test('every day of our years is a date in both spellings', () => {
  const days = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (day) => {
      const date = day.toISOString().slice(0, 10)
      expect(parseDate(date)).toBe(date)
      expect(parseDate(date.replaceAll('-', ''))).toBe(date)
    }),
  )
})

test.each([
  ['2026-03-02T09:15:40.123Z', 'UTC', '2026-03-02 09:15:40'],
  ['2026-03-02T09:15:40.999Z', 'Etc/UTC', '2026-03-02 09:15:40'],
  ['2026-03-02T09:15:40.123Z', 'Europe/Paris', '2026-03-02 10:15:40'],
  ['2026-03-29T00:59:59.999Z', 'Europe/Paris', '2026-03-29 01:59:59'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Paris', '2026-03-29 03:00:00'],
  ['2026-10-25T00:30:00.000Z', 'Europe/Paris', '2026-10-25 02:30:00'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Paris', '2026-10-25 02:30:00'],
  ['2026-03-01T23:00:00.000Z', 'Europe/Paris', '2026-03-02 00:00:00'],
  ['2026-01-01T00:00:00.000Z', 'America/New_York', '2025-12-31 19:00:00'],
  ['2026-01-01T00:00:00.000Z', 'Asia/Kathmandu', '2026-01-01 05:45:00'],
])('%s in %s is %s', (utc, zone, wire) => {
  expect(wireTime(utc, zone)).toBe(wire)
})

test('the short way for UTC agrees with the long one', () => {
  const times = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(times, (time) => {
      expect(wireTime(time.toISOString(), 'UTC')).toBe(wireTime(time.toISOString(), 'Etc/UTC'))
    }),
  )
})

test.each(['Europe/Paris', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Monrovia'])(
  'times in %s agree with the calendar of the runtime',
  (zone) => {
    const times = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(times, fc.nat(1_800_000), (time, later) => {
        for (const each of [time, new Date(time.getTime() + later)]) {
          const shown = each.toLocaleString('sv-SE', { timeZone: zone })
          expect(wireTime(each.toISOString(), zone)).toBe(shown)
        }
      }),
    )
  },
)

test('a clock change inside a quarter of an hour is seen', () => {
  // Liberia changed to UTC at 00:44:30, from an offset of -00:44:30.
  expect(wireTime('1972-01-07T00:44:29.000Z', 'Africa/Monrovia')).toBe('1972-01-06 23:59:59')
  expect(wireTime('1972-01-07T00:44:30.000Z', 'Africa/Monrovia')).toBe('1972-01-07 00:44:30')
})

test('the instant of a clock change belongs to what follows it, whatever is asked for first', () => {
  expect(wireTime('2026-03-29T01:00:00.000Z', 'Europe/Vienna')).toBe('2026-03-29 03:00:00')
  expect(wireTime('2026-03-29T00:59:59.999Z', 'Europe/Vienna')).toBe('2026-03-29 01:59:59')
  expect(wireTime('2026-10-25T01:00:00.000Z', 'Europe/Vienna')).toBe('2026-10-25 02:00:00')
  expect(wireTime('2026-10-25T00:59:59.999Z', 'Europe/Vienna')).toBe('2026-10-25 02:59:59')
})

test.each([
  ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
])('%s in Paris, which comes twice or never, is %s', (text, utc) => {
  expect(parseTime(text, 'Europe/Paris')).toBe(utc)
})

test('a day begins at one where clocks skip midnight', () => {
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
})

test('times of very many years are right, however many there are', () => {
  for (let year = 2000; year < 3000; year++) {
    expect(wireTime(`${year}-07-01T10:00:00.000Z`, 'Europe/Rome')).toBe(`${year}-07-01 12:00:00`)
  }
})

test('today depends on the zone', () => {
  expect(today('2026-03-02T23:30:00.000Z', 'UTC')).toBe('2026-03-02')
  expect(today('2026-03-02T23:30:00.000Z', 'Europe/Paris')).toBe('2026-03-03')
  expect(today('2026-03-02T03:30:00.000Z', 'America/New_York')).toBe('2026-03-01')
})

test('knows which names are time zones', () => {
  for (const name of ['UTC', 'Europe/Paris', 'America/Argentina/Ushuaia']) expect(isTimeZone(name)).toBe(true)
  for (const name of ['', 'Mars/Olympus', 'Europe', '../etc', 'Europe/Paris ']) expect(isTimeZone(name)).toBe(false)
})

test.each(['UTC', 'Europe/Paris', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati'])(
  'in %s the first and the last times of our years are read as they are written, or refused',
  (zone) => {
    for (const text of ['1000-01-01 00:00:00', '1000-01-01 12:00:00', '9999-12-30 23:59:59', '9999-12-31 12:00:00']) {
      expect.soft(wireTime(parseTime(text, zone) ?? '', zone), text).toBe(text)
    }
    const last = parseTime('9999-12-31 23:59:59', zone)
    expect(last === undefined || /^9999-12-31T/.test(last)).toBe(true)
    expect(last === undefined).toBe(zone === 'America/New_York')
    for (const day of ['1000-01-01', '9999-12-30']) expect(today(startOfDay(day, zone), zone)).toBe(day)
  },
)
