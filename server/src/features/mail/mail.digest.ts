const HOUR = 7
const MONDAY = 1

/** When the next daily or weekly e-mail is due: at 7 in the morning, weekly ones on Mondays. */
export function nextDigest(at: string, zone: string, when: 'daily' | 'weekly'): string {
  const now = Temporal.Instant.from(at).toZonedDateTimeISO(zone)
  let next = now.with({ hour: HOUR, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
  while (Temporal.ZonedDateTime.compare(next, now) <= 0 || (when === 'weekly' && next.dayOfWeek !== MONDAY)) {
    next = next.add({ days: 1 })
  }
  return new Date(next.epochMilliseconds).toISOString()
}
