/** Lets a few run at a time. The others wait, in the order in which they came. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  /** The same, but lets the next one begin after so long: work that only waits for somebody else holds nobody up. */
  async useFor<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const [result] = await this.use(async () => {
      const running = work()
      const { promise: isLong, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      await Promise.race([running, isLong]).finally(() => clearTimeout(timer))
      // In a list, because it would be awaited here otherwise.
      return [running]
    })
    return result
  }
}
