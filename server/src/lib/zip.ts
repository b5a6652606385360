import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/** A file in an archive. */
export interface ZipMember {
  /** With slashes between folders. Whoever makes it sees to it that it is harmless and not there twice. */
  name: string
  /** When it was changed last, as the clock on the wall said: `2026-03-02 10:15:40`. */
  at: string
  content: string | ZipSource
}

/** A content that is read when its turn comes, and never held as a whole. */
export interface ZipSource {
  size: number
  /** Packed by its own format already: not worth the work once more. */
  isPacked: boolean
  open(): Promise<AsyncIterable<Buffer>>
}

/**
 * An archive as it is made, member by member: nothing is read before the earlier bytes were taken. Of each member only its
 * line in the directory at the end is kept, and that packed: some 30 bytes.
 */
export async function* zipOf(members: AsyncIterable<ZipMember> | Iterable<ZipMember>): AsyncGenerator<Buffer> {
  const directory = openDirectory()
  const packer = openPacker()
  const blocks = openBlocks()
  try {
    for await (const { name, at, content } of members) {
      const head = { name: Buffer.from(name), ...dosTime(at) }
      const start = blocks.length()
      if (typeof content === 'string' || content.size <= SMALL) {
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
    }
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

/** What is only known once a member has gone by. */
interface Sizes {
  crc: number
  packedSize: number
  size: number
  method: number
  /** Bytes and lengths follow the content. */
  isStreamed: boolean
  isHuge: boolean
}

const BLOCK = 64 * 1024
const NONE: readonly Buffer[] = []

/** Collects small parts in blocks. Each of its own would be garbage of hundreds of bytes, and there are very many. */
function openBlocks() {
  const block = Buffer.allocUnsafeSlow(BLOCK)
  let used = 0
  let before = 0
  return {
    /** Of all that was added so far. */
    length: () => before + used,
    /** Takes a part in; gives the blocks that are full by now. */
    add(part: Buffer): readonly Buffer[] {
      let full = NONE
      for (let at = 0; at < part.length; ) {
        const copied = part.copy(block, used, at)
        at += copied
        used += copied
        if (used < BLOCK) continue
        before += BLOCK
        used = 0
        // A copy, made at the last moment: what lives long is collected late, and meanwhile there would be hundreds.
        full = [...full, Buffer.from(block)]
      }
      return full
    },
    rest: () => Buffer.from(block.subarray(0, used)),
  }
}

function newSizes({ size }: ZipSource): Sizes {
  return { crc: 0, packedSize: 0, size: 0, method: DEFLATED, isStreamed: true, isHuge: size >= HUGE }
}

/** The content as it is read; the sizes count along. */
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
  // Its failure arrives through the packer as well.
  feeding.catch(() => {})
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    sizes.packedSize += chunk.length
    yield chunk
  }
  await feeding
  requireSize(source, sizes.size)
}

interface Packer {
  /** What it is packed into is only good until the next content. */
  pack(content: string | ZipSource): Promise<Sizes & { packed: readonly Buffer[] }>
  close(): void
}

const WORTH_PACKING = 256
const ROOM = 256 * 1024
/** A file up to here is read as a whole. */
const SMALL = 64 * 1024

/**
 * One for all texts and small files, with one place to write them to: those of its own that each would have take hundreds of
 * kilobytes, until the garbage is collected, and longer to set up than to use.
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
  // A unit of text has three bytes at most.
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
  if (found !== size) throw new Error(`A content of ${size} bytes has ${found}`)
}

/** From here on the fields of four bytes might be too small; packing can make a content a little longer. */
const HUGE = 0xf000_0000
const FULL = 0xffff_ffff
const FULL_COUNT = 0xffff

const UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
const STORED = 0
const DEFLATED = 8
const VERSION = { plain: 20, huge: 45 }
/** A plain file that everybody may read, as Unix tells it. */
const ATTRIBUTES = (0o100644 << 16) >>> 0
const MADE_ON_UNIX = (3 << 8) | VERSION.huge

function localHeader(head: Head, sizes: Sizes): Buffer {
  const extra = sizes.isHuge ? hugeNumbers([0, 0]) : NOTHING
  const start = Buffer.allocUnsafe(4)
  start.writeUInt32LE(0x0403_4b50, 0)
  return Buffer.concat([start, description(head, sizes, extra), head.name, extra])
}

/** What the header of a member and its line in the directory say of it, in the same 26 bytes. */
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
/** The list of all members at the end of an archive, kept packed until then. */
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
      // In one go each: nothing else happens meanwhile that would have the garbage collected.
      for (const piece of pieces.splice(0)) yield inflateRawSync(piece, { chunkSize: BLOCK + 64 })
      yield blocks.rest()
      yield directoryEnd({ count, length: blocks.length(), offset })
    },
  }
}

/** With memory of its own: small buffers share theirs, and what is kept of one would keep all of it. */
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

/** Where the directory is. What has more members or bytes than the old fields can tell says so in new ones before them. */
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

/** The extra field for numbers that do not fit into theirs. */
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

/** The format's own way of telling time: local, in steps of two seconds, since 1980. */
function dosTime(text: string): { date: number; time: number } {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number)
  const date = (Math.min(Math.max(year - 1980, 0), 127) << 9) | (month << 5) | day
  return { date, time: (hour << 11) | (minute << 5) | (second >> 1) }
}
