/** Choices that are the same for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to `below`, without it. */
  int(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }

  chance(percent: number): boolean {
    return this.int(100) < percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T
  }

  /** Some of these, in their order. */
  some<T>(list: readonly T[], percent = 50): T[] {
    return list.filter(() => this.chance(percent))
  }

  /** So many of what is made, at most. */
  many<T>(most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.int(most + 1) }, (_, index) => make(index))
  }

  bytes(most: number): Buffer {
    return Buffer.from(this.many(most, () => this.int(256)))
  }
}
