import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasS3, type Line, openLine, startS3, type TestS3 } from '../../test/s3/buckets.ts'
import { eventually } from '../../test/time/eventually.ts'
import { readPlace } from '../lib/s3-place.ts'
import { openLocalStore } from './local-store.ts'
import { type Bucket, openBucket } from './s3-bucket.ts'
import { S3Trouble } from './s3-errors.ts'
import { isThereToStay, removeUnwanted } from './s3-removal.ts'
import { openS3Store } from './s3-store.ts'
import { PART_BYTES } from './s3-upload.ts'
import { ContentMissing, type FileStore, keyOf } from './store.ts'

let s3: TestS3

describe.skipIf(!hasS3())('contents', () => {
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3?.remove())

  describe.each([
    ['in a folder', async () => openLocalStore(makeFolder(), makeFolder())],
    ['in a bucket', async () => openS3Store((await s3.makeBucket()).place())],
  ])('%s', (_, openStore) => {
    test('are stored once, found, read in whole and in part, listed and removed', async () => {
      const store = await openStore()
      await store.check()
      expect(await collect(store.list())).toEqual([])
      const text = Buffer.from('a small content')
      const sha256 = hash('sha256', text)
      expect(await store.sizeOf(sha256)).toBeUndefined()
      await expect(store.read(sha256)).rejects.toThrow(ContentMissing)

      const path = nameFor(sha256)
      expect(await store.put({ path, held: text }, sha256)).toBe(true)
      expect(existsSync(path)).toBe(true)
      expect(await store.put({ path: nameFor(sha256), held: text }, sha256)).toBe(false)

      expect(await store.sizeOf(sha256)).toBe(text.length)
      expect((await readAll(store, sha256)).equals(text)).toBe(true)
      expect(String(await readAll(store, sha256, { start: 2, end: 6 }))).toBe('small')
      expect(await collect(store.list())).toEqual([sha256])
      expect(await store.tidy()).toBe(0)
      await store.remove(sha256)
      expect(await collect(store.list())).toEqual([])
      await store.remove(sha256)
    })

    test('of no bytes are contents, too', async () => {
      const store = await openStore()
      const sha256 = hash('sha256', '')
      expect(await store.put({ path: nameFor(sha256), held: Buffer.alloc(0) }, sha256)).toBe(true)
      expect(await store.sizeOf(sha256)).toBe(0)
      expect((await readAll(store, sha256)).length).toBe(0)
    })

    test('that are large come from a file, which others may go on to have by another name', async () => {
      const store = await openStore()
      const content = randomBytes(2 * PART_BYTES + 12_345)
      const sha256 = hash('sha256', content)
      const path = nameFor(sha256)
      writeFileSync(path, content)
      linkSync(path, `${path}.part`)
      expect(await store.put({ path, held: undefined }, sha256)).toBe(true)
      expect(existsSync(path)).toBe(true)
      expect(readFileSync(`${path}.part`).equals(content)).toBe(true)
      expect(await store.sizeOf(sha256)).toBe(content.length)
      expect(hash('sha256', await readAll(store, sha256))).toBe(sha256)
      const range = { start: PART_BYTES - 3, end: PART_BYTES + 2 }
      expect((await readAll(store, sha256, range)).equals(content.subarray(range.start, range.end + 1))).toBe(true)
    })
  })

  describe('that nothing refers to, in a bucket', () => {
    const content = Buffer.from('nobody wants this')
    const sha256 = hash('sha256', content)

    test('stay for a day, also when they are stored again while somebody is about to take them away', async () => {
      const { bucket, store, name } = await putOne()
      expect(await store.discard(name, sha256)).toBe(false)
      expect(await removeUnwanted(openBucket(bucket.place()), sha256, MINUTE)).toBe(false)
      expect(await bucket.keys()).toEqual([`notebook/${keyOf(sha256)}`])
    })

    test('are taken away after that, and no note of it stays', async () => {
      const { bucket, name } = await putOne()
      const later = openS3Store(bucket.place(), { patienceMs: -MINUTE })
      expect(await later.discard(name, sha256)).toBe(true)
      expect(await bucket.keys()).toEqual([])
      expect(await later.discard(name, sha256)).toBe(true)
    })

    test('are left alone while another server takes them away, and nobody can store them meanwhile', async () => {
      const { bucket, name } = await putOne()
      const note = `notes/removing/${sha256}/of-another-server`
      await bucket.put(note, Buffer.alloc(0))
      const later = openS3Store(bucket.place(), { patienceMs: -MINUTE })
      expect(await later.discard(name, sha256)).toBe(false)
      expect(await later.sizeOf(sha256)).toBe(content.length)
      expect(await collect(later.list())).toEqual([sha256])

      const again = later.put({ path: nameFor(sha256), held: content }, sha256)
      await expect(again).rejects.toMatchObject({ status: 503, message: expect.stringMatching(/being cleaned up/) })
      expect(await later.tidy()).toBe(0)
      expect(await bucket.keys()).toEqual([`notebook/${keyOf(sha256)}`])
      expect(await later.put({ path: nameFor(sha256), held: content }, sha256)).toBe(false)
    })

    test('that are stored in the moment in which somebody finds that they are gone stay', async () => {
      const bucket = openBucket((await s3.makeBucket()).place())
      const find: Bucket['find'] = async (key) => {
        const found = await bucket.find(key)
        await bucket.put(key, content)
        return found
      }
      expect(await removeUnwanted({ ...bucket, find }, sha256, -MINUTE)).toBe(true)
      expect(await bucket.find(keyOf(sha256))).toMatchObject({ size: content.length })
    })

    test('that went after they had been stored again are not taken for stored', async () => {
      const { bucket, name } = await putOne()
      const direct = openBucket(bucket.place())
      expect(await isThereToStay(direct, sha256)).toBe(true)
      await openS3Store(bucket.place(), { patienceMs: -MINUTE }).discard(name, sha256)
      expect(await isThereToStay(direct, sha256)).toBe(false)
    })

    async function putOne() {
      const bucket = await s3.makeBucket()
      const store = openS3Store(bucket.place())
      const name = nameFor(sha256)
      await store.put({ path: name, held: content }, sha256)
      return { bucket, store, name }
    }
  })

  test('parts that were never put together are taken away after a day, those of other programs are not', async () => {
    const bucket = await s3.makeBucket()
    const begin = (Key: string) => s3.api.createMultipartUpload({ Bucket: bucket.name, Key })
    await begin(`notebook/${keyOf('a'.repeat(64))}`)
    await begin('notebook/of-somebody-else')
    const unfinished = async () =>
      ((await s3.api.listMultipartUploads({ Bucket: bucket.name })).Uploads ?? []).map(({ Key }) => Key)
    expect(await openS3Store(bucket.place()).tidy()).toBe(0)
    expect(await unfinished()).toHaveLength(2)
    expect(await openS3Store(bucket.place(), { patienceMs: -MINUTE }).tidy()).toBe(1)
    expect(await unfinished()).toEqual(['notebook/of-somebody-else'])
  })

  test('a bucket that cannot be used is told of in words, and no secret with them', async () => {
    const bucket = await s3.makeBucket()
    const check = (url: string) => openS3Store(readPlace(url)).check()
    const tellsWhy = (why: RegExp) => ({ status: 503, cause: { message: expect.stringMatching(why) } })
    const { endpoint } = s3.swift
    await expect(check(`s3://none-of-ours/?endpoint=${endpoint}`)).rejects.toMatchObject(tellsWhy(/no such bucket/))
    await expect(check(`s3://${bucket.name}/?endpoint=http://127.0.0.1:1`)).rejects.toMatchObject(
      tellsWhy(/cannot be reached .*ECONNREFUSED/),
    )
    await expect(check(`s3://${bucket.name}/?region=mars-1&endpoint=${endpoint}`)).rejects.toMatchObject(
      tellsWhy(/'mars-1' is wrong/),
    )
    await signedInWith({ AWS_SECRET_ACCESS_KEY: 'not-the-secret' }, async () => {
      const error = await check(bucket.url()).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject(tellsWhy(/AWS_SECRET_ACCESS_KEY is wrong/))
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/not-the-secret|StringToSign/)
    })
    await check(bucket.url())
    expect(await bucket.keys()).toEqual([])
  })

  test('a server that is full has no room', async () => {
    const full = createServer((request, response) => {
      response.statusCode = request.method === 'HEAD' ? 404 : 507
      response.end()
    })
    full.listen(0, '127.0.0.1')
    await once(full, 'listening')
    onTestFinished(() => void full.close())
    const { port } = full.address() as AddressInfo
    const store = openS3Store(readPlace(`s3://full/?endpoint=http://127.0.0.1:${port}`))
    const sha256 = 'a'.repeat(64)
    const putting = store.put({ path: nameFor(sha256), held: Buffer.from('x') }, sha256)
    await expect(putting).rejects.toMatchObject({ status: 507, message: expect.stringMatching(/No storage is left/) })
  })

  describe('over a line that fails', () => {
    const content = randomBytes(PART_BYTES)
    const sha256 = hash('sha256', content)
    let line: Line
    let store: FileStore
    beforeAll(async () => {
      const bucket = await s3.makeBucket()
      await bucket.put(keyOf(sha256), content)
      line = await openLine(s3.swift.endpoint)
      store = openS3Store(bucket.place(line.endpoint))
    })
    afterAll(() => line.close())

    test('a reader who leaves ends the request to the server', async () => {
      line.hold(PART_BYTES / 2)
      const stream = await store.read(sha256)
      let received = 0
      stream.on('data', (chunk) => {
        received += chunk.length
      })
      // The reader has read all that comes through and now waits for the server.
      await eventually(() => expect(received).toBeGreaterThan(PART_BYTES / 2 - 4096), PATIENT)
      expect(line.open()).toBe(1)
      stream.destroy()
      await eventually(() => expect(line.open()).toBe(0), PATIENT)
      line.mend()
    })

    test('a content that breaks off is no shorter content', async () => {
      line.hold(PART_BYTES / 2)
      const stream = await store.read(sha256)
      await once(stream, 'readable')
      const reading = collect(stream)
      line.cut()
      await expect(reading).rejects.toThrow(S3Trouble)
      await expect(store.read(sha256)).rejects.toMatchObject({ status: 503 })
      line.mend()
      expect((await readAll(store, sha256)).equals(content)).toBe(true)
    })
  })
})

const MINUTE = 60_000
const PATIENT = { timeout: 15_000 }

async function signedInWith(env: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const before = { ...process.env }
  Object.assign(process.env, env)
  try {
    await work()
  } finally {
    for (const name of Object.keys(env)) process.env[name] = before[name]
  }
}

async function readAll(store: FileStore, sha256: string, range?: { start: number; end: number }): Promise<Buffer> {
  return Buffer.concat(await collect<Buffer>(await store.read(sha256, range)))
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}

function nameFor(sha256: string): string {
  return join(makeFolder(), `name.${sha256}`)
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
