declare module '../../../context.ts' {
  interface Context {
    backlog: Backlog
  }
}

/** Each search looks at this many entries, and bytes of text, before it gets slow. */
const MOST_ENTRIES = 5000
const MOST_BYTES = 16_000_000
/** Nobody waits longer, such as when the disk is full. */
const MOST_WAIT_MS = 10_000

/**
 * How many changed entries are not indexed yet, as far as this process knows: what it saw last and what it added since.
 */
export class Backlog {
  #entries = 0
  #bytes = 0
  #wake: (() => void) | undefined
  #waiting: (() => void)[] = []

  get isFull(): boolean {
    return this.#entries >= MOST_ENTRIES || this.#bytes >= MOST_BYTES
  }

  /** Counts a change, and resolves when there is room for another one, or nobody indexes in this process. */
  async add(bytes: number): Promise<void> {
    this.#entries++
    this.#bytes += bytes
    this.#wake?.()
    if (!this.isFull || !this.#wake) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    const timer = setTimeout(resolve, MOST_WAIT_MS).unref()
    await promise
    clearTimeout(timer)
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
