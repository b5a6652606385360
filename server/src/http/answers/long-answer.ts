import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { endOfPiece } from '../../lib/text.ts'
import { LONG_UNITS, Written } from '../../records/written.ts'

/** Long answers are encoded, hashed and sent in pieces, so that others get their turn in between. */
const PIECE_UNITS = 200_000

export function isLongAnswer({ length }: { length: number }): boolean {
  return length > LONG_UNITS
}

/** A long answer, ready to be sent. */
export interface LongAnswer {
  bytes: number
  /** SHA-1, as for a short answer. */
  digest: string
  stream(): Readable
}

/** Encodes the parts of a text. A surrogate pair must not be split between two of them. */
export async function encodeLong(parts: readonly string[], fingerprint?: string): Promise<LongAnswer> {
  const whole = createHash('sha1')
  const pieces: Buffer[] = []
  for (const part of parts) {
    for (let at = 0; at < part.length; ) {
      if (part.length > SMALL_UNITS) await nextTurn()
      const end = endOfPiece(part, at + PIECE_UNITS)
      const piece = Buffer.from(part.slice(at, end))
      if (fingerprint === undefined) whole.update(piece)
      pieces.push(piece)
      at = end
    }
  }
  return {
    bytes: lengthOf(pieces),
    digest: fingerprint === undefined ? whole.digest('base64url') : hash('sha1', fingerprint, 'base64url'),
    stream: () => Readable.from(pieces, { objectMode: false }),
  }
}

/** A turn for each comma between two parts would be too many. */
const SMALL_UNITS = 1000

/** Fewer rows are written at once: each is short enough for that. */
const MANY_ROWS = 100

export function hasManyRows(rows: readonly unknown[]): boolean {
  return rows.length > MANY_ROWS
}

/** Whether rows of a list are too many, or too long, to be written at once. */
export function areLongRows(rows: readonly unknown[]): boolean {
  if (hasManyRows(rows)) return true
  let length = 0
  for (const row of rows) if (row instanceof Written) length += row.length
  return length > LONG_UNITS
}

/** The JSON of many rows, written and encoded in pieces. The digest is empty unless it is asked for. */
export async function encodeRows<Row>(
  rows: readonly Row[],
  write: (row: Row) => string,
  { isHashed = false } = {},
): Promise<LongAnswer> {
  const whole = createHash('sha1')
  const pieces: Buffer[] = []
  const add = (text: string) => {
    const piece = Buffer.from(text)
    if (isHashed) whole.update(piece)
    pieces.push(piece)
  }
  let text = '['
  for (const [index, row] of rows.entries()) {
    text += index === 0 ? write(row) : `,${write(row)}`
    if (text.length < PIECE_UNITS) continue
    add(text)
    text = ''
    await nextTurn()
  }
  add(`${text}]`)
  return {
    bytes: lengthOf(pieces),
    digest: isHashed ? whole.digest('base64url') : '',
    stream: () => Readable.from(pieces, { objectMode: false }),
  }
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}
