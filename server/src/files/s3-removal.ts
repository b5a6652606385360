import { randomUUID } from 'node:crypto'
import type { Bucket, Stored } from './s3-bucket.ts'
import { keyOf } from './store.ts'

/**
 * S3 has no conditional delete, and several of our servers may share a bucket. So whoever removes content leaves a note
 * first and then checks how old the content is; whoever stores content over an existing copy checks for notes
 * afterwards. One of the two always sees the other (decision 10).
 */

/** The prefix of notes. No content lies below it. */
export const NOTES = 'notes/'

/** After this time a note no longer counts. */
const VOID_MS = 3_600_000
/** Whoever takes longer than this from the note to the removal gives up. */
const QUICKLY_MS = 60_000

/**
 * Removes content without a row if it was stored long enough ago. False if it is too young, or if somebody else is
 * about to remove it.
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
  // Sent without retries: a retry could delete content that was stored again meanwhile. If the outcome is unknown, the
  // note stays until it expires. Nothing is sent for missing content, or for content that somebody may be storing now.
  if (isDue) await bucket.remove(keyOf(hash), { isOnce: true })
  await bucket.remove(note)
  return isDue || found === 'nothing'
}

/** Compares times of the bucket's clock, because ours may be wrong. */
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
 * Whether content that just replaced an older copy will stay: nobody is about to remove it and, checked after that,
 * nobody has.
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
