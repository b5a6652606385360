const FIRST_MS = 10_000
const LONGEST_MS = 600_000

/**
 * The pause between two healings of the indexes. It doubles while the disk damages the file again and again, or the
 * notebook itself is damaged: new indexes do not help then.
 */
export class HealingPause {
  readonly #firstMs: number
  #ms = 0
  #endsAt = 0

  constructor(firstMs = FIRST_MS) {
    this.#firstMs = firstMs
  }

  /** On the clock of `performance.now()`. */
  get endsAt(): number {
    return this.#endsAt
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  begin(): void {
    const now = performance.now()
    const wasQuiet = now > this.#endsAt + LONGEST_MS
    this.#ms = wasQuiet ? this.#firstMs : Math.min(Math.max(this.#ms * 2, this.#firstMs), LONGEST_MS)
    this.#endsAt = now + this.#ms
  }
}
