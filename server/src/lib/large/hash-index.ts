import { randomInt } from 'node:crypto'

/** Differs in every process, so that nobody can prepare texts with equal hashes. */
const SEED = randomInt(2 ** 31)

/** A hash of 53 bits that takes a text character by character. */
export class TextHash {
  #high = SEED
  #low = ~SEED

  add(code: number): void {
    this.#high = Math.imul(this.#high ^ code, 0x9e3779b1)
    this.#low = Math.imul((this.#low + code) ^ (this.#low >>> 15), 0x85ebca6b)
  }

  get value(): number {
    let [high, low] = [this.#high, this.#low]
    high = Math.imul(high ^ (high >>> 16) ^ low, 0xc2b2ae35)
    low = Math.imul(low ^ (low >>> 13) ^ (high >>> 11), 0x27d4eb2f)
    return ((high ^ (high >>> 15)) >>> 0) * 0x200000 + ((low ^ (low >>> 16)) >>> 11)
  }
}

export function hashOf(text: string): number {
  const hash = new TextHash()
  for (let at = 0; at < text.length; at++) hash.add(text.charCodeAt(at))
  return hash.value
}

/** Frees arrays that have been copied at once. The garbage collector would let 64 MB pile up first. */
export function releaseArrays(...arrays: readonly (Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>)[]): void {
  for (const { buffer } of arrays) buffer.transfer(0)
}

const EMPTY = -1

/** Rows by a hash in 12 bytes and a little air for each: a `Map` takes four times as much. */
export class HashIndex {
  #keys = new Float64Array(1024).fill(EMPTY)
  #rows = new Int32Array(1024)
  #size = 0

  get(hash: number): number | undefined {
    const slot = this.#slotOf(hash)
    return this.#keys[slot] === EMPTY ? undefined : this.#rows[slot]
  }

  set(hash: number, row: number): void {
    const slot = this.#slotOf(hash)
    if (this.#keys[slot] === EMPTY) this.#size += 1
    this.#keys[slot] = hash
    this.#rows[slot] = row
    if (this.#size * 4 > this.#keys.length * 3) this.#grow()
  }

  /** The slot of a hash, or the empty one where it belongs. */
  #slotOf(hash: number): number {
    const mask = this.#keys.length - 1
    let slot = hash % this.#keys.length
    while (this.#keys[slot] !== EMPTY && this.#keys[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, rows] = [this.#keys, this.#rows]
    this.#keys = new Float64Array(keys.length * 2).fill(EMPTY)
    this.#rows = new Int32Array(keys.length * 2)
    for (let slot = 0; slot < keys.length; slot++) {
      const key = keys[slot] ?? EMPTY
      if (key === EMPTY) continue
      const place = this.#slotOf(key)
      this.#keys[place] = key
      this.#rows[place] = rows[slot] ?? 0
    }
    releaseArrays(keys, rows)
  }
}
