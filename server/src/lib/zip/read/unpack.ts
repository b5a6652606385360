import type { FileHandle } from 'node:fs/promises'
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib'
import { InvalidInput } from '../../../errors.ts'
import { fill, readFully } from '../../large/windows.ts'
import { DEFLATED } from '../headers.ts'
import { shown } from './names.ts'

interface Packed {
  method: number
  dataStart: number
  packedSize: number
  size: number
  crc: number
}

const PIECE = 64 * 1024

/** The content of a member. It ends with a refusal as soon as it is longer than it should be, or is not what it was. */
export async function* unpack(file: FileHandle, member: Packed, nameOf: () => Promise<string>): AsyncGenerator<Buffer> {
  // Empty members are often not even deflated.
  if (member.packedSize === 0 && member.size === 0) return
  let [size, crc] = [0, 0]
  try {
    for await (const piece of member.method === DEFLATED ? inflated(file, member) : stored(file, member)) {
      size += piece.length
      if (size > member.size) break
      crc = crc32(piece, crc)
      yield piece
    }
  } catch (error) {
    if (!isOfZlib(error)) throw error
    throw new InvalidInput('archive.damaged_member', { name: shown(await nameOf()) })
  }
  if (size > member.size) throw new InvalidInput('archive.longer', { name: shown(await nameOf()) })
  if (size < member.size || crc !== member.crc) {
    throw new InvalidInput('archive.damaged_member', { name: shown(await nameOf()) })
  }
}

/** Each piece has a buffer of its own, so that its reader can release it. */
async function* stored(file: FileHandle, { dataStart, packedSize }: Packed): AsyncGenerator<Buffer> {
  for (let done = 0; done < packedSize; ) {
    const piece = await readFully(file, dataStart + done, Math.min(PIECE, packedSize - done))
    if (piece.length === 0) return
    done += piece.length
    yield piece
  }
}

async function* inflated(file: FileHandle, member: Packed): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: PIECE })
  const fed = feed(file, member, inflate)
  try {
    for await (const piece of inflate) yield piece as Buffer
    await fed
  } finally {
    inflate.destroy()
    await fed.catch(() => {})
  }
}

/** Reads into one buffer again and again, each time after all of it was inflated. */
async function feed(file: FileHandle, { dataStart, packedSize }: Packed, inflate: InflateRaw): Promise<void> {
  const bytes = Buffer.allocUnsafeSlow(Math.min(PIECE, packedSize))
  try {
    for (let done = 0; done < packedSize && !inflate.destroyed; ) {
      const filled = await fill(file, bytes, dataStart + done, Math.min(bytes.length, packedSize - done))
      if (filled === 0) break
      done += filled
      await written(inflate, bytes.subarray(0, filled))
    }
    if (!inflate.destroyed) inflate.end()
  } catch (error) {
    inflate.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Until the bytes were inflated, or nobody wants them any more. */
function written(inflate: InflateRaw, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      inflate.off('close', done)
      resolve()
    }
    inflate.once('close', done)
    inflate.write(bytes, done)
  })
}

function isOfZlib(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code.startsWith('Z_')
}
