import { TooLarge } from '../../../errors.ts'
import type { GraphNode } from './values.ts'

/** Smaller ones are read again in no time. */
const LARGE = 16 * 1024
/** Of the nodes that are held: in all archives that people have, these are one or two that all entries refer to. */
const MOST_HELD = 4 * 1024 * 1024
/** An entry reads its own node three times, and metadata are at most half a gigabyte. */
const MOST_TIMES = 64
const ALWAYS_ALLOWED = 1024 * 1024 * 1024

/**
 * The large nodes that were read last: a list of 20,000 references to one node of 16 MB would be read for hours. What does
 * not fit in here is counted, and an archive that is read far more often than it is long is refused.
 */
export class LargeNodes {
  #held: { node: GraphNode; bytes: number }[] = []
  #read = 0
  readonly #most: number

  constructor(metadata: number) {
    this.#most = Math.max(ALWAYS_ALLOWED, metadata * MOST_TIMES)
  }

  get(row: number): GraphNode | undefined {
    return this.#held.find(({ node }) => node.row === row)?.node
  }

  add(node: GraphNode, bytes: number): void {
    if (bytes < LARGE) return
    this.#read += bytes
    if (this.#read > this.#most) throw new TooLarge('archive.large_node', { most: LARGE })
    let room = MOST_HELD
    this.#held = [{ node, bytes }, ...this.#held].filter((held) => {
      room -= held.bytes
      return room >= 0
    })
  }
}
