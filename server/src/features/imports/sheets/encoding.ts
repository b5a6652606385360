import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { fill } from '../../../lib/large/windows.ts'
import type { Encoding } from '../../../lib/text-encoding.ts'

export interface GuessedEncoding {
  encoding: Encoding
  /** Some bytes are no characters of it. */
  isBroken: boolean
}

const PIECE = 256 * 1024

/** The encoding of a text: by its mark, else UTF-8 if it is that, UTF-16 if every other byte is 0, and else Windows-1252. */
export async function guessEncoding(file: FileHandle, signal?: AbortSignal): Promise<GuessedEncoding> {
  const bytes = Buffer.allocUnsafeSlow(PIECE)
  const first = bytes.subarray(0, await fill(file, bytes, 0, PIECE))
  const wide = wideEncoding(first)
  if (wide) return { encoding: wide, isBroken: false }
  const hasMark = first.length >= 3 && first.readUIntBE(0, 3) === 0xefbbbf
  for (let at = 0; ; ) {
    signal?.throwIfAborted()
    const filled = await fill(file, bytes, at, PIECE)
    if (filled === 0) return { encoding: 'utf-8', isBroken: false }
    const isLast = filled < PIECE
    const end = isLast ? filled : completeEnd(bytes.subarray(0, filled))
    if (!isUtf8(bytes.subarray(0, end))) return await settle(file, bytes, hasMark)
    if (isLast) return { encoding: 'utf-8', isBroken: false }
    at += end
  }
}

/** A text is UTF-8 despite some broken characters if it says so, or if at least as many others are right. */
async function settle(file: FileHandle, bytes: Buffer, hasMark: boolean): Promise<GuessedEncoding> {
  if (hasMark) return { encoding: 'utf-8', isBroken: true }
  const decoder = new TextDecoder('utf-8')
  let [broken, right] = [0, 0]
  for (let at = 0; at < MOST_COUNTED; at += PIECE) {
    const filled = await fill(file, bytes, at, PIECE)
    const text = decoder.decode(bytes.subarray(0, filled), { stream: true })
    for (let sign = 0; sign < text.length; sign++) {
      const code = text.charCodeAt(sign)
      if (code === 0xfffd) broken++
      else if (code > 0x7f) right++
    }
    if (filled < PIECE) break
  }
  return broken <= right ? { encoding: 'utf-8', isBroken: true } : { encoding: 'windows-1252', isBroken: false }
}

const MOST_COUNTED = 16 * 1024 * 1024

/** Where the last character that is whole ends. */
function completeEnd(bytes: Buffer): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return bytes.length - back
  }
  return bytes.length
}

function wideEncoding(bytes: Buffer): Encoding | undefined {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  let [even, odd] = [0, 0]
  const looked = Math.min(bytes.length, 4096) & ~1
  for (let at = 0; at < looked; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  // Mostly Latin letters; a text without any NUL is none.
  if (odd > looked * 0.2 && even < odd / 10) return 'utf-16le'
  if (even > looked * 0.2 && odd < even / 10) return 'utf-16be'
  return undefined
}
