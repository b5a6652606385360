import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Upload } from '@aliquot/contract/uploads'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { digestDatabase } from '../../test/digest.ts'
import { makeForm, oneFile } from '../../test/forms.ts'
import { testApp } from '../../test/harness.ts'
import { hasS3, openLine, startS3, type TestS3 } from '../../test/s3/buckets.ts'
import { cleanUpLater, keysOf, localFiles, programOf, verifyAll } from '../../test/s3/labs.ts'
import { eventually } from '../../test/time/eventually.ts'
import { readZip } from '../../test/zip-reader.ts'
import { createBackup } from '../backup/create.ts'
import { restoreBackup } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { checkRunning } from '../features/instance/checks.ts'
import type { S3Place } from '../lib/s3-place.ts'
import { verify } from '../verify/verify.ts'
import { cleanUpFiles } from './clean-up.ts'
import { openS3Store } from './s3-store.ts'
import { PART_BYTES } from './s3-upload.ts'
import { keyOf } from './store.ts'

/** The machine may be busy. */
const PATIENT = { timeout: 15_000, interval: 100 }

let s3: TestS3

describe.skipIf(!hasS3())('a notebook with its files on S3', () => {
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3?.remove())

  test('stores, sends, replaces, packs and verifies them', async () => {
    const { lab, bucket, eve, at, id } = await openLab()
    const first = await eve.postForm(at, oneFile('note.txt', 'first version'))
    const same = await eve.postForm(at, oneFile('same.txt', 'first version'))
    const second = await eve.postForm(`${at}/${first.id}`, [
      { name: 'action', content: 'replace' },
      ...oneFile('note.txt', 'second version'),
    ])
    expect([first.status, same.status, second.status]).toEqual([201, 201, 201])
    expect((await eve.get<Upload>(`${at}/${second.id}`)).body).toMatchObject({ storage: 2, filesize: 14 })
    expect((await eve.get(`${at}/${first.id}?format=binary`)).raw.toString()).toBe('first version')
    const part = await eve.get(`${at}/${second.id}?format=binary`, { range: 'bytes=7-' })
    expect(part).toMatchObject({ status: 206, headers: { 'content-length': '7' }, body: 'version' })

    const zip = readZip((await eve.get(`experiments/${id}?format=zip`)).raw)
    const packed = [...zip.values()].map(String)
    expect(packed).toEqual(expect.arrayContaining(['first version', 'second version']))
    expect((await bucket.keys()).sort()).toEqual(keysOf('first version', 'second version'))
    expect(localFiles(lab)).toEqual([])
    expect(await verifyAll(lab)).toMatchObject({ ok: true, files: 2 })
  })

  test('stores a large one in parts, and sends any part of it', async () => {
    const { lab, bucket, eve, at } = await openLab()
    const large = randomBytes(PART_BYTES + 100_000)
    const { id, status } = await eve.postForm(at, oneFile('large.bin', large))
    expect(status).toBe(201)
    const range = `bytes=${PART_BYTES - 2}-${PART_BYTES + 1}`
    const part = await eve.get(`${at}/${id}?format=binary`, { range })
    expect(part.raw.equals(large.subarray(PART_BYTES - 2, PART_BYTES + 2))).toBe(true)
    expect(await bucket.keys()).toEqual(keysOf(large))
    expect(localFiles(lab)).toEqual([])
  })

  test('backs them up, restores them, and finds the one that was altered and the one that is missing', async () => {
    const { lab, bucket, eve, at } = await openLab()
    const altered = await eve.postForm(at, oneFile('altered.txt', 'one byte of this'))
    const lost = await eve.postForm(at, oneFile('lost.txt', 'none of this'))

    const archive = join(makeFolder(), 'backup')
    expect(await createBackup(lab.ctx, archive)).toMatchObject({ files: 2, missing: 0 })
    const target = await s3.makeBucket()
    const config = readConfig({ DATA_DIR: makeFolder(), FILES_URL: target.url() })
    expect(await restoreBackup(config, archive)).toMatchObject({ files: 2, verdict: { ok: true, files: 2 } })
    expect((await target.keys()).sort()).toEqual((await bucket.keys()).sort())
    await expect(restoreBackup({ ...config, DATA_DIR: makeFolder() }, archive)).rejects.toThrow('not empty')

    await bucket.put(keyOf(hash('sha256', 'one byte of this')), 'one bite of this')
    await lab.ctx.files.store.remove(hash('sha256', 'none of this'))
    const { ok, findings } = await verifyAll(lab)
    expect(ok).toBe(false)
    expect(findings.map(({ message }) => message).sort()).toEqual(
      [
        `file ${altered.id} of entry 1 (altered.txt): its content has been altered`,
        `file ${lost.id} of entry 1 (lost.txt): its content is missing`,
      ].sort(),
    )
    expect(await eve.get(`${at}/${lost.id}?format=binary`)).toMatchObject({ status: 503, body: { code: 503 } })
    // Uploading it again restores it.
    await eve.postForm(at, oneFile('found.txt', 'none of this'))
    expect((await eve.get(`${at}/${lost.id}?format=binary`)).raw.toString()).toBe('none of this')
  })

  test('refuses files while the server is gone, stores nothing of them, and goes on by itself', async () => {
    const line = await openLine(s3.swift.endpoint)
    onTestFinished(() => line.close())
    const { lab, bucket, eve, at } = await openLab(line.endpoint)
    const kept = await eve.postForm(at, oneFile('kept.txt', 'kept'))
    const before = await digestDatabase(lab.ctx)
    line.cut()
    const refused = await eve.postForm(at, oneFile('a.txt', 'refused'))
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    expect(refused.body).toMatchObject({ message: expect.stringMatching(/does not work.*nothing was stored/) })
    expect(await eve.postForm(at, oneFile('a.bin', randomBytes(PART_BYTES + 1)))).toMatchObject({ status: 503 })
    expect(await eve.get(`${at}/${kept.id}?format=binary`)).toMatchObject({ status: 503 })
    expect(await eve.get(`${at}/${kept.id}`)).toMatchObject({ status: 200 })
    expect(await digestDatabase(lab.ctx)).toEqual(before)
    line.mend()
    expect(await bucket.keys()).toHaveLength(1)
    expect(await eve.postForm(at, oneFile('a.txt', 'refused'))).toMatchObject({ status: 201 })
    expect(await verifyAll(lab)).toMatchObject({ ok: true, files: 2 })
    // Refused content may still have arrived, so its names stay, without bytes, until that is known.
    const left = readdirSync(lab.ctx.files.incoming).map((name) => statSync(join(lab.ctx.files.incoming, name)).size)
    expect(left).toEqual([0, 0])
    await cleanUpLater(lab, bucket)
    expect(readdirSync(lab.ctx.files.incoming)).toEqual([])
    expect(await bucket.keys()).toHaveLength(2)
  })

  test('leaves no content of an upload that the database refused, once it is cleaned up', async () => {
    const line = await openLine(s3.swift.endpoint)
    onTestFinished(() => line.close())
    const { lab, bucket, eve, at } = await openLab(line.endpoint, { FILES_TEAM_QUOTA: '1000' })
    // There is room for either one when it begins.
    line.hold(0)
    const sending = ['a', 'b'].map((name) => eve.postForm(at, oneFile(name, name.repeat(600))))
    await eventually(() => expect(line.open()).toBe(2), PATIENT)
    line.mend()
    const [first, second] = await Promise.all(sending)
    expect([first?.status, second?.status].sort()).toEqual([201, 507])
    expect(await bucket.keys()).toHaveLength(2)
    expect(await cleanUpFiles(lab.ctx)).toBe(0)
    await cleanUpLater(lab, bucket)
    expect(await bucket.keys()).toHaveLength(1)
    expect(await verifyAll(lab)).toMatchObject({ ok: true, files: 1 })
  })

  test('a server that is killed in the middle of an upload leaves nothing that the clean-up does not find', async () => {
    const bucket = await s3.makeBucket()
    const line = await openLine(s3.swift.endpoint)
    onTestFinished(() => line.close())
    const lab = await testApp()
    const user = await lab.given.user()
    const id = await lab.given.experiment(user)
    const server = await programOf(lab, { FILES_URL: bucket.url(line.endpoint) }).serve()
    const form = makeForm(oneFile('large.bin', randomBytes(3 * PART_BYTES)))
    // The parts are under way, and no answer to any of them comes back.
    line.holdAt(/partNumber=/)
    const sending = fetch(`${server.base}/api/v2/experiments/${id}/uploads`, {
      method: 'POST',
      headers: { authorization: user.key, 'content-type': form.type },
      body: form.body as Uint8Array<ArrayBuffer>,
    }).catch(() => undefined)
    const unfinished = async () => (await s3.api.listMultipartUploads({ Bucket: bucket.name })).Uploads ?? []
    await eventually(async () => expect(await unfinished()).toHaveLength(1), PATIENT)
    await server.kill()
    expect(await sending).toBeUndefined()
    expect(localFiles(lab)).toHaveLength(1)

    await cleanUpLater(lab, bucket)
    expect(await unfinished()).toEqual([])
    expect(await bucket.keys()).toEqual([])
    expect(localFiles(lab)).toEqual([])
  })

  test('/readyz tells that the bucket is away, and that it is back', async () => {
    const line = await openLine(s3.swift.endpoint)
    const { lab } = await openLab(line.endpoint)
    const ask = async () => {
      const reply = await lab.app.inject({ url: '/readyz' })
      return [reply.statusCode, reply.json().description ?? 'ready']
    }
    line.cut()
    expect(await ask()).toEqual([503, expect.stringMatching(/^files: the bucket (cannot be used|does not answer)$/)])
    line.mend()
    await expect.poll(ask, { timeout: 60_000, interval: 500 }).toEqual([200, 'ready'])
  })

  test('the command line moves all contents there and back, goes on where it was, and names what is damaged', async () => {
    const bucket = await s3.makeBucket()
    // The service runs with its files in the local folder.
    const lab = await testApp()
    const user = await lab.given.user()
    const at = `experiments/${await lab.given.experiment(user)}/uploads`
    for (const content of ['one', 'two', 'three']) await lab.as(user).postForm(at, oneFile(content, content))
    await bucket.put(keyOf(hash('sha256', 'two')), 'two')
    await bucket.put(keyOf(hash('sha256', 'three')), 'cut off')
    const checkIn = (FILES_URL: S3Place) => checkRunning({ ...lab.ctx.config, FILES_URL }, lab.ctx.db)
    expect(await checkIn((await s3.makeBucket()).place())).toContainEqual({
      name: 'contents',
      state: 'wrong',
      message: expect.stringMatching(/^file 1 is missing in the store/),
      code: 'contents.missing',
      params: { file: 1 },
    })
    const inFolder = programOf(lab)
    const copied = await inFolder.json(['files', 'copy', '--to', bucket.url()])
    expect(copied).toEqual({ files: 3, copied: 2, bytes: 8, problems: [] })

    const inBucket = programOf(lab, { FILES_URL: bucket.url() })
    rmSync(join(lab.ctx.config.DATA_DIR, 'files'), { recursive: true })
    const store = openS3Store(bucket.place())
    expect(await verify(lab.ctx.db, undefined, { store })).toMatchObject({ ok: true, files: 3 })
    const message = `s3://${bucket.name}/notebook/ at ${s3.swift.endpoint} answers and is writable`
    const checks = await checkIn(bucket.place())
    expect(checks).toContainEqual(expect.objectContaining({ name: 'files', state: 'ok', message }))
    expect(checks).toContainEqual(expect.objectContaining({ name: 'contents', state: 'ok' }))
    const wrong = await inBucket.aliquot(['doctor'], { env: { AWS_SECRET_ACCESS_KEY: 'wrong' } })
    expect(wrong).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ files .*AWS_SECRET_ACCESS_KEY is wrong/) })

    await bucket.put(keyOf(hash('sha256', 'one')), 'eno')
    const back = await inBucket.aliquot(['files', 'copy', '--to', 'folder', '--json'])
    const problems = [`${hash('sha256', 'one')} has been altered`]
    expect(back).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(back.stdout)).toEqual({ files: 3, copied: 2, bytes: 8, problems })
    expect(localFiles(lab).sort()).toEqual(['two', 'three'].map((content) => hash('sha256', content)).sort())
    expect(await inFolder.aliquot(['files', 'copy', '--to', 'nowhere'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--to is "folder", or must look like s3:/),
    })
  })
})

async function openLab(endpoint?: string, env: Record<string, string> = {}) {
  const bucket = await s3.makeBucket()
  const lab = await testApp({ FILES_URL: bucket.url(endpoint), ...env })
  const user = await lab.given.user()
  const id = await lab.given.experiment(user)
  return { lab, bucket, eve: lab.as(user), at: `experiments/${id}/uploads`, id }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-s3-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
