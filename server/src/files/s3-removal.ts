import { randomUUID } from 'node:crypto'
import type { Bucket, Stored } from './s3-bucket.ts'
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
 * Takes a content away that no row refers to, if it was stored that long ago. False: it was not, or somebody else is about
 * to take it away.
 */
export async function removeUnwanted(bucket: Bucket, hash: string, patienceMs: number): Promise<boolean> {
  const begun = performance.now()
  const note = notesAbout(hash) + randomUUID()
  await bucket.put(note, Buffer.alloc(0))
  const found = await lookAt(bucket, hash, note, patienceMs).catch(async (error: unknown) => {
    await bucket.remove(note)
    throw error
  })
  const isDue = found === 'old' && performance.now() - begun < QUICKLY_MS
  // Sent once: a second try could come after somebody has stored it again. Where nobody knows whether it arrived, the
  // note stays until it is void. Nor is it sent for what is not there, and what somebody may be storing now.
  if (isDue) await bucket.remove(keyOf(hash), { isOnce: true })
  await bucket.remove(note)
  return isDue || found === 'nothing'
}

/** What there is to take away, by the clock of the bucket: ours may be wrong. */
async function lookAt(
  bucket: Bucket,
  hash: string,
  note: string,
  patienceMs: number,
): Promise<'nothing' | 'old' | 'young' | 'taken'> {
  const notes = await listNotes(bucket, hash)
  const own = notes.find(({ key }) => key === note)
  if (!own || notes.some(({ key, at }) => key !== note && own.at - at < VOID_MS)) return 'taken'
  const content = await bucket.find(keyOf(hash))
  if (!content) return 'nothing'
  return content.at < own.at - patienceMs ? 'old' : 'young'
}

/**
 * Has a content that was just stored over another one come to stay? Only if nobody is about to take it away, and, looked
 * at after that, nobody has.
 */
export async function isThereToStay(bucket: Bucket, hash: string): Promise<boolean> {
  return (await listNotes(bucket, hash)).length === 0 && (await bucket.find(keyOf(hash))) !== undefined
}

async function listNotes(bucket: Bucket, hash: string): Promise<Stored[]> {
  const notes: Stored[] = []
  for await (const note of bucket.list(notesAbout(hash))) notes.push(note)
  return notes
}

function notesAbout(hash: string): string {
  return `${NOTES}removing/${hash}/`
}
