import type { Unavailable } from '../../errors.ts'

/** A semaphore with a first-come queue. */
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

  /** Runs work when it is its turn; refuses after too long a wait. */
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

  /** Hands the slot to whoever has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#inside--
  }
}
