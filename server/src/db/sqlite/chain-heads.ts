import type { ChainRow } from '../schema.ts'

export type Head = Pick<ChainRow, 'length' | 'head'>

const MOST_HEADS = 10_000

/**
 * The ends of the chains that were written last, so that the next event of one need not look for it. They are true as long
 * as nobody else writes and nothing is rolled back: who knows of that keeps them, and lets them be forgotten.
 */
export class ChainHeads {
  readonly #heads = new Map<number, Head>()

  get(chain: number): Head | undefined {
    return this.#heads.get(chain)
  }

  set(chain: number, head: Head): void {
    if (this.#heads.size >= MOST_HEADS) this.#heads.clear()
    this.#heads.set(chain, head)
  }

  delete(chain: number): void {
    this.#heads.delete(chain)
  }

  forget(): void {
    this.#heads.clear()
  }
}
