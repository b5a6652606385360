import { createHash, hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longer answers are encoded, hashed and sent in pieces, so that others get their turn in between. */
const LONG_UNITS = 500_000
const PIECE_UNITS = 200_000

export function isLongAnswer(text: string): boolean {
  return text.length > LONG_UNITS
}

/** A long answer, ready to be sent. */
export interface LongAnswer {
  bytes: number
  /** SHA-1, as for a short answer. */
  digest: string
  stream(): Readable
}

export async function encodeLong(text: string, fingerprint?: string): Promise<LongAnswer> {
  // Another long text would have to be hashed in pieces as well.
  const isHashed = fingerprint === undefined || isLongAnswer(fingerprint)
  const whole = createHash('sha1')
  const pieces: Buffer[] = []
  for (let at = 0; at < text.length; ) {
    await nextTurn()
    const end = endOfPiece(text, at + PIECE_UNITS)
    const piece = Buffer.from(text.slice(at, end))
    if (isHashed) whole.update(piece)
    pieces.push(piece)
    at = end
  }
  return {
    bytes: lengthOf(pieces),
    digest: isHashed ? whole.digest('base64url') : hash('sha1', fingerprint, 'base64url'),
    stream: () => Readable.from(pieces, { objectMode: false }),
  }
}

/** Fewer rows are written at once: each is short enough for that. */
const MANY_ROWS = 100

export function hasManyRows(rows: readonly unknown[]): boolean {
  return rows.length > MANY_ROWS
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

/** Both halves of a surrogate pair belong to one piece. */
function endOfPiece(text: string, end: number): number {
  if (end >= text.length) return text.length
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end
}
