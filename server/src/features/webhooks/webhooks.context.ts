import { Slots } from '../../lib/slots.ts'

declare module '../../context.ts' {
  interface Context {
    webhooks: WebhooksOfProcess
  }
}

/** So many requests at a time that people wait for: tests, and changes that they have sent again. */
const MOST_ON_REQUEST = 8

/** What the webhooks of one process share. */
export class WebhooksOfProcess {
  readonly onRequest = new Slots(MOST_ON_REQUEST)
  /** Attempts since the start. */
  delivered = 0
  failed = 0
  /** Changes that are read and not delivered yet. */
  waiting = 0
  readonly #resting = new Set<() => void>()

  /** A webhook was created, changed, or is to send something again. */
  noteChanged(): void {
    for (const wake of this.#resting) wake()
  }

  /** Resolves at the next such change, or after so long. */
  untilChanged(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#resting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#resting.add(wake)
    })
  }
}
