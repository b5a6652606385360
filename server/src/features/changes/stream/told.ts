import type { SharedLine } from './shared-line.ts'

/** A client that reads slowly takes one after the other, so each shows that it still reads. */
const PIECE_BYTES = 64 * 1024

/** Bytes for a stream, and the last event up to which it has then been told all. */
export interface Piece {
  bytes: Uint8Array
  last: number
}

/**
 * The lines that one or more streams get in one walk. Most members of a team get the same: they share this, and its bytes
 * are made once.
 */
export class Told {
  readonly #before: Told | undefined
  readonly #line: SharedLine | undefined
  #next: Told | undefined
  #otherNext: Map<SharedLine, Told> | undefined
  #pieces: readonly Piece[] | undefined

  constructor(before?: Told, line?: SharedLine) {
    this.#before = before
    this.#line = line
  }

  /** These lines and one more. */
  and(line: SharedLine): Told {
    this.#next ??= new Told(this, line)
    if (this.#next.#line === line) return this.#next
    this.#otherNext ??= new Map()
    const known = this.#otherNext.get(line) ?? new Told(this, line)
    this.#otherNext.set(line, known)
    return known
  }

  /** In pieces, each of whole lines, with the last event up to which it tells all. */
  pieces(last: number): readonly Piece[] {
    this.#pieces ??= this.#cut(last)
    return this.#pieces
  }

  #cut(last: number): Piece[] {
    const pieces: Piece[] = []
    let lines: SharedLine[] = []
    let length = 0
    const close = (upTo: number) => {
      pieces.push({ bytes: Buffer.concat(lines.map(({ bytes }) => bytes)), last: upTo })
      lines = []
      length = 0
    }
    for (const line of this.#lines()) {
      if (length > PIECE_BYTES) close(line.event.id - 1)
      lines.push(line)
      length += line.bytes.length
    }
    close(last)
    return pieces
  }

  #lines(): SharedLine[] {
    const lines: SharedLine[] = []
    for (let told: Told | undefined = this; told !== undefined && told.#line !== undefined; told = told.#before)
      lines.push(told.#line)
    return lines.reverse()
  }
}
