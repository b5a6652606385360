export interface Head {
  name: Buffer
  date: number
  time: number
}

/** Known only after the member was written. */
export interface Sizes {
  crc: number
  packedSize: number
  size: number
  method: number
  /** Checksum and sizes follow the content. */
  isStreamed: boolean
  isHuge: boolean
}

/** Above this the four-byte fields might overflow, because deflate can make content slightly longer. */
export const HUGE = 0xf000_0000
const FULL = 0xffff_ffff
const FULL_COUNT = 0xffff

const UTF8 = 0x0800
const SIZES_FOLLOW = 0x0008
export const STORED = 0
export const DEFLATED = 8
const VERSION = { plain: 20, huge: 45 }
/** The Unix mode of a regular file that everybody may read. */
const ATTRIBUTES = (0o100644 << 16) >>> 0
const MADE_ON_UNIX = (3 << 8) | VERSION.huge

const NOTHING = Buffer.alloc(0)

export function localHeader(head: Head, sizes: Sizes): Buffer {
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

export function descriptor({ crc, packedSize, size, isHuge }: Sizes): Buffer {
  const start = Buffer.alloc(8)
  start.writeUInt32LE(0x0807_4b50, 0)
  start.writeUInt32LE(crc, 4)
  return Buffer.concat([start, ...[packedSize, size].map(isHuge ? eightBytes : fourBytes)])
}

export function directoryLine(head: Head, sizes: Sizes, offset: number): Buffer {
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
export function directoryEnd({ count, length, offset }: { count: number; length: number; offset: number }): Buffer {
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
export function dosTime(text: string): { date: number; time: number } {
  const [year = 1980, month = 1, day = 1, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number)
  const date = (Math.min(Math.max(year - 1980, 0), 127) << 9) | (month << 5) | day
  return { date, time: (hour << 11) | (minute << 5) | (second >> 1) }
}
