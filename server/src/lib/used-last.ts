/** Keeps the values that were used last, until they have more than `mostUnits` together. */
export class UsedLast<Key, Value> {
  readonly #kept = new Map<Key, { value: Value; units: number }>()
  readonly #mostUnits: number
  #units = 0

  constructor(mostUnits: number) {
    this.#mostUnits = mostUnits
  }

  find(key: Key): Value | undefined {
    const found = this.#kept.get(key)
    if (!found) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found.value
  }

  keep(key: Key, value: Value, units: number): void {
    this.#drop(key)
    this.#kept.set(key, { value, units })
    this.#units += units
    for (const oldest of this.#kept.keys()) {
      if (this.#units <= this.#mostUnits) break
      this.#drop(oldest)
    }
  }

  #drop(key: Key): void {
    this.#units -= this.#kept.get(key)?.units ?? 0
    this.#kept.delete(key)
  }
}
