import { randomUUID } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Unavailable } from '../errors.ts'
import type { S3Place } from '../lib/s3-place.ts'
import { isMissing, MadeFolders } from './folders.ts'
import { type Bucket, openBucket } from './s3-bucket.ts'
import { translateTrouble } from './s3-errors.ts'
import { isThereToStay, NOTES, removeUnwanted } from './s3-removal.ts'
import { uploadFile } from './s3-upload.ts'
import { ContentMissing, type FileStore, isHash, keyOf } from './store.ts'

const DAY_MS = 24 * 3_600_000
/** A server that sends nothing for this long while a reader waits is given up. */
const STALLED_MS = 60_000

/** Stores content in an S3 bucket that several of our servers may share. */
export function openS3Store(place: S3Place, { patienceMs = DAY_MS, folders = new MadeFolders() } = {}): FileStore {
  const bucket = openBucket(place)

  return {
    number: 2,

    async put({ path, held }, hash) {
      // The name alone tells the clean-up about content without a row.
      if (held) await writeName(folders, path)
      const isNew = (await bucket.find(keyOf(hash))) === undefined
      await (held ? bucket.put(keyOf(hash), held) : uploadFrom(bucket, path, hash))
      if (!isNew && !(await isThereToStay(bucket, hash))) {
        throw new Unavailable('storage.cleaning_up', { retryAfterSeconds: 60 })
      }
      return isNew
    },

    async sizeOf(hash) {
      return (await bucket.find(keyOf(hash)))?.size
    },

    async read(hash, range) {
      const body = await bucket.open(keyOf(hash), range)
      if (!body) throw new ContentMissing(hash)
      return passOn(place, body)
    },

    async discard(_path, hash) {
      const found = await bucket.find(keyOf(hash))
      if (!found) return true
      return Date.now() - found.at > patienceMs && removeUnwanted(bucket, hash, patienceMs)
    },

    remove: (hash) => bucket.remove(keyOf(hash)),

    async *list() {
      for await (const { key } of bucket.list('')) {
        if (!key.startsWith(NOTES)) yield key.split('/').at(-1) || key
      }
    },

    async tidy() {
      const longAgo = (await clockOf(bucket)) - patienceMs
      let removed = 0
      for await (const { key, id, begunAt } of bucket.listUnfinished()) {
        if (begunAt >= longAgo || !isHash(key.split('/').at(-1) ?? '')) continue
        await bucket.abandonParts(key, id)
        removed++
      }
      for await (const { key, at } of bucket.list(NOTES)) if (at < longAgo) await bucket.remove(key)
      return removed
    },

    async check() {
      await clockOf(bucket)
      await first(bucket.list(NOTES))
      await first(bucket.listUnfinished())
    },
  }
}

/** Reads the bucket's clock from an object that is stored briefly. */
async function clockOf(bucket: Bucket): Promise<number> {
  const key = `${NOTES}trial/${randomUUID()}`
  await bucket.put(key, Buffer.alloc(0))
  const found = await bucket.find(key)
  await bucket.remove(key)
  if (!found) throw new Error('what was just stored in the bucket is not there')
  return found.at
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

async function writeName(folders: MadeFolders, path: string): Promise<void> {
  await writeFile(path, '', { mode: 0o600 }).catch((error: unknown) => {
    if (isMissing(error)) folders.forget()
    throw error
  })
}

/**
 * Passes content on. The reader may be slow, but a server that stalls while the reader waits is given up. A reader who
 * leaves also ends the request.
 */
function passOn(place: S3Place, body: Readable): Readable {
  let waiting: NodeJS.Timeout | undefined
  const giveUp = () => body.destroy(new Error('it sends nothing any more'))
  const content = new Readable({
    read() {
      waiting ??= setTimeout(giveUp, STALLED_MS)
      body.resume()
    },
    destroy(error, done) {
      clearTimeout(waiting)
      body.destroy()
      done(error)
    },
  })
  body.on('data', (chunk: Buffer) => {
    clearTimeout(waiting)
    waiting = undefined
    if (!content.push(chunk)) body.pause()
  })
  body.on('end', () => content.push(null))
  body.on('error', (error) => content.destroy(translateTrouble(place, error) as Error))
  return content
}
