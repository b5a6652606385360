export interface RateLimit {
  /** Seconds until the next try is allowed; 0 when it is allowed now. */
  wait(key: string, now: number): number
  take(key: string, now: number): void
  /** Takes back one counted try that turned out not to count. */
  giveBack(key: string): void
  /** Resets the key. */
  forget(key: string): void
}

/**
 * Allows a number of tries per key within a window that starts with the first try. Memory is bounded: beyond `mostKeys`
 * the least recently used key is dropped. `now` is in milliseconds.
 */
export function makeRateLimit(options: { tries: number; withinMs: number; mostKeys?: number }): RateLimit {
  const { tries, withinMs, mostKeys = 50_000 } = options
  // In order of use, because a Map iterates in insertion order.
  const windows = new Map<string, { taken: number; endsAt: number }>()

  const current = (key: string, now: number) => {
    const window = windows.get(key)
    // A window that ends too far in the future comes from a clock that was set back.
    return window && window.endsAt > now && window.endsAt <= now + withinMs ? window : undefined
  }

  return {
    wait(key, now) {
      const window = current(key, now)
      return window && window.taken >= tries ? Math.ceil((window.endsAt - now) / 1000) : 0
    },
    take(key, now) {
      const window = current(key, now) ?? { taken: 0, endsAt: now + withinMs }
      window.taken++
      windows.delete(key)
      windows.set(key, window)
      if (windows.size <= mostKeys) return
      for (const oldest of windows.keys()) {
        windows.delete(oldest)
        break
      }
    },
    giveBack(key) {
      const window = windows.get(key)
      if (!window) return
      window.taken--
      if (window.taken <= 0) windows.delete(key)
    },
    forget(key) {
      windows.delete(key)
    },
  }
}

/** Identifies a client: its IPv4 address, or its IPv6 /64 network, in which it can choose any address. */
export function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
