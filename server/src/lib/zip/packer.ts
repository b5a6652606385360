import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'
import { DEFLATED, HUGE, type Sizes, STORED } from './headers.ts'
import type { ZipSource } from './member.ts'

export function newSizes({ size = 0 }: ZipSource): Sizes {
  return { crc: 0, packedSize: 0, size: 0, method: DEFLATED, isStreamed: true, isHuge: size >= HUGE }
}

/** Compresses content while it is read and counts the sizes. */
export async function* packedParts(source: ZipSource, sizes: Sizes): AsyncGenerator<Buffer> {
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
export const SMALL = 64 * 1024

/**
 * One deflater and one output buffer for all texts and small files. One for each would take hundreds of kilobytes until
 * the next garbage collection, and longer to set up than to use.
 */
export function openPacker(): Packer {
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
