/** Something that happens again and again, for whoever waits for the next time. */
export class Signal {
  readonly #waiting = new Set<() => void>()

  raise(): void {
    for (const wake of this.#waiting) wake()
  }

  /** Resolves the next time, or after so long. */
  next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#waiting.add(wake)
    })
  }
}
