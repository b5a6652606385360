import { hash } from 'node:crypto'

/** A place in the journal. What is told after it depends on who asks. */
export interface Place {
  /** The last event that was told, or looked at. */
  position: number
  /** Of an event that concerns many entries: the last entry that was told. 0: the whole event was. */
  sub: number
  /** Access that began or ended up to this event is not told: the reader began after it. 0: all is told. */
  since: number
}

const NUMBERS_BYTES = 16
const CHECK_BYTES = 8
const CURSOR = /^[\w-]{32}$/

/** The events whose hashes prove a cursor. */
export function provenBy(place: Place): number[] {
  const { position, since } = settle(place)
  return [position, since].filter((id) => id !== 0)
}

/** Leaves out what no longer matters, so that the same place has one cursor. */
export function settle({ position, sub, since }: Place): Place {
  return { position, sub, since: position >= since ? 0 : since }
}

/**
 * A cursor as text. The check contains hashes of events. So a cursor that was altered, belongs to another instance,
 * or is newer than the backup from which the journal was restored is refused, without a secret and without an end.
 */
export function writeCursor(place: Place, hashes: readonly string[]): string {
  const numbers = numbersOf(settle(place))
  return Buffer.concat([numbers, checkOf(numbers, hashes)]).toString('base64url')
}

/** The place that a cursor claims; undefined if it is none. */
export function readPlace(cursor: string): Place | undefined {
  if (!CURSOR.test(cursor)) return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  return { position: bytes.readUIntBE(0, 6), sub: bytes.readUInt32BE(6), since: bytes.readUIntBE(10, 6) }
}

/**
 * Whether this instance has given out the cursor. `hashes` are those of the events that prove it; empty ones are of events
 * that are not there, for which anybody could make a check.
 */
export function isGenuine(cursor: string, hashes: readonly string[]): boolean {
  if (hashes.includes('')) return false
  const bytes = Buffer.from(cursor, 'base64url')
  const numbers = bytes.subarray(0, NUMBERS_BYTES)
  return checkOf(numbers, hashes).equals(bytes.subarray(NUMBERS_BYTES))
}

function numbersOf({ position, sub, since }: Place): Buffer {
  const bytes = Buffer.alloc(NUMBERS_BYTES)
  bytes.writeUIntBE(position, 0, 6)
  bytes.writeUInt32BE(sub, 6)
  bytes.writeUIntBE(since, 10, 6)
  return bytes
}

function checkOf(numbers: Buffer, hashes: readonly string[]): Buffer {
  return Buffer.from(hash('sha256', `feed 1 ${numbers.toString('hex')} ${hashes.join(' ')}`), 'hex').subarray(
    0,
    CHECK_BYTES,
  )
}
