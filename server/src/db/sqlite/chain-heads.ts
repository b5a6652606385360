import type { ChainRow } from '../schema.ts'

export type Head = Pick<ChainRow, 'length' | 'head'>

const MOST_HEADS = 10_000

/**
 * Caches the heads of recently written chains, so that the next event need not look them up. They are valid while
 * nobody else writes and nothing is rolled back: the owner clears them then.
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
