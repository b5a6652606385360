/** The longest wait for a result. */
const PATIENCE_MS = 3000

interface ProbeOptions {
  /** How long a good result is cached. */
  goodMs: number
  /** How long a bad result is cached. */
  badMs: number
  /** The problem to report if the check takes too long. */
  tooSlow: string
  /** The cached result is dropped when this value changes. */
  voidWith?: () => number
}

interface Result {
  problem: string | undefined
  at: number
  mark: number | undefined
}

/** Caches a slow or expensive check. Concurrent callers share one run, so anybody may ask as often as they like. */
export class Probe {
  readonly #look: () => Promise<string | undefined>
  readonly #options: ProbeOptions
  #running: Promise<string | undefined> | undefined
  #last: Result | undefined

  constructor(look: () => Promise<string | undefined>, options: ProbeOptions) {
    this.#look = look
    this.#options = options
  }

  /** The problem, or undefined. */
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
