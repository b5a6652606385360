/** Numbers from 0 to 1, the same ones in every run. */
export type Random = () => number

export function random(seed: number): Random {
  let state = (seed + 1) * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return state / 2 ** 32
  }
}

/** Picks one, the first ones far more often: few people write most entries, few tags are on most of them. */
export function pickSkewed<T>(pick: Random, all: readonly T[]): T {
  return all[Math.floor(all.length * pick() ** 3)] as T
}

/** Picks some, each at most once. */
export function pickSome<T>(pick: Random, all: readonly T[], most: number): T[] {
  const wanted = Math.floor((most + 1) * pick())
  return [...new Set(Array.from({ length: wanted }, () => pickSkewed(pick, all)))]
}
