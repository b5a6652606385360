import { setImmediate as nextTurn } from 'node:timers/promises'

const PIECE_MS = 5

/** Does long work in pieces: others get their turn whenever the pieces since the last turn took 5 ms. */
export class Turns {
  #since = performance.now()

  /** Call it after each piece. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since < PIECE_MS) return
    await nextTurn()
    this.#since = performance.now()
  }
}
