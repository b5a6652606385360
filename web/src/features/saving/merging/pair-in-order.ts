/** More comparisons would block the page. */
const MOST_COMPARISONS = 250_000

/**
 * For each old item the index of the new one that it most likely became, or -1, in the same order on both sides;
 * undefined if there are too many. `likeness` is 0 for two that cannot match.
 */
export function pairInOrder<Item>(
  old: readonly Item[],
  next: readonly Item[],
  likeness: (a: Item, b: Item) => number,
): number[] | undefined {
  if (old.length * next.length > MOST_COMPARISONS) return undefined
  const width = next.length + 1
  const likenesses = new Float64Array((old.length + 1) * width)
  const best = new Float64Array((old.length + 1) * width)
  const valueAt = (values: Float64Array, index: number) => values[index] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = next.length - 1; j >= 0; j -= 1) {
      const at = i * width + j
      likenesses[at] = likeness(old[i] as Item, next[j] as Item)
      const paired = valueAt(likenesses, at) > 0 ? valueAt(likenesses, at) + valueAt(best, at + width + 1) : 0
      best[at] = Math.max(paired, valueAt(best, at + 1), valueAt(best, at + width))
    }
  }
  const pairs = old.map(() => -1)
  for (let i = 0, j = 0; i < old.length && j < next.length; ) {
    const at = i * width + j
    const isPaired = valueAt(likenesses, at) > 0
    if (isPaired && valueAt(best, at) === valueAt(likenesses, at) + valueAt(best, at + width + 1)) {
      pairs[i] = j
      i += 1
      j += 1
    } else if (valueAt(best, at) === valueAt(best, at + width)) i += 1
    else j += 1
  }
  return pairs
}
