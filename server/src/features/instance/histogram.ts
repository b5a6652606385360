import type { Bucket } from '@aliquot/contract/instance'

const DAY_MS = 86_400_000

/** The count of one day. */
export interface Day {
  day: string
  total: number
}

/**
 * Splits the time from the first day until today into at most `columns` equal parts, each with the running total at its
 * end. Null if there are no days. `days` are in order.
 */
export function bucketsOf(days: readonly Day[], today: string, columns: number): Bucket[] | null {
  const [first] = days
  if (!first) return null
  const start = Date.parse(first.day)
  const span = Math.max(1, Math.round((Date.parse(today) - start) / DAY_MS) + 1)
  const count = Math.min(columns, span)
  const startOf = (bucket: number) => dayAfter(start, Math.floor((bucket * span) / count))
  const buckets: Bucket[] = []
  let [total, next] = [0, 0]
  for (let bucket = 0; bucket < count; bucket++) {
    const end = bucket === count - 1 ? undefined : startOf(bucket + 1)
    for (; next < days.length; next++) {
      const day = days[next]
      if (!day || (end !== undefined && day.day >= end)) break
      total += Number(day.total)
    }
    buckets.push({ bucket_start: startOf(bucket), total })
  }
  return buckets
}

function dayAfter(start: number, days: number): string {
  return new Date(start + days * DAY_MS).toISOString().slice(0, 10)
}
