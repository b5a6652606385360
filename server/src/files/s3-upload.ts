import type { FileHandle } from 'node:fs/promises'
import type { Bucket, Part } from './s3-bucket.ts'

const MIB = 1024 ** 2
/** Content up to this size is sent in one request; larger content in parts of this size. */
export const PART_BYTES = 8 * MIB
const MOST_PARTS = 10_000
/** Parts sent in parallel, each held in memory. */
const LANES = 3

/** Stores a local file atomically: the object is complete once this resolves. */
export async function uploadFile(bucket: Bucket, key: string, file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  if (size > PART_BYTES) return uploadParts(bucket, key, file, size)
  await bucket.put(key, await readPart(file, Buffer.allocUnsafeSlow(size), 0, size))
}

async function uploadParts(bucket: Bucket, key: string, file: FileHandle, size: number): Promise<void> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS / MIB) * MIB)
  const id = await bucket.beginParts(key)
  try {
    const parts = await sendParts(bucket, key, id, { file, size, partBytes })
    await bucket.joinParts(key, id, parts)
  } catch (error) {
    // If the abort fails, the clean-up removes the parts.
    await bucket.abandonParts(key, id).catch(() => {})
    throw error
  }
}

interface Source {
  file: FileHandle
  size: number
  partBytes: number
}

async function sendParts(bucket: Bucket, key: string, id: string, { file, size, partBytes }: Source): Promise<Part[]> {
  const count = Math.ceil(size / partBytes)
  const parts: Part[] = []
  let next = 0
  let isBroken = false
  const runLane = async () => {
    // One buffer per lane: a buffer per part would pile up.
    const buffer = Buffer.allocUnsafeSlow(partBytes)
    while (next < count && !isBroken) {
      const index = next++
      const start = index * partBytes
      const content = await readPart(file, buffer, start, Math.min(partBytes, size - start))
      parts[index] = await bucket.putPart(key, id, index + 1, content)
    }
  }
  const lanes = Array.from({ length: Math.min(LANES, count) }, () =>
    runLane().catch((error: unknown) => {
      isBroken = true
      throw error
    }),
  )
  const results = await Promise.allSettled(lanes)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return parts
}

async function readPart(file: FileHandle, buffer: Buffer, start: number, length: number): Promise<Buffer> {
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(buffer, done, length - done, start + done)
    if (bytesRead === 0) throw new Error('a file became shorter while it was being stored')
    done += bytesRead
  }
  return buffer.subarray(0, length)
}
