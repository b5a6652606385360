/**
 * Keeps the values that were used last: at most `mostUnits` together, and at least half of that. They are in two
 * generations. What is used moves to the younger one, and when that is full, the older one is dropped. To keep them in
 * the order of their use would take a deletion and an insertion for each use, which costs twenty times as much.
 */
export class UsedLast<Key, Value> {
  readonly #mostUnits: number
  #young: Generation<Key, Value> = new Map()
  #old: Generation<Key, Value> = new Map()
  #youngUnits = 0

  constructor(mostUnits: number) {
    this.#mostUnits = mostUnits
  }

  find(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young) return young.value
    const old = this.#old.get(key)
    if (!old) return undefined
    this.keep(key, old.value, old.units)
    return old.value
  }

  keep(key: Key, value: Value, units: number): void {
    this.#youngUnits -= this.#young.get(key)?.units ?? 0
    this.#young.delete(key)
    this.#old.delete(key)
    if (units > this.#mostUnits / 2) return
    if (this.#youngUnits + units > this.#mostUnits / 2) this.#grow()
    this.#young.set(key, { value, units })
    this.#youngUnits += units
  }

  #grow(): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#youngUnits = 0
  }
}

type Generation<Key, Value> = Map<Key, { value: Value; units: number }>
