import { randomUUID } from 'node:crypto'
import { open, rename, stat, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Unavailable } from '../errors.ts'
import { forgetFolders, isMissing } from './local-store.ts'
import { type Bucket, openBucket } from './s3-bucket.ts'
import type { S3Place } from './s3-place.ts'
import { isBeingRemoved, NOTES, removeUnwanted } from './s3-removal.ts'
import { translateTrouble } from './s3-trouble.ts'
import { uploadFile } from './s3-upload.ts'
import { ContentMissing, type FileStore, isHash, keyOf } from './store.ts'

const DAY_MS = 24 * 3_600_000
/** A server that sends nothing for so long, while somebody waits for it, is given up. */
const STALLED_MS = 60_000

/** Contents in a bucket of a server that speaks S3, which several servers of ours may use. */
export function openS3Store(place: S3Place, { patienceMs = DAY_MS } = {}): FileStore {
  const bucket = openBucket(place)
  /** Nobody can still be about to refer to what is older than this. */
  const longAgo = () => Date.now() - patienceMs

  return {
    number: 2,

    async put({ path, held }, hash) {
      // The name alone tells the clean-up of a content that nothing came to refer to.
      if (held) await writeName(path)
      const isNew = (await bucket.find(keyOf(hash))) === undefined
      try {
        await (held ? bucket.put(keyOf(hash), held) : uploadFrom(bucket, path, hash))
      } finally {
        if (!held) await leaveName(path)
      }
      if (!isNew && (await isBeingRemoved(bucket, hash))) {
        throw new Unavailable('This content is just being cleaned up; nothing was stored', { retryAfterSeconds: 60 })
      }
      return isNew
    },

    async sizeOf(hash) {
      return (await bucket.find(keyOf(hash)))?.size
    },

    async read(hash, range) {
      const body = await bucket.open(keyOf(hash), range)
      if (!body) throw new ContentMissing(hash)
      const content = Readable.from(watch(place, body), { objectMode: false })
      // A reader who leaves in the middle ends the request, too.
      return content.once('close', () => body.destroy())
    },

    async discard(path, hash) {
      if ((await storedAt(path)) >= longAgo()) return false
      return (await bucket.find(keyOf(hash))) === undefined || removeUnwanted(bucket, hash, longAgo())
    },

    remove: (hash) => bucket.remove(keyOf(hash)),

    async *list() {
      for await (const { key } of bucket.list('')) {
        if (!key.startsWith(NOTES)) yield key.split('/').at(-1) || key
      }
    },

    async tidy() {
      let removed = 0
      for await (const { key, id, begunAt } of bucket.listUnfinished()) {
        if (begunAt >= longAgo() || !isHash(key.split('/').at(-1) ?? '')) continue
        await bucket.abandonParts(key, id)
        removed++
      }
      for await (const { key, at } of bucket.list(NOTES)) if (at < longAgo()) await bucket.remove(key)
      return removed
    },

    async check() {
      const key = `${NOTES}trial/${randomUUID()}`
      await bucket.put(key, Buffer.from('x'))
      if ((await bucket.find(key))?.size !== 1) throw new Error('what was just stored is not there')
      await first(bucket.list(key))
      await first(bucket.listUnfinished())
      await bucket.remove(key)
    },
  }
}

async function first<T>(all: AsyncIterable<T>): Promise<T | undefined> {
  for await (const one of all) return one
  return undefined
}

async function uploadFrom(bucket: Bucket, path: string, hash: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await uploadFile(bucket, keyOf(hash), file)
  } finally {
    await file.close()
  }
}

async function writeName(path: string): Promise<void> {
  await writeFile(path, '', { mode: 0o600 }).catch((error: unknown) => {
    if (isMissing(error)) forgetFolders()
    throw error
  })
}

/** Not emptied but replaced: somebody may know the same file by another name. */
async function leaveName(path: string): Promise<void> {
  const second = `${path}.second`
  await writeName(second)
  await rename(second, path)
}

/** When a content was put that this name tells of; long ago, when there is no such name any more. */
async function storedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    (error: unknown) => {
      if (isMissing(error)) return 0
      throw error
    },
  )
}

/** Passes a content on. The server may be slow, but not silent; its reader may. */
async function* watch(place: S3Place, body: Readable): AsyncGenerator<Buffer> {
  const awaitNext = () => setTimeout(() => body.destroy(new Error('it sends nothing any more')), STALLED_MS)
  let waiting = awaitNext()
  try {
    for await (const chunk of body) {
      clearTimeout(waiting)
      yield chunk
      waiting = awaitNext()
    }
  } catch (error) {
    throw translateTrouble(place, error)
  } finally {
    clearTimeout(waiting)
  }
}
