/** Seeded random choices. */
export interface Random {
  seed: number
  /** 0 ≤ x < 1. */
  next(): number
  /** from ≤ n < to. */
  int(from: number, to: number): number
  chance(share: number): boolean
  pick<T>(values: readonly T[]): T
  /** A separate generator, so that concurrent users do not disturb each other's order. */
  fork(): Random
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32: tiny, and uniform enough for drills.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from))
  return {
    seed,
    next,
    int,
    chance: (share) => next() < share,
    pick: (values) => {
      const value = values[int(0, values.length)]
      if (value === undefined && values.length === 0) throw new Error('Nothing to pick from')
      return value as (typeof values)[number]
    },
    fork: () => makeRandom(int(0, 2 ** 31)),
  }
}
