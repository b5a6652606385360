import { HashIndex, releaseArrays } from '../../../lib/large/hash-index.ts'

/** What a node is, as far as that decides what becomes of it. */
export const KIND = {
  dataset: 1,
  file: 2,
  person: 4,
  comment: 8,
  /** A file that is described like a record of its own: with fields, or a kind. */
  record: 16,
} as const

const [LENGTH, KINDS, NEXT, LAST] = [0, 1, 2, 3]
const COLUMNS = 4
const NONE = -1
/** Marks stand beside the kinds. */
const MARK_BITS = 8

/** Where each node of the metadata stands, by its id: some 50 bytes for a node. */
export class NodeIndex {
  count = 0
  readonly #byId = new HashIndex()
  #places = new Float64Array(1024)
  #rows = new Int32Array(1024 * COLUMNS)

  add(idHash: number, at: number, length: number, kinds: number): void {
    const row = this.count++
    if (this.count > this.#places.length) this.#grow()
    this.#places[row] = at
    this.#rows.set([length, kinds, NONE, row], row * COLUMNS)
    const first = this.#byId.get(idHash)
    if (first === undefined) {
      this.#byId.set(idHash, row)
      return
    }
    // Nodes with the same id make a chain, which begins with the one that was first.
    const last = this.#of(first, LAST)
    this.#rows[last * COLUMNS + NEXT] = row
    this.#rows[first * COLUMNS + LAST] = row
    this.#rows[first * COLUMNS + KINDS] = this.#of(first, KINDS) | kinds
  }

  /** The first node with this id. */
  find(idHash: number): number | undefined {
    return this.#byId.get(idHash)
  }

  /** Another node with the same id. */
  next(row: number): number | undefined {
    const next = this.#of(row, NEXT)
    return next === NONE ? undefined : next
  }

  place(row: number): { at: number; length: number } {
    return { at: this.#places[row] ?? 0, length: this.#of(row, LENGTH) }
  }

  is(row: number, kind: number): boolean {
    return (this.#of(row, KINDS) & kind) !== 0
  }

  mark(row: number, mark: number): void {
    this.#rows[row * COLUMNS + KINDS] = this.#of(row, KINDS) | (mark << MARK_BITS)
  }

  hasMark(row: number, mark: number): boolean {
    return (this.#of(row, KINDS) & (mark << MARK_BITS)) !== 0
  }

  #of(row: number, column: number): number {
    return this.#rows[row * COLUMNS + column] ?? 0
  }

  #grow(): void {
    const [places, rows] = [this.#places, this.#rows]
    this.#places = new Float64Array(places.length * 2)
    this.#places.set(places)
    this.#rows = new Int32Array(rows.length * 2)
    this.#rows.set(rows)
    releaseArrays(places, rows)
  }
}
