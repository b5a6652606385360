import { hash, randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../test/harness.ts'
import { hasS3, type Line, openLine, startS3, type TestBucket, type TestS3 } from '../../test/s3/buckets.ts'
import { cleanUpLater, keysOf, localFiles, programOf, verifyAll } from '../../test/s3/labs.ts'
import { eventually } from '../../test/time/eventually.ts'
import { PART_BYTES } from './s3-upload.ts'

/** The machine may be busy. */
const PATIENT = { timeout: 15_000, interval: 100 }

let s3: TestS3

describe.skipIf(!hasS3())('an upload in parts, with the files on S3', () => {
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3?.remove())

  test('is resumed after a broken connection and after each crash, and is one content of the bucket', async () => {
    const opened = await openLab()
    const { lab, bucket, line, ada, entry } = opened
    const content = randomBytes(2 * PART_BYTES + 100_000)
    const program = programOf(lab, { FILES_URL: bucket.url(line.endpoint) })

    const first = await program.serve()
    const upload = await begin(first.base, ada, entry, content.length)
    expect(await send(first.base, ada, upload, 0, content.subarray(0, 1_000_000))).toMatchObject({ status: 204 })
    await sendBroken(opened, first.base, upload, 1_000_000, content.subarray(1_000_000, 3_000_000))
    await eventually(async () => expect((await head(first.base, ada, upload)).offset).toBe(3_000_000), PATIENT)
    await first.kill()
    expect(await bucket.keys()).toEqual([])

    // All bytes have arrived, and some are in the bucket, when the next server is killed.
    const second = await program.serve()
    expect(await head(second.base, ada, upload)).toMatchObject({ offset: 3_000_000, file: undefined })
    line.holdAt(/partNumber=/)
    const last = send(second.base, ada, upload, 3_000_000, content.subarray(3_000_000)).catch(() => 'cut off')
    await eventually(async () => expect(await unfinishedIn(bucket)).toHaveLength(1), PATIENT)
    await second.kill()
    expect(await last).toBe('cut off')
    line.mend()
    expect(await contentsIn(bucket)).toEqual([])

    const third = await program.serve()
    const { offset, file } = await head(third.base, ada, upload)
    expect({ offset, file }).toEqual({ offset: content.length, file: expect.any(Number) })
    expect((await head(third.base, ada, upload)).file).toBe(file)
    await third.stop()

    expect(await contentsIn(bucket)).toEqual(keysOf(content))
    expect(await storedIn(bucket, content)).toBe(hash('sha256', content))
    expect(await filesOf(lab, ada, entry)).toMatchObject([{ id: file, filesize: content.length }])
    expect(await verifyAll(lab, bucket)).toMatchObject({ ok: true, files: 1 })
    // The result is kept for a day; nothing else is left.
    expect(localFiles(lab)).toEqual([upload])
    await cleanUpLater(lab, bucket)
    expect(await unfinishedIn(bucket)).toEqual([])
    expect(await bucket.keys()).toEqual(keysOf(content))
  })

  test('is one file when the content had arrived in the bucket and the server ended before there was a row', async () => {
    const { lab, bucket, line, ada, entry } = await openLab()
    const content = randomBytes(600_000)
    const program = programOf(lab, { FILES_URL: bucket.url(line.endpoint) })
    const first = await program.serve()
    const upload = await begin(first.base, ada, entry, content.length)
    await send(first.base, ada, upload, 0, content.subarray(0, 400_000))
    line.holdAt(/^PUT \S+[0-9a-f]{64}/)
    const last = send(first.base, ada, upload, 400_000, content.subarray(400_000)).catch(() => 'cut off')
    await eventually(async () => expect(await contentsIn(bucket)).toEqual(keysOf(content)), PATIENT)
    await first.kill()
    expect(await last).toBe('cut off')
    line.mend()
    expect(await filesOf(lab, ada, entry)).toEqual([])

    const second = await program.serve()
    const { file } = await head(second.base, ada, upload)
    expect(file).toEqual(expect.any(Number))
    await second.stop()
    expect(await filesOf(lab, ada, entry)).toMatchObject([{ id: file, hash: hash('sha256', content) }])
    await cleanUpLater(lab, bucket)
    expect(localFiles(lab)).toEqual([upload])
    expect(await storedIn(bucket, content)).toBe(hash('sha256', content))
    expect(await bucket.keys()).toEqual(keysOf(content))
  })

  test('waits with all its bytes while the bucket is gone, and becomes a file when that is back', async () => {
    const { lab, bucket, line, ada, entry } = await openLab({ FILES_TEAM_QUOTA: '1000000' })
    const base = await listen(lab)
    const content = randomBytes(600_000)
    const upload = await begin(base, ada, entry, content.length)
    line.cut()
    expect(await send(base, ada, upload, 0, content)).toMatchObject({ status: 503 })
    expect(await head(base, ada, upload)).toMatchObject({ status: 503 })
    expect(await filesOf(lab, ada, entry)).toEqual([])
    line.mend()
    const { file } = await head(base, ada, upload)
    expect(await filesOf(lab, ada, entry)).toMatchObject([{ id: file, hash: hash('sha256', content) }])
    // Each failed try leaves only a name, until its outcome is known.
    const sizes = readdirSync(lab.ctx.files.incoming).map((name) => statSync(join(lab.ctx.files.incoming, name)).size)
    expect(sizes).toEqual([0, 0])
    await cleanUpLater(lab, bucket)
    expect(localFiles(lab)).toEqual([upload])

    // Neither an upload refused at its end nor a cancelled one leaves anything in the bucket.
    const tooMuch = await begin(base, ada, entry, 300_000)
    expect(await send(base, ada, tooMuch, 0, randomBytes(200_000))).toMatchObject({ status: 204 })
    lab.ctx.config.FILES_TEAM_QUOTA = 700_000
    expect(await send(base, ada, tooMuch, 200_000, randomBytes(100_000))).toMatchObject({ status: 507 })
    expect(await call(base, ada, 'DELETE', tooMuch)).toMatchObject({ status: 204 })
    expect(localFiles(lab)).toEqual([upload])
    expect(await bucket.keys()).toEqual(keysOf(content))
    expect(await verifyAll(lab)).toMatchObject({ ok: true, files: 1 })
  })
})

interface Lab {
  lab: TestApp
  bucket: TestBucket
  line: Line
  ada: TestUser
  entry: number
}

async function openLab(env: Record<string, string> = {}): Promise<Lab> {
  const bucket = await s3.makeBucket()
  const line = await openLine(s3.swift.endpoint)
  onTestFinished(() => line.close())
  const lab = await testApp({ FILES_URL: bucket.url(line.endpoint), ...env })
  const ada = await lab.given.user()
  return { lab, bucket, line, ada, entry: await lab.given.experiment(ada) }
}

async function listen({ app }: TestApp): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

interface Told {
  status: number
  offset: number
  /** The id of the resulting file. */
  file: number | undefined
  location: string
}

type Bytes = Buffer | ReadableStream

/** A request of the protocol over a real connection. */
async function call(
  base: string,
  { key }: TestUser,
  method: string,
  upload: string,
  headers: Record<string, string> = {},
  body?: Bytes,
): Promise<Told> {
  const response = await fetch(`${base}/api/v2/resumable-uploads${upload && `/${upload}`}`, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: key, ...headers },
    ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer>, duplex: 'half' }),
  })
  await response.arrayBuffer()
  const file = response.headers.get('x-upload-id')
  return {
    status: response.status,
    offset: Number(response.headers.get('upload-offset')),
    file: file === null ? undefined : Number(file),
    location: response.headers.get('location') ?? '',
  }
}

async function begin(base: string, user: TestUser, entry: number, size: number): Promise<string> {
  const told = { filename: 'stack.tif', entity_type: 'experiments', entity_id: String(entry) }
  const pairs = Object.entries(told).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const headers = { 'upload-length': String(size), 'upload-metadata': pairs.join(',') }
  const { location } = await call(base, user, 'POST', '', headers)
  return location.split('/').at(-1) ?? ''
}

function send(base: string, user: TestUser, upload: string, offset: number, body: Bytes): Promise<Told> {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return call(base, user, 'PATCH', upload, headers, body)
}

/** Breaks the connection after part of the bytes. */
async function sendBroken(
  { lab, ada }: Lab,
  base: string,
  upload: string,
  offset: number,
  bytes: Buffer,
): Promise<void> {
  const part = join(dirname(lab.ctx.files.incoming), 'partial', String(ada.id), upload, 'part')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(bytes)),
    async pull(controller) {
      await eventually(() => expect(statSync(part).size).toBe(offset + bytes.length), PATIENT)
      controller.error(new Error('the network is gone'))
    },
  })
  await expect(send(base, ada, upload, offset, body)).rejects.toThrow()
}

function head(base: string, user: TestUser, upload: string): Promise<Told> {
  return call(base, user, 'HEAD', upload)
}

async function filesOf({ as }: TestApp, user: TestUser, entry: number): Promise<object[]> {
  return (await as(user).get<object[]>(`experiments/${entry}/uploads`)).body
}

/** Without the probe object that each start stores briefly. */
async function contentsIn(bucket: TestBucket): Promise<string[]> {
  return (await bucket.keys()).filter((key) => !key.includes('/notes/'))
}

async function unfinishedIn({ name }: TestBucket): Promise<object[]> {
  return (await s3.api.listMultipartUploads({ Bucket: name })).Uploads ?? []
}

async function storedIn({ name }: TestBucket, content: Buffer): Promise<string> {
  const [Key = ''] = keysOf(content)
  const { Body } = await s3.api.getObject({ Bucket: name, Key })
  return hash('sha256', (await Body?.transformToByteArray()) ?? new Uint8Array())
}
