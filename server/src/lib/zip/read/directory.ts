import type { FileHandle } from 'node:fs/promises'
import { InvalidInput } from '../../../errors.ts'
import { readFully } from '../../large/windows.ts'
import { type ExtraNumbers, hugeNumbersIn } from './extra.ts'

/** Where the directory of an archive is. */
export interface DirectoryPlace {
  start: number
  length: number
  /** As the archive claims. */
  count: number
}

/** What the directory says about a member. */
export interface DirectoryLine {
  name: Buffer
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  offset: number
  attributes: number
}

const END = 0x0605_4b50
const END_LENGTH = 22
const HUGE_END = 0x0606_4b50
const HUGE_END_LENGTH = 56
const LOCATOR = 0x0706_4b50
const LOCATOR_LENGTH = 20
const LONGEST_COMMENT = 0xffff
const LINE = 0x0201_4b50
const LINE_LENGTH = 46
const FULL = 0xffff_ffff
const FULL_COUNT = 0xffff

/** Finds the directory by the record at the end of the archive. Nothing may come after it, and nothing between. */
export async function findDirectory(file: FileHandle, length: number): Promise<DirectoryPlace> {
  const tail = await readFully(
    file,
    Math.max(0, length - END_LENGTH - LONGEST_COMMENT),
    Math.min(length, END_LENGTH + LONGEST_COMMENT),
  )
  const ends = endsIn(tail)
  // A comment that could be read as another end would give two readers two archives.
  if (ends.length > 1) throw new InvalidInput('archive.damaged')
  const [end] = ends
  if (end === undefined) throw new InvalidInput('archive.not_zip')
  const record = tail.subarray(end)
  const endAt = length - tail.length + end
  const place = { count: record.readUInt16LE(10), length: record.readUInt32LE(12), start: record.readUInt32LE(16) }
  const disks = [record.readUInt16LE(4), record.readUInt16LE(6)]
  if (disks.some((disk) => disk !== 0 && disk !== FULL_COUNT)) throw new InvalidInput('archive.many_disks')
  const found = (await findHugeEnd(file, endAt, place)) ?? { place, endAt }
  if (found.place.start + found.place.length !== found.endAt) throw new InvalidInput('archive.damaged')
  return found.place
}

/** Places where an end record could be whose comment reaches exactly to the end. */
function endsIn(tail: Buffer): number[] {
  const ends: number[] = []
  for (let at = tail.length - END_LENGTH; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END) continue
    if (tail.readUInt16LE(at + 20) === tail.length - at - END_LENGTH) ends.push(at)
  }
  return ends
}

/** The records of an archive that is too large for the fields of the old one. */
async function findHugeEnd(file: FileHandle, endAt: number, small: DirectoryPlace) {
  const locator = await readFully(file, Math.max(0, endAt - LOCATOR_LENGTH), Math.min(endAt, LOCATOR_LENGTH))
  if (locator.length < LOCATOR_LENGTH || locator.readUInt32LE(0) !== LOCATOR) {
    const isFull = small.count === FULL_COUNT || small.start === FULL || small.length === FULL
    // 65,535 members, or bytes, are possible without them.
    if (isFull && small.start + small.length !== endAt) throw new InvalidInput('archive.damaged')
    return undefined
  }
  if (locator.readUInt32LE(16) > 1) throw new InvalidInput('archive.many_disks')
  const at = safeNumber(locator, 8)
  const record = await readFully(file, at, HUGE_END_LENGTH)
  if (record.length < HUGE_END_LENGTH || record.readUInt32LE(0) !== HUGE_END) throw new InvalidInput('archive.damaged')
  if (at + 12 + safeNumber(record, 4) !== endAt - LOCATOR_LENGTH) throw new InvalidInput('archive.damaged')
  const place = { count: safeNumber(record, 32), length: safeNumber(record, 40), start: safeNumber(record, 48) }
  const agrees = (value: number, large: number, full: number) => value === full || value === large
  const isSame =
    agrees(small.count, place.count, FULL_COUNT) &&
    agrees(small.length, place.length, FULL) &&
    agrees(small.start, place.start, FULL)
  if (!isSame) throw new InvalidInput('archive.damaged')
  return { place, endAt: at }
}

const CHUNK = 256 * 1024

/** The lines of the directory, some at a time. */
export async function* directoryLines(file: FileHandle, place: DirectoryPlace): AsyncGenerator<DirectoryLine[]> {
  const end = place.start + place.length
  let held: Buffer = Buffer.alloc(0)
  for (let at = place.start; at < end; ) {
    const bytes = await readFully(file, at, Math.min(CHUNK, end - at))
    if (bytes.length === 0) throw new InvalidInput('archive.damaged')
    at += bytes.length
    const chunk = held.length > 0 ? Buffer.concat([held, bytes]) : bytes
    const lines: DirectoryLine[] = []
    let used = 0
    for (let line = lineAt(chunk, used); line; line = lineAt(chunk, used)) {
      lines.push(line)
      used += lengthAt(chunk, used)
    }
    held = chunk.subarray(used)
    yield lines
  }
  if (held.length > 0) throw new InvalidInput('archive.damaged')
}

/** Undefined if the chunk ends within the line. */
function lineAt(chunk: Buffer, at: number): DirectoryLine | undefined {
  if (chunk.length - at < LINE_LENGTH) return undefined
  if (chunk.readUInt32LE(at) !== LINE) throw new InvalidInput('archive.damaged')
  if (chunk.length - at < lengthAt(chunk, at)) return undefined
  const nameEnd = at + LINE_LENGTH + chunk.readUInt16LE(at + 28)
  const extra = chunk.subarray(nameEnd, nameEnd + chunk.readUInt16LE(at + 30))
  const small: ExtraNumbers = {
    size: chunk.readUInt32LE(at + 24),
    packedSize: chunk.readUInt32LE(at + 20),
    offset: chunk.readUInt32LE(at + 42),
  }
  const disk = chunk.readUInt16LE(at + 34)
  if (disk !== 0 && disk !== FULL_COUNT) throw new InvalidInput('archive.many_disks')
  return {
    name: chunk.subarray(at + LINE_LENGTH, nameEnd),
    flags: chunk.readUInt16LE(at + 8),
    method: chunk.readUInt16LE(at + 10),
    crc: chunk.readUInt32LE(at + 16),
    attributes: chunk.readUInt32LE(at + 38),
    ...hugeNumbersIn(extra, small),
  }
}

function lengthAt(chunk: Buffer, at: number): number {
  return LINE_LENGTH + chunk.readUInt16LE(at + 28) + chunk.readUInt16LE(at + 30) + chunk.readUInt16LE(at + 32)
}

function safeNumber(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigUInt64LE(at))
  if (!Number.isSafeInteger(value)) throw new InvalidInput('archive.damaged')
  return value
}
