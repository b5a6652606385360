import { hash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenPerson, signIn } from '../../../test/browser.ts'
import { digestDatabase } from '../../../test/digest.ts'
import { oneFile } from '../../../test/forms.ts'
import { type Client, type Reply, sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { cleanUpFiles } from '../../files/clean-up.ts'
import { PROCESS_NAME } from '../../lib/process-name.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership } from '../users/users.memberships.ts'

const shared = sharedApp()
let lab: TestApp
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  lab = await shared()
  ada = await lab.given.user()
  ben = await lab.given.user()
})

describe('a file in parts', () => {
  test('is stored as one file of the entry, with the right hash, and the last part tells which', async () => {
    const entry = await lab.given.experiment(ada)
    const content = randomBytes(300_000)
    const { path, reply } = await begin(lab.as(ada), entry, content.length, { comment: 'Run 7' })
    expect(reply).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' } })
    expect(reply.headers.location).toMatch(/^http.*\/api\/v2\/resumable-uploads\/[0-9a-f]{32}$/)
    expect(Date.parse(reply.headers['upload-expires'] ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)

    const first = await send(lab.as(ada), path, 0, content.subarray(0, 100_000))
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '100000' } })
    expect(first.headers['x-upload-id']).toBeUndefined()
    expect(await head(lab.as(ada), path)).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '100000', 'upload-length': '300000', 'cache-control': 'no-store' },
    })
    const last = await send(lab.as(ada), path, 100_000, content.subarray(100_000))
    expect(last).toMatchObject({ status: 204, headers: { 'upload-offset': '300000' } })

    const id = Number(last.headers['x-upload-id'])
    const { body } = await lab.as(ada).get<object>(`experiments/${entry}/uploads/${id}`)
    expect(body).toMatchObject({
      ...{ real_name: 'gels/run 7 – é.bin', comment: 'Run 7', filesize: 300_000, userid: ada.id, item_id: entry },
      hash: hash('sha256', content),
    })
    const stored = await lab.as(ada).get(`experiments/${entry}/uploads/${id}?format=binary`)
    expect(stored.raw.equals(content)).toBe(true)
    expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
    expect(existsSync(placeOf(lab, ada, path))).toBe(false)
    expect(readdirSync(lab.ctx.files.incoming)).toEqual([])
  })

  test('is one file however often its end is asked for', async () => {
    const entry = await lab.given.experiment(ada)
    const { path } = await begin(lab.as(ada), entry, 4)
    const { headers } = await send(lab.as(ada), path, 0, 'done')
    const id = headers['x-upload-id']
    const again = [head(lab.as(ada), path), send(lab.as(ada), path, 4, ''), head(lab.as(ada), path)]
    for (const reply of await Promise.all(again)) {
      expect(reply.headers).toMatchObject({ 'upload-offset': '4', 'x-upload-id': id })
    }
    expect(await filesOf(lab, ada, entry)).toHaveLength(1)
    // The result can be deleted; the file stays.
    expect(await cancel(lab.as(ada), path)).toMatchObject({ status: 204 })
    expect(await head(lab.as(ada), path)).toMatchObject({ status: 404 })
    expect(await filesOf(lab, ada, entry)).toHaveLength(1)
  })

  test('may be empty, and may come with the request that begins it', async () => {
    const entry = await lab.given.experiment(ada)
    const empty = await begin(lab.as(ada), entry, 0)
    expect(Number(empty.reply.headers['x-upload-id'])).toBeGreaterThan(0)
    const bytes = { 'content-type': 'application/offset+octet-stream' }
    const some = await lab
      .as(ada)
      .send('POST', 'resumable-uploads', Buffer.from('ab'), { ...beginHeaders(entry, 4), ...bytes })
    expect(some).toMatchObject({ status: 201, headers: { 'upload-offset': '2' } })
    const rest = await send(lab.as(ada), some.path ?? '', 2, 'cd')
    expect(rest.headers['x-upload-id']).toBeTruthy()
    const files = await filesOf(lab, ada, entry)
    expect(files.map(({ filesize }) => filesize).sort()).toEqual([0, 4])
    expect(files.map((file) => file.hash)).toContain(hash('sha256', 'abcd'))
  })

  test('takes the place of another file, and keeps its comment', async () => {
    const entry = await lab.given.experiment(ada)
    const form = [...oneFile('old.txt', 'old'), { name: 'comment', content: 'Lane 2' }]
    const { id: old } = await lab.as(ada).postForm(`experiments/${entry}/uploads`, form)
    const { path } = await begin(lab.as(ada), entry, 3, { replaces: String(old) })
    await send(lab.as(ada), path, 0, 'new')
    expect(await filesOf(lab, ada, entry)).toMatchObject([{ comment: 'Lane 2', filesize: 3 }])
    expect((await lab.as(ada).get(`experiments/${entry}/uploads/${old}`)).body).toMatchObject({ state: 2 })
    const late = await begin(lab.as(ada), entry, 3, { replaces: String(old) })
    expect(late.reply).toMatchObject({ status: 422, body: { message: expect.stringContaining('no longer active') } })
  })

  test('is begun once with one Idempotency-Key', async () => {
    const entry = await lab.given.experiment(ada)
    const key = { 'idempotency-key': 'balance-1' }
    const first = await begin(lab.as(ada), entry, 4, {}, key)
    await send(lab.as(ada), first.path, 0, 'ab')
    const again = await begin(lab.as(ada), entry, 4, {}, key)
    expect(again).toMatchObject({ path: first.path, reply: { status: 201 } })
    expect((await head(lab.as(ada), first.path)).headers['upload-offset']).toBe('2')
    expect((await begin(lab.as(ada), entry, 5, {}, key)).reply).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Idempotency-Key') },
    })
    expect((await begin(lab.as(ben), entry, 4, {}, key)).path).not.toBe(first.path)
    // Expired but not removed yet: the key starts a new one.
    makeOld(placeOf(lab, ada, first.path))
    expect(await begin(lab.as(ada), entry, 5, {}, key)).toMatchObject({ path: first.path, reply: { status: 201 } })
    expect((await head(lab.as(ada), first.path)).headers['upload-offset']).toBe('0')
    await cancel(lab.as(ada), first.path)
  })

  test('carries the reason that its beginning gave', async () => {
    const own = await testApp()
    const person = await own.given.user()
    const entry = await own.given.experiment(person)
    await own.ctx.db.write((db) => db.updateTable('teams').set({ require_change_reason: 1 }).execute())
    expect((await begin(own.as(person), entry, 1)).reply).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('X-Change-Reason') },
    })
    const { path } = await begin(own.as(person), entry, 1, {}, { 'x-change-reason': 'the%20new%20camera' })
    expect(await send(own.as(person), path, 0, 'x')).toMatchObject({ status: 204 })
    const rows = await own.ctx.db.read.selectFrom('events').select('reason').where('subject', '=', 'upload').execute()
    expect(rows).toEqual([{ reason: 'the new camera' }])
  })
})

describe('bytes', () => {
  test('that do not begin where the upload stands are refused, and change nothing', async () => {
    const entry = await lab.given.experiment(ada)
    const { path } = await begin(lab.as(ada), entry, 10)
    await send(lab.as(ada), path, 0, 'abc')
    for (const offset of [0, 2, 4, 10]) {
      const reply = await send(lab.as(ada), path, offset, 'zzz')
      expect(reply, String(offset)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('Upload-Offset') },
      })
    }
    expect(await send(lab.as(ada), path, 3, 'defghijk')).toMatchObject({ status: 413 })
    expect((await head(lab.as(ada), path)).headers['upload-offset']).toBe('3')
    await send(lab.as(ada), path, 3, 'defghij')
    expect(await filesOf(lab, ada, entry)).toMatchObject([{ hash: hash('sha256', 'abcdefghij') }])
  })

  test('that a process did not note before it ended are sent again, and the hash is that of what was sent', async () => {
    const entry = await lab.given.experiment(ada)
    const { path } = await begin(lab.as(ada), entry, 6)
    await send(lab.as(ada), path, 0, 'abc')
    // As if it had been killed while writing: the file is longer than the note, with wrong bytes.
    writeFileSync(join(placeOf(lab, ada, path), 'part'), 'abc\0\0')
    expect((await head(lab.as(ada), path)).headers['upload-offset']).toBe('3')
    await send(lab.as(ada), path, 3, 'def')
    expect(await filesOf(lab, ada, entry)).toMatchObject([{ hash: hash('sha256', 'abcdef') }])
  })

  test('that were noted by several processes count as far as the furthest', async () => {
    const entry = await lab.given.experiment(ada)
    const { path } = await begin(lab.as(ada), entry, 6)
    await send(lab.as(ada), path, 0, 'abcd')
    writeFileSync(join(placeOf(lab, ada, path), '00000000-1.offset'), '0000000000000002')
    writeFileSync(join(placeOf(lab, ada, path), '00000000-2.offset'), 'garbage')
    expect((await head(lab.as(ada), path)).headers['upload-offset']).toBe('4')
    await send(lab.as(ada), path, 4, 'ef')
    expect(await filesOf(lab, ada, entry)).toMatchObject([{ hash: hash('sha256', 'abcdef') }])
  })
})

test('what was complete when the process ended becomes one file, before or after its row was there', async () => {
  const entry = await lab.given.experiment(ada)
  const { path } = await begin(lab.as(ada), entry, 6)
  await send(lab.as(ada), path, 0, 'abc')
  // All bytes are noted, but no file was made of them.
  writeFileSync(join(placeOf(lab, ada, path), 'part'), 'abcdef')
  writeFileSync(join(placeOf(lab, ada, path), `${PROCESS_NAME}.offset`), '0000000000000006')
  const readOnly = await head(lab.as(await lab.given.key(ada, false)), path)
  expect(readOnly).toMatchObject({ status: 403 })
  const complete = `${placeOf(lab, ada, path)}.copy`
  cpSync(placeOf(lab, ada, path), complete, { recursive: true })
  const { headers } = await head(lab.as(ada), path)
  expect(headers).toMatchObject({ 'upload-offset': '6' })
  const id = headers['x-upload-id']
  expect(await filesOf(lab, ada, entry)).toMatchObject([{ id: Number(id), hash: hash('sha256', 'abcdef') }])
  // The row exists, but that was not noted.
  rmSync(storedPlaceOf(lab, ada, path))
  renameSync(complete, placeOf(lab, ada, path))
  expect((await head(lab.as(ada), path)).headers['x-upload-id']).toBe(id)
  expect(await filesOf(lab, ada, entry)).toHaveLength(1)
})

describe('who may', () => {
  test('only who began an upload can ask about it, go on with it or cancel it', async () => {
    const entry = await lab.given.experiment(ada, { canwrite_base: 30 })
    const { path } = await begin(lab.as(ada), entry, 10)
    for (const reply of [
      await head(lab.as(ben), path),
      await send(lab.as(ben), path, 0, 'theirs'),
      await cancel(lab.as(ben), path),
      await head(lab.as(ada), path.replace(/[0-9a-f]{32}$/, '0'.repeat(32))),
      await head(lab.as(ada), path.replace(/[0-9a-f]{32}$/, '..%2F..%2Fetc')),
    ]) {
      expect(reply.status).toBe(404)
    }
    const nobody = [head(lab.as(undefined), path), send(lab.as(undefined), path, 0, 'x'), cancel(lab.as('1-00'), path)]
    for (const reply of await Promise.all(nobody)) expect(reply.status).toBe(401)
    expect((await begin(lab.as(undefined), entry, 3)).reply.status).toBe(401)
    const readOnly = lab.as(await lab.given.key(ada, false))
    expect((await begin(readOnly, entry, 3)).reply.status).toBe(403)
    expect((await send(readOnly, path, 0, 'x')).status).toBe(403)
    expect((await cancel(readOnly, path)).status).toBe(403)
    expect((await head(readOnly, path)).headers['upload-offset']).toBe('0')
    expect(await cancel(lab.as(ada), path)).toMatchObject({ status: 204 })
    expect(existsSync(placeOf(lab, ada, path))).toBe(false)
    expect(await send(lab.as(ada), path, 0, 'x')).toMatchObject({ status: 404 })
  })

  test('nobody begins an upload for an entry that they cannot change', async () => {
    const entry = await lab.given.experiment(ada, { canread_base: 30, canwrite_base: 10 })
    const hidden = await lab.given.experiment(ada, { canread_base: 10, canwrite_base: 10 })
    expect((await begin(lab.as(ben), entry, 3)).reply).toMatchObject({ status: 403, body: { code: 403 } })
    expect((await begin(lab.as(ben), hidden, 3)).reply.status).toBe(
      (await lab.as(ben).get(`experiments/${hidden}`)).status,
    )
    expect((await begin(lab.as(ada), 0, 3)).reply.status).toBe(404)
    expect((await begin(lab.as(ada), entry, 3, { entity_type: 'items' })).reply.status).toBe(404)
    expect((await begin(lab.as(ada), entry, 3, { replaces: '99999999' })).reply.status).toBe(404)
    const { id: elsewhere } = await lab.as(ada).postForm(`experiments/${hidden}/uploads`, oneFile('a.txt', 'theirs'))
    expect((await begin(lab.as(ada), entry, 3, { replaces: String(elsewhere) })).reply.status).toBe(404)
    const stranger = await lab.given.user({ team: await lab.given.team() })
    expect((await begin(lab.as(stranger), entry, 3)).reply.status).toBe(403)
    const archived = await lab.given.user()
    await archiveMembership(lab.ctx, { userid: null, via: 'test', address: '' }, archived.id, archived.team)
    expect((await begin(lab.as(archived), entry, 3)).reply.status).toBe(401)
    const open = await lab.given.experiment(ada, { canwrite_base: 30 })
    await lab.as(ada).patch(`experiments/${open}`, { action: 'lock' })
    expect((await begin(lab.as(ben), open, 3)).reply.status).toBe(403)
  })

  test('a right that is taken away in the middle ends it, with the next part or at its end', async () => {
    const entry = await lab.given.experiment(ada, { canwrite_base: 30 })
    const { path } = await begin(lab.as(ben), entry, 6)
    await send(lab.as(ben), path, 0, 'abc')
    await lab.as(ada).patch(`experiments/${entry}`, { canwrite_base: 10 })
    const before = await digestDatabase(lab.ctx)
    expect(await send(lab.as(ben), path, 3, 'def')).toMatchObject({ status: 403 })
    expect((await head(lab.as(ben), path)).headers['upload-offset']).toBe('3')
    writeFileSync(join(placeOf(lab, ben, path), 'part'), 'abcdef')
    writeFileSync(join(placeOf(lab, ben, path), `${PROCESS_NAME}.offset`), '0000000000000006')
    expect(await head(lab.as(ben), path)).toMatchObject({ status: 403 })
    expect(await digestDatabase(lab.ctx)).toEqual(before)
    expect(readdirSync(lab.ctx.files.incoming)).toEqual([])
    await lab.as(ada).patch(`experiments/${entry}`, { canwrite_base: 30 })
    expect((await head(lab.as(ben), path)).headers['x-upload-id']).toBeTruthy()
  })

  test('a session counts, but not for a page of another site', async () => {
    const person = await givenPerson(lab)
    const browser = await signIn(lab, person)
    const entry = await lab.given.experiment(person)
    const { path } = await begin(browser, entry, 3, {}, { 'sec-fetch-site': 'same-origin' })
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await begin(browser, entry, 3, {}, foreign)).reply.status).toBe(403)
    expect((await send(browser, path, 0, 'abc', foreign)).status).toBe(403)
    expect((await cancel(browser, path, foreign)).status).toBe(403)
    expect((await send(browser, path, 0, 'abc')).headers['x-upload-id']).toBeTruthy()
  })
})

describe('what is refused', () => {
  test.each([
    [{ filename: '' }, 'filename'],
    [{ filename: 'a\0b' }, 'filename'],
    [{ filename: 'x'.repeat(4097) }, 'filename'],
    [{ filename: 'run.php' }, 'real_name'],
    [{ entity_type: 'users' }, 'entity_type'],
    [{ entity_id: '-1' }, 'entity_id'],
    [{ entity_id: 'x' }, 'entity_id'],
    [{ replaces: 'abc' }, 'replaces'],
    [{ comment: 'a\0' }, 'comment'],
  ])('the metadata %j', async (metadata, field) => {
    const entry = await lab.given.experiment(ada)
    const { reply } = await begin(lab.as(ada), entry, 3, metadata as Record<string, string>)
    expect(reply).toMatchObject({ status: 400, body: { code: 400, message: expect.stringMatching(`^${field}: `) } })
  })

  test.each([
    [{ 'upload-metadata': undefined }, 400, 'filename'],
    [{ 'upload-metadata': 'filename a*b' }, 400, 'Upload-Metadata'],
    [{ 'upload-metadata': 'filename YQ==,filename YQ==' }, 400, 'Upload-Metadata'],
    [{ 'upload-metadata': 'filename /w==' }, 400, 'filename: is not valid UTF-8'],
    [{ 'upload-metadata': 'filename YQ==,note /w==' }, 400, 'note: is not valid UTF-8'],
    [{ 'upload-length': undefined }, 400, 'Upload-Length'],
    [{ 'upload-length': '-1' }, 400, 'Upload-Length'],
    [{ 'upload-length': '1e3' }, 400, 'Upload-Length'],
    [{ 'upload-length': '9007199254740993' }, 400, 'Upload-Length'],
    [{ 'upload-defer-length': '1' }, 400, 'Upload-Defer-Length'],
    [{ 'upload-concat': 'partial' }, 400, 'Upload-Concat'],
    [{ 'tus-resumable': undefined }, 412, 'Tus-Resumable'],
    [{ 'tus-resumable': '0.2.2' }, 412, 'Tus-Resumable'],
    [{ 'idempotency-key': 'x'.repeat(256) }, 400, 'Idempotency-Key'],
    [{ 'x-change-reason': '%' }, 400, 'X-Change-Reason'],
  ])('the headers %j', async (change, status, field) => {
    const entry = await lab.given.experiment(ada)
    const headers = changed(beginHeaders(entry, 3), change)
    const reply = await lab.as(ada).send('POST', 'resumable-uploads', undefined, headers)
    expect(reply).toMatchObject({ status, body: { code: status, message: expect.stringContaining(field) } })
  })

  test('a part without its offset or of another type', async () => {
    const entry = await lab.given.experiment(ada)
    const { path } = await begin(lab.as(ada), entry, 3)
    const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    for (const [change, status, field] of [
      [{ 'upload-offset': undefined }, 400, 'Upload-Offset'],
      [{ 'upload-offset': 'x' }, 400, 'Upload-Offset'],
      [{ 'content-type': 'application/json' }, 415, 'Content-Type'],
      [{ 'tus-resumable': '2' }, 412, 'Tus-Resumable'],
    ] as const) {
      const headers = changed({ ...TUS, ...part }, change)
      const reply = await lab.as(ada).send('PATCH', path, Buffer.from('abc'), headers)
      expect(reply).toMatchObject({ status, body: { message: expect.stringContaining(field) } })
    }
    expect((await head(lab.as(ada), path)).headers['upload-offset']).toBe('0')
  })

  test('a file that is too large, or for which there is no room', async () => {
    const own = await testApp({ MAX_UPLOAD_SIZE: '1000', FILES_TEAM_QUOTA: '1500' })
    const person = await own.given.user()
    const entry = await own.given.experiment(person)
    expect((await begin(own.as(person), entry, 1001)).reply).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('1000') },
    })
    const [one, two] = [await begin(own.as(person), entry, 1000), await begin(own.as(person), entry, 1000)]
    expect(await send(own.as(person), one.path, 0, Buffer.alloc(1000, 1))).toMatchObject({ status: 204 })
    expect((await begin(own.as(person), entry, 600)).reply.status).toBe(507)
    // There was room when it began; the limit counts when it is stored.
    expect(await send(own.as(person), two.path, 0, Buffer.alloc(1000, 2))).toMatchObject({ status: 507 })
    expect(await filesOf(own, person, entry)).toHaveLength(1)
    expect(readdirSync(own.ctx.files.incoming)).toEqual([])

    const full = await testApp({ FILES_FREE_SPACE: '1000T' })
    const somebody = await full.given.user()
    expect((await begin(full.as(somebody), await full.given.experiment(somebody), 1)).reply.status).toBe(507)
  })

  test('more than twenty unfinished uploads of one person', async () => {
    const person = await lab.given.user()
    const entry = await lab.given.experiment(person)
    const begun = await Promise.all(Array.from({ length: 21 }, () => begin(lab.as(person), entry, 3)))
    const refused = begun.filter(({ reply }) => reply.status !== 201)
    expect(refused).toMatchObject([{ reply: { status: 422, body: { message: expect.stringContaining('20') } } }])
    expect((await begin(lab.as(ada), await lab.given.experiment(ada), 3)).reply.status).toBe(201)
    const [first] = begun.filter(({ reply }) => reply.status === 201)
    await send(lab.as(person), first?.path ?? '', 0, 'abc')
    expect((await begin(lab.as(person), entry, 3)).reply.status).toBe(201)
  })

  test('no further upload when one of twenty has been left alone for an hour: the first that was is given up', async () => {
    const person = await lab.given.user()
    const entry = await lab.given.experiment(person)
    const paths: string[] = []
    for (let count = 0; count < 20; count++) paths.push((await begin(lab.as(person), entry, 3)).path)
    const [left = '', leftFirst = ''] = paths
    makeOld(placeOf(lab, person, left), 2)
    makeOld(placeOf(lab, person, leftFirst), 3)
    const statuses = async () =>
      Promise.all(paths.slice(0, 3).map(async (path) => (await head(lab.as(person), path)).status))
    expect((await begin(lab.as(person), entry, 3)).reply.status).toBe(201)
    expect(await statuses()).toEqual([200, 404, 200])
    expect((await begin(lab.as(person), entry, 3)).reply.status).toBe(201)
    expect(await statuses()).toEqual([404, 404, 200])
    expect((await begin(lab.as(person), entry, 3)).reply.status).toBe(422)
    expect(await statuses()).toEqual([404, 404, 200])
  })

  test('what would not fit on the disk beside what one is sending already', async () => {
    const own = await testApp({ MAX_UPLOAD_SIZE: '1000T' })
    const [person, other] = [await own.given.user(), await own.given.user()]
    const entry = await own.given.experiment(person, { canwrite_base: 30 })
    const { bavail, bsize } = statfsSync(own.ctx.config.DATA_DIR)
    const third = Math.floor((bavail * bsize) / 3)
    own.ctx.config.FILES_FREE_SPACE = third
    const first = await begin(own.as(person), entry, Math.floor(1.3 * third))
    expect(first.reply.status).toBe(201)
    expect((await begin(own.as(person), entry, Math.floor(1.3 * third))).reply.status).toBe(507)
    expect((await begin(own.as(other), entry, Math.floor(1.3 * third))).reply.status).toBe(201)
    // Abandoned uploads do not block anybody for a day.
    makeOld(placeOf(own, person, first.path), 2)
    expect((await begin(own.as(person), entry, Math.floor(1.3 * third))).reply.status).toBe(201)

    own.ctx.config.FILES_FREE_SPACE = Number.MAX_SAFE_INTEGER
    expect(await send(own.as(person), first.path, 0, 'abc')).toMatchObject({ status: 507 })
    expect((await head(own.as(person), first.path)).headers['upload-offset']).toBe('0')
  })
})

test('who begins an upload reads nothing of those of others, nor of their own finished ones', async () => {
  const own = await testApp()
  const [person, other] = [await own.given.user(), await own.given.user()]
  const entry = await own.given.experiment(person, { canwrite_base: 30 })
  const finished = await begin(own.as(person), entry, 1)
  await send(own.as(person), finished.path, 0, 'x')
  await begin(own.as(other), entry, 1)
  const folder = join(dirname(own.ctx.files.incoming), 'partial')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((item) => item.isFile())
  expect(files.length).toBeGreaterThan(1)
  // Reading one of them fails.
  for (const { parentPath, name } of files) writeFileSync(join(parentPath, name), '{')
  expect((await begin(own.as(person), entry, 1)).reply.status).toBe(201)
})

test('OPTIONS tells what of the protocol there is', async () => {
  const { headers } = await lab.as(undefined).send('OPTIONS', 'resumable-uploads')
  expect(headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,expiration,termination',
    'tus-max-size': String(50 * 1024 ** 3),
  })
})

test('what nobody came back for is removed after a day, and so is what was half made or half removed', async () => {
  const own = await testApp()
  const person = await own.given.user()
  const entry = await own.given.experiment(person)
  const [old, fresh, stored] = [
    await begin(own.as(person), entry, 3),
    await begin(own.as(person), entry, 3),
    await begin(own.as(person), entry, 3),
  ]
  await send(own.as(person), stored.path, 0, 'abc')
  const place = placeOf(own, person, old.path)
  for (const path of [place, storedPlaceOf(own, person, stored.path)]) makeOld(path)
  const folder = dirname(place)
  await own.as(person).send('HEAD', old.path, undefined, TUS)
  expect((await head(own.as(person), old.path)).status).toBe(404)
  // A process that has ended, a running one, and one that removed half of something.
  const dead = `${'a'.repeat(32)}.${PROCESS_NAME.split('-')[0]}-4194305.new`
  const alive = `${'b'.repeat(32)}.${PROCESS_NAME}.new`
  for (const name of [dead, alive, `${'c'.repeat(32)}.gone`]) {
    mkdirSync(join(folder, name))
  }
  // The layout from before each person had a folder.
  const [before, recent] = ['d', 'e'].map((digit) => join(dirname(folder), digit.repeat(32))) as [string, string]
  for (const path of [before, recent, `${before}.gone`]) mkdirSync(path)
  makeOld(before)
  expect(await cleanUpFiles(own.ctx)).toBe(6)
  expect(readdirSync(folder).sort()).toEqual([fresh.path.split('/').pop(), alive, 'done'].sort())
  expect(readdirSync(join(folder, 'done'))).toEqual([])
  expect(readdirSync(dirname(folder)).sort()).toEqual([String(person.id), 'e'.repeat(32)])
  expect(await filesOf(own, person, entry)).toHaveLength(1)
})

test('a part to which another server may still be writing is copied, and otherwise not', async () => {
  const entry = await lab.given.experiment(ada)
  const content = randomBytes(400_000)
  const inodes: [number, number][] = []
  for (const isShared of [false, true]) {
    content[0] = Number(isShared)
    const { path } = await begin(lab.as(ada), entry, content.length)
    await send(lab.as(ada), path, 0, content.subarray(0, 200_000))
    if (isShared) writeFileSync(join(placeOf(lab, ada, path), '00000000-1.offset'), '0000000000000000')
    const part = statSync(join(placeOf(lab, ada, path), 'part')).ino
    await send(lab.as(ada), path, 200_000, content.subarray(200_000))
    const sha256 = hash('sha256', content)
    const place = join(dirname(lab.ctx.files.incoming), sha256.slice(0, 2), sha256)
    inodes.push([part, statSync(place).ino])
  }
  const [[part, stored] = [], [otherPart, otherStored] = []] = inodes
  expect(stored).toBe(part)
  expect(otherStored).not.toBe(otherPart)
})

const TUS = { 'tus-resumable': '1.0.0' }

function beginHeaders(entry: number, size: number, metadata: Record<string, string> = {}): Record<string, string> {
  const told = { filename: 'gels/run 7 – é.bin', entity_type: 'experiments', entity_id: String(entry), ...metadata }
  const pairs = Object.entries(told).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  return { ...TUS, 'upload-length': String(size), 'upload-metadata': pairs.join(',') }
}

async function begin(
  client: Client,
  entry: number,
  size: number,
  metadata: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<{ reply: Reply; path: string }> {
  const all = { ...beginHeaders(entry, size, metadata), ...headers }
  const reply = await client.send('POST', 'resumable-uploads', undefined, all)
  return { reply, path: reply.path ?? '' }
}

/** With changed or removed headers. */
function changed(headers: Record<string, string>, change: Record<string, string | undefined>): Record<string, string> {
  const all = Object.entries({ ...headers, ...change })
  return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

function send(client: Client, path: string, offset: number, bytes: string | Buffer, headers = {}): Promise<Reply> {
  return client.send('PATCH', path, Buffer.from(bytes), {
    ...TUS,
    ...headers,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  })
}

function head(client: Client, path: string): Promise<Reply> {
  return client.send('HEAD', path, undefined, TUS)
}

function cancel(client: Client, path: string, headers = {}): Promise<Reply> {
  return client.send('DELETE', path, undefined, { ...TUS, ...headers })
}

interface StoredFile {
  id: number
  hash: string
  filesize: number
  comment: string | null
}

async function filesOf({ as }: TestApp, user: TestUser, entry: number): Promise<StoredFile[]> {
  return (await as(user).get<StoredFile[]>(`experiments/${entry}/uploads`)).body
}

function placeOf({ ctx }: TestApp, { id }: TestUser, path: string): string {
  return join(dirname(ctx.files.incoming), 'partial', String(id), path.split('/').pop() ?? '')
}

/** The path of its result. */
function storedPlaceOf(app: TestApp, user: TestUser, path: string): string {
  const place = placeOf(app, user, path)
  return join(dirname(place), 'done', basename(place))
}

function makeOld(place: string, hours = 25): void {
  const then = Date.now() / 1000 - hours * 3600
  const names = statSync(place).isDirectory() ? readdirSync(place) : []
  for (const name of names) utimesSync(join(place, name), then, then)
  utimesSync(place, then, then)
}
