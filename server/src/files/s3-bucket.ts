import type { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3 } from '@aws-sdk/client-s3'
import type { S3Place } from '../lib/s3-place.ts'
import { S3Trouble, translateTrouble } from './s3-errors.ts'
import type { ByteRange } from './store.ts'

/** An object. Its key is relative to the prefix. */
export interface Stored {
  key: string
  size: number
  /** When it was last stored, in milliseconds. */
  at: number
}

/** A multipart upload that was not completed. */
export interface Unfinished {
  key: string
  id: string
  begunAt: number
}

export interface Part {
  PartNumber: number
  ETag: string | undefined
}

/** A bucket. Every failure is an `S3Trouble`, after a bounded time. */
export interface Bucket {
  find(key: string): Promise<Omit<Stored, 'key'> | undefined>
  /** Undefined if there is no such object. The reader may read slowly. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>
  put(key: string, content: Buffer): Promise<void>
  /** `isOnce` turns retries off, even if the outcome is unknown. */
  remove(key: string, options?: { isOnce?: boolean }): Promise<void>
  list(prefix: string): AsyncIterable<Stored>
  beginParts(key: string): Promise<string>
  putPart(key: string, id: string, number: number, content: Buffer): Promise<Part>
  joinParts(key: string, id: string, parts: readonly Part[]): Promise<void>
  abandonParts(key: string, id: string): Promise<void>
  listUnfinished(): AsyncIterable<Unfinished>
}

const CONNECT_MS = 5000
/** How long one try may take until the answer begins. */
const WITHIN_MS = { question: 20_000, content: 60_000, joining: 300_000 }
const TRIES = 3
/** Every download holds a connection for as long as its reader takes. */
const MOST_CONNECTIONS = 1024

/** Does not connect, load the library or look for credentials yet. */
export function openBucket(place: S3Place): Bucket {
  const clients = new Map<number, Promise<S3>>()
  const clientFor = (tries: number) => {
    const client = clients.get(tries) ?? makeClient(place, tries)
    clients.set(tries, client)
    return client
  }
  const send = async <T>(request: (s3: S3) => Promise<T>, tries = TRIES): Promise<T> => {
    try {
      return await request(await clientFor(tries))
    } catch (error) {
      throw translateTrouble(place, error)
    }
  }
  const object = (key: string) => ({ Bucket: place.bucket, Key: place.prefix + key })
  const ownKey = (key = '') => key.slice(place.prefix.length)

  return {
    async find(key) {
      const found = await orMissing(send((s3) => s3.headObject(object(key), limits('question'))))
      return found && { size: found.ContentLength ?? 0, at: found.LastModified?.getTime() ?? Date.now() }
    },

    async open(key, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
      // Without a limit for the whole transfer: the body is still to come.
      const asked = { requestTimeout: WITHIN_MS.question }
      const found = await orMissing(send((s3) => s3.getObject({ ...object(key), ...part }, asked)))
      return found && bodyOf(found)
    },

    async put(key, content) {
      await send((s3) => s3.putObject({ ...object(key), Body: content }, limits('content')))
    },

    async remove(key, { isOnce = false } = {}) {
      await send((s3) => s3.deleteObject(object(key), limits('question')), isOnce ? 1 : TRIES)
    },

    async *list(prefix) {
      const { Bucket, Key: Prefix } = object(prefix)
      for (let ContinuationToken: string | undefined; ; ) {
        const where = { Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }
        const page = await send((s3) => s3.listObjectsV2(where, limits('question')))
        for (const { Key, Size = 0, LastModified } of page.Contents ?? []) {
          yield { key: ownKey(Key), size: Size, at: LastModified?.getTime() ?? Date.now() }
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
        if (!ContinuationToken) return
      }
    },

    async beginParts(key) {
      const { UploadId = '' } = await send((s3) => s3.createMultipartUpload(object(key), limits('question')))
      return UploadId
    },

    async putPart(key, id, PartNumber, content) {
      const part = { ...object(key), UploadId: id, PartNumber, Body: content }
      const { ETag } = await send((s3) => s3.uploadPart(part, limits('content')))
      return { PartNumber, ETag }
    },

    async joinParts(key, id, parts) {
      const whole = { ...object(key), UploadId: id, MultipartUpload: { Parts: [...parts] } }
      await send((s3) => s3.completeMultipartUpload(whole, limits('joining')))
    },

    async abandonParts(key, id) {
      await orMissing(send((s3) => s3.abortMultipartUpload({ ...object(key), UploadId: id }, limits('question'))))
    },

    async *listUnfinished() {
      let after: { KeyMarker?: string; UploadIdMarker?: string } = {}
      for (;;) {
        const where = { Bucket: place.bucket, Prefix: place.prefix, ...after }
        const page = await send((s3) => s3.listMultipartUploads(where, limits('question')))
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (UploadId) yield { key: ownKey(Key), id: UploadId, begunAt: Initiated?.getTime() ?? Date.now() }
        }
        if (!page.IsTruncated || !page.NextKeyMarker) return
        const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
        after = { KeyMarker, ...(UploadIdMarker && { UploadIdMarker }) }
      }
    },
  }
}

/** The time limit of one try, and of all tries including the answer. */
function limits(kind: keyof typeof WITHIN_MS): { requestTimeout: number; abortSignal: AbortSignal } {
  const requestTimeout = WITHIN_MS[kind]
  return { requestTimeout, abortSignal: AbortSignal.timeout(requestTimeout * (TRIES + 1)) }
}

function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  return Body as Readable
}

const MISSING = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])

async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof S3Trouble && MISSING.has(error.code)) return undefined
    throw error
  }
}

/**
 * Loads the library lazily: it takes as long as the rest of the start. Credentials come from the usual places of AWS.
 */
async function makeClient({ region, endpoint, pathStyle }: S3Place, tries: number): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3')
  const agent = { keepAlive: true, maxSockets: MOST_CONNECTIONS }
  return new S3({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts: tries,
    // Some servers other than Amazon's do not know the newer checksums. Requests are signed with their SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      throwOnRequestTimeout: true,
      // A reader may pause, so passOn watches for stalled answers instead.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}
