import { MOST_BYTES_EACH } from './pending.repo.ts'

declare module '../../../context.ts' {
  interface Context {
    backlog: Backlog
  }
}

/** Each search looks at this many entries, and bytes of text, before it gets slow. */
const MOST_ENTRIES = 5000
const MOST_BYTES = 4_000_000
/** With so many, which cost a search about a millisecond, they are indexed soon. */
const MANY_ENTRIES = 200
const MANY_BYTES = 200_000
/** Nobody waits longer. */
const MOST_WAIT_MS = 10_000

/**
 * How many changed entries are not indexed yet, as far as this process knows: what it saw last and what it added since.
 */
export class Backlog {
  #entries = 0
  #bytes = 0
  #wake: (() => void) | undefined
  #waiting: (() => void)[] = []
  #isStuck = false

  get isFull(): boolean {
    return this.#entries >= MOST_ENTRIES || this.#bytes >= MOST_BYTES
  }

  get isLarge(): boolean {
    return this.#entries >= MANY_ENTRIES || this.#bytes >= MANY_BYTES
  }

  /**
   * Counts changed entries by the lengths of their texts, and resolves when there is room for more. Nobody waits in a
   * process that does not index, or while indexing fails.
   */
  async add(lengths: readonly number[]): Promise<void> {
    if (lengths.length === 0) return
    this.#entries += lengths.length
    this.#bytes += lengths.reduce((sum, bytes) => sum + Math.min(bytes, MOST_BYTES_EACH), 0)
    this.#wake?.()
    if (!this.isFull || !this.#wake || this.#isStuck) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    const timer = setTimeout(resolve, MOST_WAIT_MS).unref()
    await promise
    clearTimeout(timer)
  }

  /** Indexing failed, or works again. */
  set isStuck(isStuck: boolean) {
    this.#isStuck = isStuck
    if (isStuck) this.#release()
  }

  /** Takes over what somebody has just counted. */
  saw(entries: number, bytes: number): void {
    this.#entries = entries
    this.#bytes = bytes
    if (!this.isFull) this.#release()
  }

  /** Calls `wake` whenever something is added. Undefined: nobody indexes any more. */
  onAdded(wake: (() => void) | undefined): void {
    this.#wake = wake
    if (!wake) this.#release()
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
