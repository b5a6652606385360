import { TooMany } from '../../errors.ts'

const MINUTE = 60_000
const MOST_BUCKETS = 20_000

interface Bucket {
  tokens: number
  filledAt: number
}

/** Takes one token, or throws 429. */
export type RateLimit = (who: string) => void

/**
 * A token bucket per credential or address: a whole minute's worth at once, then as fast as it refills. Undefined if
 * there is no limit. Memory is bounded: the oldest bucket is dropped, and its owner at worst gets a full one.
 */
export function openRateLimit(perMinute: number, now: () => number = Date.now): RateLimit | undefined {
  if (perMinute === 0) return undefined
  const buckets = new Map<string, Bucket>()
  return (who) => {
    const at = now()
    let bucket = buckets.get(who)
    if (!bucket) {
      if (buckets.size >= MOST_BUCKETS) buckets.delete(buckets.keys().next().value ?? '')
      bucket = { tokens: perMinute, filledAt: at }
      buckets.set(who, bucket)
    }
    // A clock that was set back must not take tokens away.
    const passed = Math.max(0, at - bucket.filledAt)
    bucket.tokens = Math.min(perMinute, bucket.tokens + (passed * perMinute) / MINUTE)
    bucket.filledAt = at
    if (bucket.tokens < 1) {
      throw new TooMany('request.too_many', ((1 - bucket.tokens) * MINUTE) / perMinute / 1000)
    }
    bucket.tokens -= 1
  }
}
