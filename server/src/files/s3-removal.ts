import { randomUUID } from 'node:crypto'
import type { Bucket } from './s3-bucket.ts'
import { keyOf } from './store.ts'

/**
 * No S3 server takes an object away on the condition that it is still the one that was looked at, and several of our
 * servers may use one bucket. So who takes a content away leaves a note first and then looks how old it is; who stores a
 * content over another looks for notes afterwards. One of the two sees the other (decision 10).
 */

/** Where notes are; nothing below it is a content. */
export const NOTES = 'notes/'

/** So long after a note was left nobody acts on it any more. */
const VOID_MS = 3_600_000
/** Who needs longer than this from the note to the removal leaves it be. */
const QUICKLY_MS = 60_000

/**
 * Takes a content away that no row refers to and that nobody has stored since. False: somebody has, or somebody else is
 * about to take it away.
 */
export async function removeUnwanted(bucket: Bucket, hash: string, storedBefore: number): Promise<boolean> {
  const begun = performance.now()
  const note = notesAbout(hash) + randomUUID()
  await bucket.put(note, Buffer.alloc(0))
  const mayRemove = await isAlone(bucket, hash, note)
    .then(async (alone) => alone && ((await bucket.find(keyOf(hash)))?.at ?? 0) < storedBefore)
    .catch(async (error: unknown) => {
      await bucket.remove(note)
      throw error
    })
  const isRemoved = mayRemove && performance.now() - begun < QUICKLY_MS
  // Sent once: a second try could come after somebody has stored it again. Where nobody knows whether it arrived, the
  // note stays until it is void.
  if (isRemoved) await bucket.remove(keyOf(hash), { isOnce: true })
  await bucket.remove(note)
  return isRemoved
}

/** Is anybody about to take this content away? */
export async function isBeingRemoved(bucket: Bucket, hash: string): Promise<boolean> {
  return !(await isAlone(bucket, hash, undefined))
}

async function isAlone(bucket: Bucket, hash: string, own: string | undefined): Promise<boolean> {
  for await (const { key, at } of bucket.list(notesAbout(hash))) {
    if (key !== own && Date.now() - at < VOID_MS) return false
  }
  return true
}

function notesAbout(hash: string): string {
  return `${NOTES}removing/${hash}/`
}
