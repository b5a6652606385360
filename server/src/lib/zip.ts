import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/** A file in an archive. */
export interface ZipMember {
  /** With slashes between folders. The caller makes sure that it is safe and unique. */
  name: string
  /** The modification time in local time: `2026-03-02 10:15:40`. */
  at: string
  /** A long text comes in pieces, which are made when their turn comes. */
  content: string | Iterable<string> | ZipSource
}

/** Content that is read when its turn comes, and never held whole. */
export interface ZipSource {
  /** Undefined if it is not known. Then it is far below 4 GB. */
  size: number | undefined
  /** The format is compressed already, so do not deflate it again. */
  isPacked: boolean
  open(): Promise<AsyncIterable<Buffer>>
  /** A member to write in its place if it cannot be read. Undefined: the archive fails. */
  instead?(error: unknown): ZipMember | undefined
}

/**
 * Streams an archive member by member and reads nothing before the earlier bytes were taken. It keeps only the
 * directory entry of each member, compressed to some 30 bytes.
 */
export async function* zipOf(members: AsyncIterable<ZipMember> | Iterable<ZipMember>): AsyncGenerator<Buffer> {
  const directory = openDirectory()
  const packer = openPacker()
  const blocks = openBlocks()
  async function* write({ name, at, content: given }: ZipMember): AsyncGenerator<Buffer> {
    const content = isPieces(given) ? joinIfShort(given) : given
    const head = { name: Buffer.from(name), ...dosTime(at) }
    const start = blocks.length()
    try {
      if (typeof content === 'string' || (content.size !== undefined && content.size <= SMALL)) {
        const { packed, ...sizes } = await packer.pack(content)
        for (const part of [localHeader(head, sizes), ...packed]) for (const block of blocks.add(part)) yield block
        directory.add(head, sizes, start)
      } else {
        const sizes = newSizes(content)
        for (const block of blocks.add(localHeader(head, sizes))) yield block
        for await (const part of packedParts(content, sizes)) for (const block of blocks.add(part)) yield block
        for (const block of blocks.add(descriptor(sizes))) yield block
        directory.add(head, sizes, start)
      }
    } catch (error) {
      const other = typeof content === 'string' ? undefined : content.instead?.(error)
      if (!other) throw error
      // What was written of the first one stays, but the directory does not list it, so readers skip it.
      yield* write(other)
    }
  }
  try {
    for await (const member of members) yield* write(member)
    yield blocks.rest()
    for (const part of directory.close(blocks.length())) yield part
  } finally {
    packer.close()
  }
}

interface Head {
  name: Buffer
  date: number
  time: number
}

/** Known only after the member was written. */
interface Sizes {
  crc: number
  packedSize: number
  size: number
  method: number
  /** Checksum and sizes follow the content. */
  isStreamed: boolean
  isHuge: boolean
}

const BLOCK = 64 * 1024
const NONE: readonly Buffer[] = []

/** Collects small parts in blocks, because very many small buffers would become garbage. */
function openBlocks() {
  const block = Buffer.allocUnsafeSlow(BLOCK)
  let used = 0
  let before = 0
  return {
    /** The length of all that was added so far. */
    length: () => before + used,
    /** Adds a part and returns the blocks that are now full. */
    add(part: Buffer): readonly Buffer[] {
      let full = NONE
      for (let at = 0; at < part.length; ) {
        const copied = part.copy(block, used, at)
        at += copied
        used += copied
        if (used < BLOCK) continue
        before += BLOCK
        used = 0
        // Copied as late as possible: long-lived buffers are collected late, and hundreds would pile up.
        full = [...full, Buffer.from(block)]
      }
      return full
    },
    rest: () => Buffer.from(block.subarray(0, used)),
  }
}

type Pieces = Exclude<Iterable<string>, string>

function isPieces(content: ZipMember['content']): content is Pieces {
  return typeof content !== 'string' && Symbol.iterator in content
}

/** A longer text gets a deflater of its own. To encode and measure this much takes some milliseconds. */
const MOST_JOINED = 1_000_000

/** A short text as a whole, and a long one as a source that encodes one block after the other. */
function joinIfShort(pieces: Pieces): string | ZipSource {
  const rest = pieces[Symbol.iterator]()
  const [start, isAll] = take(rest, MOST_JOINED)
  if (isAll) return start
  return { size: undefined, isPacked: false, open: async () => encodeBlocks(start, rest) }
}

async function* encodeBlocks(start: string, rest: Iterator<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(start)
  for (;;) {
    const [text, isLast] = take(rest, BLOCK)
    if (text !== '') yield Buffer.from(text)
    if (isLast) return
  }
}

/** At least `length` of the text, and whether it ends there. */
function take(pieces: Iterator<string>, length: number): [text: string, isLast: boolean] {
  let text = ''
  while (text.length < length) {
    const { done, value } = pieces.next()
    if (done) return [text, true]
    text += value
  }
  return [text, false]
}

function newSizes({ size = 0 }: ZipSource): Sizes {
  return { crc: 0, packedSize: 0, size: 0, method: DEFLATED, isStreamed: true, isHuge: size >= HUGE }
}

/** Compresses content while it is read and counts the sizes. */
async function* packedParts(source: ZipSource, sizes: Sizes): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: source.isPacked ? 0 : 6 })
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sizes.crc = crc32(chunk, sizes.crc)
      sizes.size += chunk.length
      yield chunk
    }
  }
  const feeding = pipeline(await source.open(), measure, packer)
  // A failure also arrives through the packer.
  feeding.catch(() => {})
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    sizes.packedSize += chunk.length
    yield chunk
  }
  await feeding
  requireSize(source, sizes.size)
}

interface Packer {
  /** The returned buffers are valid only until the next call. */
  pack(content: string | ZipSource): Promise<Sizes & { packed: readonly Buffer[] }>
  close(): void
}

const WORTH_PACKING = 256
const ROOM = 256 * 1024
/** A file up to this size is read whole. */
const SMALL = 64 * 1024

/**
 * One deflater and one output buffer for all texts and small files. One for each would take hundreds of kilobytes until
 * the next garbage collection, and longer to set up than to use.
 */
function openPacker(): Packer {
  const packer = createDeflateRaw({ chunkSize: 4096 })
  const room = Buffer.allocUnsafeSlow(ROOM)
  let chunks: Buffer[] = []
  packer.on('data', (chunk: Buffer) => chunks.push(chunk))
  const deflate = (bytes: Buffer) =>
    new Promise<Buffer[]>((resolve, reject) => {
      chunks = []
      packer.once('error', reject)
      packer.write(bytes)
      packer.flush(constants.Z_FINISH, () => {
        packer.off('error', reject)
        packer.reset()
        resolve(chunks)
      })
    })
  return {
    async pack(content) {
      const isText = typeof content === 'string'
      const bytes = isText ? bytesOf(content, room) : await readWhole(content, room)
      const isWorthIt = bytes.length >= WORTH_PACKING && (isText || !content.isPacked)
      const method = isWorthIt ? DEFLATED : STORED
      const packed = method === STORED ? [bytes] : await deflate(bytes)
      const packedSize = packed.reduce((sum, { length }) => sum + length, 0)
      return { packed, crc: crc32(bytes), packedSize, size: bytes.length, method, isStreamed: false, isHuge: false }
    },
    close: () => packer.close(),
  }
}

function bytesOf(text: string, room: Buffer): Buffer {
  // A UTF-16 unit takes at most three bytes.
  return text.length * 3 > room.length ? Buffer.from(text) : room.subarray(0, room.write(text))
}

async function readWhole(source: ZipSource, room: Buffer): Promise<Buffer> {
  let length = 0
  for await (const chunk of await source.open()) {
    chunk.copy(room, length)
    length += chunk.length
  }
  requireSize(source, length)
  return room.subarray(0, length)
}

function requireSize({ size }: ZipSource, found: number): void {
  if (size !== undefined && found !== size) throw new Error(`A content of ${size} bytes has ${found}`)
}

/** Above this the four-byte fields might overflow, because deflate can make content slightly longer. */
const HUGE = 0xf000_0000
const FULL = 0xffff_ffff
const FULL_COUNT = 0xffff

const UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
const STORED = 0
const DEFLATED = 8
const VERSION = { plain: 20, huge: 45 }
/** The Unix mode of a regular file that everybody may read. */
const ATTRIBUTES = (0o100644 << 16) >>> 0
const MADE_ON_UNIX = (3 << 8) | VERSION.huge

function localHeader(head: Head, sizes: Sizes): Buffer {
  const extra = sizes.isHuge ? hugeNumbers([0, 0]) : NOTHING
  const start = Buffer.allocUnsafe(4)
  start.writeUInt32LE(0x0403_4b50, 0)
  return Buffer.concat([start, description(head, sizes, extra), head.name, extra])
}

/** The 26 bytes that the member header and its directory entry share. */
function description({ name, date, time }: Head, sizes: Sizes, extra: Buffer): Buffer {
  const { crc, packedSize, size, method, isStreamed, isHuge } = sizes
  const fields = Buffer.allocUnsafe(26)
  fields.writeUInt16LE(extra.length > 0 ? VERSION.huge : VERSION.plain, 0)
  fields.writeUInt16LE(isStreamed ? UTF8 | SIZES_FOLLOW : UTF8, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt16LE(time, 6)
  fields.writeUInt16LE(date, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(isHuge ? FULL : packedSize, 14)
  fields.writeUInt32LE(isHuge ? FULL : size, 18)
  fields.writeUInt16LE(name.length, 22)
  fields.writeUInt16LE(extra.length, 24)
  return fields
}

function descriptor({ crc, packedSize, size, isHuge }: Sizes): Buffer {
  const start = Buffer.alloc(8)
  start.writeUInt32LE(0x0807_4b50, 0)
  start.writeUInt32LE(crc, 4)
  return Buffer.concat([start, ...[packedSize, size].map(isHuge ? eightBytes : fourBytes)])
}

const NOTHING = Buffer.alloc(0)
/** The central directory, kept compressed until the end. */
function openDirectory() {
  const blocks = openBlocks()
  const pieces: Buffer[] = []
  let count = 0
  const pack = (block: Buffer) => pieces.push(copyApart(deflateRawSync(block)))
  return {
    add(head: Head, sizes: Sizes, offset: number): void {
      blocks.add(directoryLine(head, sizes, offset)).forEach(pack)
      count++
    },
    *close(offset: number): Generator<Buffer> {
      // Each piece in one chunk: nothing in this loop lets garbage be collected, so smaller chunks would pile up.
      for (const piece of pieces.splice(0)) yield inflateRawSync(piece, { chunkSize: BLOCK + 64 })
      yield blocks.rest()
      yield directoryEnd({ count, length: blocks.length(), offset })
    },
  }
}

/** Copies into separate memory: small buffers share a pool, and keeping one would keep the whole pool. */
function copyApart(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function directoryLine(head: Head, sizes: Sizes, offset: number): Buffer {
  const { packedSize, size, isHuge } = sizes
  const isFar = offset >= HUGE
  const huge = [...(isHuge ? [size, packedSize] : []), ...(isFar ? [offset] : [])]
  const extra = huge.length > 0 ? hugeNumbers(huge) : NOTHING
  const start = Buffer.allocUnsafe(6)
  start.writeUInt32LE(0x0201_4b50, 0)
  start.writeUInt16LE(MADE_ON_UNIX, 4)
  const place = Buffer.alloc(14)
  place.writeUInt32LE(ATTRIBUTES, 6)
  place.writeUInt32LE(isFar ? FULL : offset, 10)
  return Buffer.concat([start, description(head, sizes, extra), place, head.name, extra])
}

/** The end-of-directory record. Zip64 records precede it if the old fields are too small. */
function directoryEnd({ count, length, offset }: { count: number; length: number; offset: number }): Buffer {
  const isHuge = count >= FULL_COUNT || offset >= HUGE || length >= HUGE
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(isHuge ? FULL_COUNT : count, 8)
  end.writeUInt16LE(isHuge ? FULL_COUNT : count, 10)
  end.writeUInt32LE(isHuge ? FULL : length, 12)
  end.writeUInt32LE(isHuge ? FULL : offset, 16)
  if (!isHuge) return end
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x0606_4b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(MADE_ON_UNIX, 12)
  record.writeUInt16LE(VERSION.huge, 14)
  for (const [place, value] of [count, count, length, offset].entries()) {
    record.writeBigUInt64LE(BigInt(value), 24 + 8 * place)
  }
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end])
}

/** The Zip64 extra field for numbers that do not fit. */
function hugeNumbers(values: readonly number[]): Buffer {
  const start = Buffer.alloc(4)
  start.writeUInt16LE(1, 0)
  start.writeUInt16LE(8 * values.length, 2)
  return Buffer.concat([start, ...values.map(eightBytes)])
}

function eightBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** The time format of ZIP: local, in steps of two seconds, since 1980. */
function dosTime(text: string): { date: number; time: number } {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number)
  const date = (Math.min(Math.max(year - 1980, 0), 127) << 9) | (month << 5) | day
  return { date, time: (hour << 11) | (minute << 5) | (second >> 1) }
}
