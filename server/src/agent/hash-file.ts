import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Stopped } from './problems.ts'

const AT_ONCE = 1_048_576

/** SHA-256 of the first `size` bytes, read a part at a time. */
export async function hashFile(handle: FileHandle, size: number, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256')
  const buffer = Buffer.allocUnsafe(Math.min(AT_ONCE, Math.max(size, 1)))
  for (let at = 0; at < size; ) {
    if (signal.aborted) throw new Stopped()
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - at), at)
    if (bytesRead === 0) break
    digest.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
  return digest.digest('hex')
}
