import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { BLOCK, openBlocks } from './blocks.ts'
import { directoryEnd, directoryLine, type Head, type Sizes } from './headers.ts'

/** The central directory, kept compressed until the end. */
export function openDirectory() {
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
