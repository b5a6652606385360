/** Longer than that nobody waits for what a look finds. */
const PATIENCE_MS = 3000

interface ProbeOptions {
  /** How long a good result holds. */
  goodMs: number
  /** How long a bad one holds. */
  badMs: number
  /** What is said when the look takes too long. */
  tooSlow: string
  /** A result holds only as long as this stays the same. */
  voidWith?: () => number
}

interface Result {
  problem: string | undefined
  at: number
  mark: number | undefined
}

/**
 * A look at something that may be slow, or costs something. Whoever asks while one is under way gets its result, and
 * whoever asks soon after, the same: anybody may ask, as often as they like.
 */
export class Probe {
  readonly #look: () => Promise<string | undefined>
  readonly #options: ProbeOptions
  #running: Promise<string | undefined> | undefined
  #last: Result | undefined

  constructor(look: () => Promise<string | undefined>, options: ProbeOptions) {
    this.#look = look
    this.#options = options
  }

  /** The problem, if there is one. */
  async ask(): Promise<string | undefined> {
    if (this.#last && this.#holds(this.#last)) return this.#last.problem
    this.#running ??= this.#run()
    const tooSlow = Promise.withResolvers<string>()
    const timer = setTimeout(() => tooSlow.resolve(this.#options.tooSlow), PATIENCE_MS)
    try {
      return await Promise.race([this.#running, tooSlow.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async #run(): Promise<string | undefined> {
    try {
      const mark = this.#options.voidWith?.()
      const problem = await this.#look()
      this.#last = { problem, at: performance.now(), mark }
      return problem
    } finally {
      this.#running = undefined
    }
  }

  #holds({ problem, at, mark }: Result): boolean {
    const { goodMs, badMs, voidWith } = this.#options
    return performance.now() - at < (problem === undefined ? goodMs : badMs) && mark === voidWith?.()
  }
}
