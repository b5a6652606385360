import { expect, test } from 'vitest'
import { dayOf, instantOf } from './dates.ts'

test.each([
  ['2026-11-16T12:13:57+00:00', '2026-11-16', '2026-11-16T12:13:57.000Z'],
  // The day is that of whoever wrote it.
  ['2025-01-03T00:00:00+01:00', '2025-01-03', '2025-01-02T23:00:00.000Z'],
  ['2025-01-03T00:00:00+0530', '2025-01-03', '2025-01-02T18:30:00.000Z'],
  ['2024-07-18 15:56:12', '2024-07-18', '2024-07-18T15:56:12.000Z'],
  ['2024-07-18T16:05:59.731019', '2024-07-18', '2024-07-18T16:05:59.731Z'],
  ['2026-01-19T14:26:44.4Z', '2026-01-19', '2026-01-19T14:26:44.400Z'],
  ['20240827T110148Z', '2024-08-27', '2024-08-27T11:01:48.000Z'],
  ['07:12:23:16:11:12', '2023-12-07', '2023-12-07T16:11:12.000Z'],
  ['2022-11-02', '2022-11-02', undefined],
  ['2022-11-02/2022-11-09', '2022-11-02', undefined],
  ['2.11.2022', '2022-11-02', undefined],
  ['02.11.2022 08:15', '2022-11-02', '2022-11-02T08:15:00.000Z'],
  ['1701965471000', '2023-12-07', '2023-12-07T16:11:11.000Z'],
  ['2023-02-30', undefined, undefined],
  ['2023-02-30T10:00:00Z', undefined, undefined],
  ['2023-02-03T25:00:00Z', '2023-02-03', undefined],
  // Nobody knows which of the two is the month.
  ['02/11/2022', undefined, undefined],
  ['2022', undefined, undefined],
  ['yesterday', undefined, undefined],
  ['', undefined, undefined],
])('%s is read as the day %s and the instant %s', (text, day, instant) => {
  expect([dayOf(text), instantOf(text)]).toEqual([day, instant])
})
