import type { Unavailable } from '../../errors.ts'

/** Lets so many in at a time. The others wait in the order in which they came. */
export class Turns {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #inside = 0

  constructor(most: number) {
    this.#most = most
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Runs work when it is its turn; who waits too long is refused. */
  async run<T>(patienceMs: number, refusal: () => Unavailable, work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#most) this.#inside++
    else await this.#wait(patienceMs, refusal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #wait(patienceMs: number, refusal: () => Unavailable): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(refusal())
      }, patienceMs)
      this.#waiting.push(enter)
    })
  }

  /** The place goes to whoever has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#inside--
  }
}
