import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { oneFile } from '../../test/forms.ts'
import { type TestApp, testApp } from '../../test/harness.ts'
import { hasS3, type Line, openLine, startS3, type TestS3 } from '../../test/s3/buckets.ts'
import { verifyAll } from '../../test/s3/labs.ts'
import { checkArchive } from '../backup/archive.ts'
import { createBackup } from '../backup/create.ts'
import { copyContents } from '../cli/copy-files.ts'
import { verify } from '../verify/verify.ts'
import { openLocalStore } from './local-store.ts'

/** Its hash sorts near the beginning, so many others come after it. */
const LARGE = Buffer.alloc(3_000_000, 9)
const SMALL = Array.from({ length: 40 }, (_, number) => `text ${number}`)
const ALL = 41
/** Breaks in the middle of the large one. */
const BYTES = 300_000

let s3: TestS3
let lab: TestApp
let line: Line
/** The ids of all files, ordered by hash. */
let ids: number[]
let close = async () => {}

describe.skipIf(!hasS3())('who reads all contents of a bucket', () => {
  beforeAll(async () => {
    s3 = await startS3()
    line = await openLine(s3.swift.endpoint)
    const env = { FILES_URL: (await s3.makeBucket()).url(line.endpoint) }
    lab = await testApp(env, {
      closing: (closing) => {
        close = closing
      },
    })
    const user = await lab.given.user()
    const at = `experiments/${await lab.given.experiment(user)}/uploads`
    const stored = [LARGE, ...SMALL].map(async (content) => {
      const { id } = await lab.as(user).postForm(at, oneFile('some.txt', content))
      return { id, hash: hash('sha256', content) }
    })
    const inOrder = (await Promise.all(stored)).sort((a, b) => (a.hash < b.hash ? -1 : 1))
    ids = inOrder.map(({ id }) => id)
  })
  afterAll(async () => {
    await close()
    await line?.close()
    await s3?.remove()
  })

  test('goes on where a connection broke', async () => {
    const folder = makeFolder()
    const archive = join(folder, 'backup')
    line.breakAfter(BYTES)
    expect(await verifyAll(lab)).toMatchObject({ ok: true, files: ALL, findings: [] })
    line.breakAfter(BYTES)
    expect(await createBackup(lab.ctx, archive)).toMatchObject({ files: ALL, missing: 0 })
    const { members } = await checkArchive(archive)
    const contents = members.filter(({ name }) => name.startsWith('files/'))
    expect(contents.map(({ name }) => name.slice(-64))).toEqual(contents.map(({ sha256 }) => sha256))
    line.breakAfter(BYTES)
    expect(await copyTo(folder)).toMatchObject({ files: ALL, copied: ALL, problems: [] })
    expect(await verifyIn(folder)).toMatchObject({ ok: true, files: ALL })
  })

  test('is told how far it came when the bucket is gone, and nothing is left half done', async () => {
    const folder = makeFolder()
    line.breakAfter(BYTES, { isCut: true })
    const { findings, files } = await verifyAll(lab)
    const unread = findings.slice(0, -1).map(({ id }) => id)
    expect(unread.length).toBeGreaterThanOrEqual(16)
    expect(unread).toEqual(ids.filter((id) => unread.includes(id)))
    expect(files).toBeLessThanOrEqual(ALL - unread.length)
    expect(findings[0]?.message).toMatch(/ cannot be read: File storage does not work .*cannot be reached/)
    expect(findings.at(-1)).toMatchObject({
      ...{ table: 'files', id: null },
      message: 'contents of files: 16 in a row cannot be read, and the others were not looked at',
    })
    line.mend()

    line.breakAfter(BYTES, { isCut: true })
    const noBackup = /^The storage of files failed after \d+ contents; no backup was written$/
    await expect(createBackup(lab.ctx, join(folder, 'backup'))).rejects.toThrow(noBackup)
    expect(readdirSync(folder)).toEqual([])
    line.mend()

    line.breakAfter(BYTES, { isCut: true })
    await expect(copyTo(folder)).rejects.toThrow(/^The bucket failed after \d+ contents; run the command again/)
    line.mend()
    expect(await copyTo(folder)).toMatchObject({ files: ALL, problems: [] })
    expect(await verifyIn(folder)).toMatchObject({ ok: true, files: ALL })
    expect(readdirSync(lab.ctx.files.incoming)).toEqual([])
  })
})

function copyTo(folder: string) {
  return copyContents(lab.ctx, lab.ctx.files.store, openLocalStore(folder, lab.ctx.files.incoming))
}

function verifyIn(folder: string) {
  return verify(lab.ctx.db, undefined, { store: openLocalStore(folder, lab.ctx.files.incoming) })
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-s3-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
