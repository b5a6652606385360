import { hash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { Upload } from '@aliquot/contract/uploads'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { oneFile } from '../../../test/forms.ts'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { uploadsTable } from '../../db/tables/entries/uploads.ts'
import { cleanUpFiles } from '../../files/clean-up.ts'
import { sealOf } from '../../journal/seals.ts'
import { verify } from '../../verify/verify.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let lab: TestApp
let ada: TestUser
let ben: TestUser
let stranger: TestUser

beforeAll(async () => {
  let close = async () => {}
  lab = await testApp({}, { closing: (end) => (close = end) })
  ada = await lab.given.user({ firstname: 'Ada', lastname: 'Moreau', isAdmin: true })
  ben = await lab.given.user()
  stranger = await lab.given.user({ team: await lab.given.team() })
  return async () => {
    // The journal is consistent after all tests, and refused uploads left nothing.
    expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
    expect(incoming(lab)).toEqual([])
    await close()
  }
})

test('a file is stored as it was sent, and told with everything that is known about it', async () => {
  const id = await lab.given.experiment(ada)

  const added = await lab.as(ada).postForm(at(id), oneFile('gel.png', PNG, 'first lane'))

  expect(added).toMatchObject({ status: 201, path: `/api/v2/experiments/${id}/uploads/${added.id}`, body: '' })
  const { body, headers } = await lab.as(ada).get<Upload>(at(id, added.id))
  expect(body).toEqual({
    id: added.id,
    item_id: id,
    userid: ada.id,
    fullname: 'Ada Moreau',
    type: 'experiments',
    replaces: null,
    real_name: 'gel.png',
    long_name: expect.stringMatching(/^([0-9a-f]{2})\/\1[0-9a-f]{6}-[0-9a-f]{4}-4[0-9a-f-]{21}\.png$/),
    comment: 'first lane',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    hash: hash('sha256', PNG),
    hash_algorithm: 'sha256',
    storage: 1,
    filesize: PNG.length,
    mime_type: 'image/png',
    state: 1,
    immutable: 0,
    has_thumbnail: 0,
    pages: null,
  })
  expect(headers.etag).toBeTruthy()
  const stored = join(lab.ctx.config.DATA_DIR, 'files', hash('sha256', PNG).slice(0, 2), hash('sha256', PNG))
  expect(readFileSync(stored).equals(PNG)).toBe(true)

  const binary = await lab.as(ada).get(`${at(id, added.id)}?format=binary`)
  expect(binary.raw.equals(PNG)).toBe(true)
  expect(binary).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': 'inline; filename="gel.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      etag: `"${hash('sha256', PNG)}"`,
    },
  })
})

test.each(EntityType.options)('%s have files; entry, list and info show them', async (type) => {
  const { id } = await lab.as(ada).post(type, {})
  const before = await lab.as(ada).get<{ uploads_filesize_sum: number }>('info')
  const first = await lab.as(ada).postForm(`${type}/${id}/uploads`, oneFile('a.txt', 'one'))
  const second = await lab.as(ada).postForm(`${type}/${id}/uploads`, oneFile('b', 'three'))

  const list = await lab.as(ada).get<Upload[]>(`${type}/${id}/uploads`)
  expect(list.body.map((file) => [file.id, file.type, file.item_id])).toEqual([
    [second.id, type, id],
    [first.id, type, id],
  ])
  expect(list.body[0]?.long_name).toMatch(/\.unknown$/)
  expect(list.headers['x-total-count']).toBe('2')
  const page = await lab.as(ada).get<Upload[]>(`${type}/${id}/uploads?limit=1&offset=1`)
  expect(page.body.map((file) => file.id)).toEqual([first.id])
  const entry = await lab
    .as(ada)
    .get<{ uploads: Upload[]; changelog: { target: string; content: string }[] }>(`${type}/${id}`)
  expect(entry.body.uploads).toEqual(list.body)
  expect(entry.body.changelog.map((line) => [line.target, line.content])).toEqual([
    ['uploads', `b (${second.id})`],
    ['uploads', `a.txt (${first.id})`],
    ['created', 'Created'],
  ])
  const rows = await lab.as(ada).get<{ id: number; has_attachment: number }[]>(`${type}?limit=1&order=id`)
  expect(rows.body[0]).toMatchObject({ id, has_attachment: 1 })
  const after = await lab.as(ada).get<{ uploads_filesize_sum: number }>('info')
  expect(after.body.uploads_filesize_sum - before.body.uploads_filesize_sum).toBe(8)
})

test('a new file moves modified_at and lastchangeby of the entry', async () => {
  const id = await lab.given.experiment(ada, { canwrite_base: 30 })
  const now = lab.ctx.now
  lab.ctx.now = () => '2099-01-01T00:00:00.000Z'
  await lab.as(ben).postForm(at(id), oneFile('a.txt', 'x'))
  lab.ctx.now = now
  const { body } = await lab.as(ada).get(`experiments/${id}`)
  expect(body).toMatchObject({ modified_at: '2099-01-01 00:00:00', lastchangeby: ben.id })
})

test('parts may come in any order, an empty comment is none, other fields and blanks in names stay away', async () => {
  const id = await lab.given.experiment(ada)
  const added = await lab.as(ada).postForm(at(id), [
    { name: 'comment', content: '' },
    { name: 'whatever', content: 'x' },
    { name: 'file', filename: 'deep/er/Größe µm.csv', content: 'a,b\n1,2\n' },
    { name: 'action', content: 'create' },
  ])
  const { body } = await lab.as(ada).get<Upload>(at(id, added.id))
  expect(body).toMatchObject({ comment: null, real_name: 'deep/er/Größe µm.csv', mime_type: 'text/csv' })
  const { headers } = await lab.as(ada).get(`${at(id, added.id)}?format=binary`)
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'inline; filename="Gro-e-m.csv"; filename*=utf-8\'\'Gr%C3%B6%C3%9Fe%20%C2%B5m.csv',
  })
})

test('a name that a form cannot write as it is, is sent beside the file; one with %22 in it stays as it is', async () => {
  const id = await lab.given.experiment(ada)
  const nameOf = async (parts: Parameters<ReturnType<typeof lab.as>['postForm']>[1]) => {
    const added = await lab.as(ada).postForm(at(id), parts)
    return (await lab.as(ada).get<Upload>(at(id, added.id))).body.real_name
  }
  const file = (filename: string) => ({ name: 'file', filename, content: 'x' })
  expect(await nameOf([{ name: 'real_name', content: 'a"b\\c.txt' }, file('a%22b\\c.txt')])).toBe('a"b\\c.txt')
  expect(await nameOf([file('a.txt'), { name: 'real_name', content: 'two\nlines.txt' }])).toBe('two\nlines.txt')
  expect(await nameOf([file('a.txt'), { name: 'real_name', content: 'two\r\nlines.txt' }])).toBe('two\nlines.txt')
  expect(await nameOf([file('50%22.txt')])).toBe('50%22.txt')
})

test('the same content is stored once, and an empty file is a file', async () => {
  const id = await lab.given.experiment(ada)
  const [one, two, empty] = [
    await lab.as(ada).postForm(at(id), oneFile('1.bin', 'same content')),
    await lab.as(ada).postForm(at(id), oneFile('2.bin', 'same content')),
    await lab.as(ada).postForm(at(id), oneFile('empty', '')),
  ]
  const { body } = await lab.as(ada).get<Upload[]>(at(id))
  expect(body.map((file) => [file.id, file.filesize])).toEqual([
    [empty.id, 0],
    [two.id, 12],
    [one.id, 12],
  ])
  expect(new Set(body.map((file) => file.long_name)).size).toBe(3)
  for (const file of [one, two]) {
    expect((await lab.as(ada).get(`${at(id, file.id)}?format=binary`)).raw.toString()).toBe('same content')
  }
  expect((await lab.as(ada).get(`${at(id, empty.id)}?format=binary`)).raw).toHaveLength(0)
})

test.each([true, false])(
  'a file in the place of another archives it and keeps its comment (action: %s)',
  async (named) => {
    const id = await lab.given.experiment(ada)
    const old = await lab.as(ada).postForm(at(id), oneFile('v1.txt', 'old', 'keep me'))

    const added = await lab
      .as(ada)
      .postForm(at(id, old.id), [
        ...oneFile('v2.txt', 'new', 'lost'),
        ...(named ? [{ name: 'action', content: 'replace' }] : []),
      ])

    expect(added).toMatchObject({ status: 201, path: `/api/v2/experiments/${id}/uploads/${added.id}` })
    expect(added.id).toBeGreaterThan(old.id)
    const { body } = await lab.as(ada).get<Upload[]>(`${at(id)}?state=1,2`)
    expect(body.map((file) => [file.id, file.state, file.comment, file.real_name, file.replaces])).toEqual([
      [added.id, 1, 'keep me', 'v2.txt', old.id],
      [old.id, 2, 'keep me', 'v1.txt', null],
    ])
    expect((await lab.as(ada).get(`${at(id, old.id)}?format=binary`)).raw.toString()).toBe('old')
  },
)

test('an earlier version takes the place of the current one, and every version stays', async () => {
  const id = await lab.given.experiment(ada, { canwrite_base: 30 })
  const { id: v1 } = await lab.as(ada).postForm(at(id), oneFile('gel.tif', 'v1', 'of the first day'))
  const { id: v2 } = await lab.as(ada).postForm(at(id, v1), oneFile('gel.png', 'v2'))
  await lab.as(ada).patch(at(id, v2), { comment: 'of the second day' })

  const again = await lab.as(ben).post(at(id, v2), { action: 'replace', source: v1 })

  expect(again).toMatchObject({ status: 201, path: `/api/v2/experiments/${id}/uploads/${again.id}`, body: '' })
  const { body } = await lab.as(ada).get<Upload[]>(`${at(id)}?state=1,2,3`)
  expect(body).toMatchObject([
    { id: again.id, state: 1, replaces: v2, real_name: 'gel.tif', comment: 'of the second day', userid: ben.id },
    { id: v2, state: 2, replaces: v1 },
    { id: v1, state: 2, replaces: null, comment: 'of the first day' },
  ])
  expect(body[0]?.hash).toBe(body[2]?.hash)
  expect((await lab.as(ada).get(`${at(id, again.id)}?format=binary`)).raw.toString()).toBe('v1')
  const { changelog } = (await lab.as(ada).get<Entity>(`experiments/${id}`)).body
  expect(changelog?.slice(0, 2).map(({ content }) => content)).toEqual([
    `gel.tif (${again.id})`,
    `gel.png (${v2}): state 2`,
  ])
  const then = (await lab.as(ada).get<Entity>(`experiments/${id}?as_of=${lab.ctx.now()}`)).body.uploads
  expect(then).toMatchObject([{ id: again.id, replaces: v2 }])
})

test('a file that somebody has changed since is not replaced by another one', async () => {
  const id = await lab.given.experiment(ada)
  const { id: v1 } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'v1'))
  const { id: v2 } = await lab.as(ada).postForm(at(id, v1), oneFile('a.txt', 'v2'))
  const { headers } = await lab.as(ada).get(at(id, v2))
  await lab.as(ada).patch(at(id, v2), { comment: 'checked' })
  const before = await digestDatabase(lab.ctx)

  const put = (subid: number, source: unknown, seen?: unknown) =>
    lab.as(ada).post(at(id, subid), { action: 'replace', source }, seen ? { 'if-match': String(seen) } : {})
  expect(await put(v2, v1, headers.etag)).toMatchObject({ status: 412, body: { current: { comment: 'checked' } } })
  const form = lab.as(ada).postForm(at(id, v2), oneFile('a.txt', 'v3'), { 'if-match': String(headers.etag) })
  expect(await form).toMatchObject({ status: 412, body: { current: { comment: 'checked' } } })
  expect(await put(v1, v2)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/no longer active/) },
  })

  expect(await digestDatabase(lab.ctx)).toEqual(before)
})

test('of many who replace a file at once, one does, and the others are told', async () => {
  const id = await lab.given.experiment(ada)
  const { id: old } = await lab.as(ada).postForm(at(id), oneFile('plan.txt', 'v1'))
  const texts = Array.from({ length: 8 }, (_, n) => `v2 of ${n}`)
  const replies = await Promise.all(texts.map((text) => lab.as(ada).postForm(at(id, old), oneFile('plan.txt', text))))
  const refused = replies.filter(({ status }) => status === 422)
  expect(refused).toHaveLength(7)
  expect(refused[0]?.body).toMatchObject({ message: expect.stringMatching(/no longer active/) })
  const shown = (await lab.as(ada).get<Upload[]>(at(id))).body
  expect(shown.map((file) => file.id)).toEqual(replies.filter(({ status }) => status === 201).map((reply) => reply.id))
  expect((await lab.as(ada).get<Upload[]>(`${at(id)}?state=1,2,3`)).body).toHaveLength(2)
})

test('texts become files', async () => {
  const id = await lab.given.experiment(ada)
  const make = async (file_type: string, real_name: string, content: string) => {
    const added = await lab.as(ada).post(at(id), { action: 'createfromstring', file_type, real_name, content })
    expect(added.status).toBe(201)
    const [{ body }, { raw }] = await Promise.all([
      lab.as(ada).get<Upload>(at(id, added.id)),
      lab.as(ada).get(`${at(id, added.id)}?format=binary`),
    ])
    return { name: body.real_name, ending: body.long_name.split('.').at(-1), raw }
  }
  expect(await make('json', 'Ünlü / data', '{"a": "µ"}')).toEqual({
    name: 'Unlu-data.json',
    ending: 'json',
    raw: Buffer.from('{"a": "µ"}'),
  })
  expect(await make('mol', 'aspirin_1.mol', 'M  END')).toMatchObject({ name: 'aspirin_1.mol', ending: 'mol' })
  const png = await make('png', 'drawing', `data:image/png;base64,${PNG.toString('base64')}`)
  expect(png.name).toBe('drawing.png')
  expect(png.raw.equals(PNG)).toBe(true)
})

test('a file is copied on its entry', async () => {
  const id = await lab.given.experiment(ada)
  const first = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'text', 'said'))
  const copy = await lab.as(ada).post(at(id, first.id), { action: 'duplicate' })
  expect(copy.status).toBe(201)
  const { body } = await lab.as(ada).get<Upload[]>(at(id))
  expect(body.map((file) => [file.real_name, file.comment, file.hash])).toEqual(
    Array(2).fill(['a.txt', 'said', hash('sha256', 'text')]),
  )
  expect(body[0]?.long_name).not.toBe(body[1]?.long_name)
})

test('name, comment, state and person of a file change, all or none', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'text', 'said'))
  const patch = (body: object) => lab.as(ada).patch<Upload>(at(id, subid), body)

  expect((await patch({ real_name: '<b>new</b>.txt', comment: '  two\nlines ' })).body).toMatchObject({
    real_name: 'new.txt',
    comment: 'two lines',
  })
  expect((await patch({ comment: '', action: 'update' })).body.comment).toBe('Untitled')
  expect((await patch({ comment: 'é'.repeat(300) })).body.comment).toBe('é'.repeat(255))
  expect((await patch({ userid: ben.id })).body).toMatchObject({ userid: ben.id })
  expect((await patch({ action: 'archive' })).body.state).toBe(2)
  expect((await patch({ action: 'archive' })).body.state).toBe(1)
  // An explicit state does not undo what somebody else has done meanwhile.
  for (const state of [2, 2, 1, '1']) {
    expect((await patch({ action: 'archive', state })).body.state).toBe(Number(state))
  }
  expect((await patch({ state: 3 })).body.state).toBe(3)
  expect((await lab.as(ada).get(at(id))).body).toEqual([])
  expect((await lab.as(ada).get<{ uploads: [] }>(`experiments/${id}`)).body.uploads).toEqual([])
  expect((await lab.as(ada).get<{ uploads: [] }>(`experiments/${id}?state=3`)).body.uploads).toHaveLength(1)
  expect((await patch({ state: '1' })).body.state).toBe(1)
  const before = await digestDatabase(lab.ctx)
  expect(await patch({ comment: 'half', state: 7 })).toMatchObject({ status: 400 })
  expect(await patch({ comment: 'half', userid: stranger.id })).toMatchObject({ status: 422 })
  expect(await digestDatabase(lab.ctx)).toEqual(before)
})

test('of a file of 100 MB and more the hash is not told, as programs expect', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('run.raw', 'raw'))
  const setSize = (filesize: number) =>
    lab.ctx.db.write((db) => db.updateTable('uploads').set({ filesize }).where('id', '=', subid).execute())
  for (const [bytes, told] of [
    [99_999_999, hash('sha256', 'raw')],
    [100_000_000, null],
    [5_000_000_000, null],
  ] as const) {
    await setSize(bytes)
    const facts = { id: subid, filesize: bytes, hash: told, hash_algorithm: 'sha256' }
    expect((await lab.as(ada).get(at(id, subid))).body).toMatchObject(facts)
    expect((await lab.as(ada).get(at(id))).body).toMatchObject([facts])
    expect((await lab.as(ada).get(`experiments/${id}`)).body).toMatchObject({ uploads: [facts] })
    expect((await lab.as(ada).get(`users/me/uploads/${subid}`)).body).toMatchObject([facts])
  }
  await setSize(3)
})

test('the changelog has a line for each attribute of a file that was changed', async () => {
  const id = await lab.given.experiment(ada, { canwrite_base: 30 })
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'text'))
  const lines = async () => {
    const { body } = await lab.as(ada).get<Entity>(`experiments/${id}`)
    return body.changelog.filter(({ target }) => target === 'uploads').map(({ content }) => content)
  }
  const made = `a.txt (${subid})`
  await lab.as(ben).patch(at(id, subid), { comment: 'one', real_name: 'b.txt', state: 2 })
  const told = ['real_name b.txt', 'comment one', 'state 2'].map((change) => `a.txt (${subid}): ${change}`)
  expect(await lines()).toEqual([...told, made])
  await lab.as(ada).patch(at(id, subid), { comment: 'one', state: 2 })
  expect(await lines()).toEqual([...told, made])
  await lab.as(ada).patch(at(id, subid), { state: 1 })
  const { id: next } = await lab.as(ada).postForm(at(id, subid), oneFile('c.txt', 'new'))
  const replaced = [`c.txt (${next})`, `b.txt (${subid}): state 2`]
  expect((await lines()).slice(0, 3)).toEqual([...replaced, `b.txt (${subid}): state 1`])
  await lab.as(ada).delete(at(id, next))
  expect((await lines()).slice(0, 2)).toEqual([`c.txt (${next}): state 3`, replaced[0]])
})

test('a deleted file is kept, and can be brought back', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'text'))
  expect(await lab.as(ada).delete(at(id, subid))).toMatchObject({ status: 204, body: '' })
  expect((await lab.as(ada).get<Upload>(at(id, subid))).body.state).toBe(3)
  expect((await lab.as(ada).get(`${at(id, subid)}?format=binary`)).raw.toString()).toBe('text')
  expect(await lab.as(ada).delete(at(id, subid))).toMatchObject({ status: 204 })
  expect((await lab.as(ada).patch<Upload>(at(id, subid), { state: 1 })).body.state).toBe(1)
})

test('an empty format is json, and ids are read for an archive only', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'text'))
  const record = (await lab.as(ada).get<Upload>(at(id, subid))).body
  expect(await lab.as(ada).get(`${at(id, subid)}?format=`)).toMatchObject({ status: 200, body: record })
  for (const query of ['id=abc', 'format=&id=abc', 'format=json&id=0']) {
    expect(await lab.as(ada).get(`${at(id)}?${query}`)).toMatchObject({ status: 200, body: [record] })
  }
})

test('files that the main text shows are neither deleted, archived nor replaced', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.png', PNG))
  const { long_name } = (await lab.as(ada).get<Upload>(at(id, subid))).body
  await lab.as(ada).patch(`experiments/${id}`, { body: `<img src="/api/v2/files?name=${long_name}">` })
  const before = await digestDatabase(lab.ctx)
  for (const refused of [
    await lab.as(ada).delete(at(id, subid)),
    await lab.as(ada).patch(at(id, subid), { action: 'archive' }),
    await lab.as(ada).patch(at(id, subid), { action: 'archive', state: 2 }),
    await lab.as(ada).postForm(at(id, subid), oneFile('b.png', 'other')),
  ]) {
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/main text/) } })
  }
  expect(await digestDatabase(lab.ctx)).toEqual(before)
  expect(existsSync(blob(lab, hash('sha256', 'other')))).toBe(false)
  expect(await lab.as(ada).patch(at(id, subid), { state: 2 })).toMatchObject({ status: 200 })
})

test('a text shows a file by its long name, to who may read the entry', async () => {
  const id = await lab.given.experiment(ada, { canread_base: 10 })
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.png', PNG))
  const { long_name } = (await lab.as(ada).get<Upload>(at(id, subid))).body
  expect((await lab.as(ada).get(`files?name=${long_name}`)).raw.equals(PNG)).toBe(true)
  expect(await lab.as(stranger).get(`files?name=${long_name}`)).toMatchObject({ status: 403 })
  expect(await lab.as(ada).get('files?name=ab/none.png')).toMatchObject({ status: 404 })
  expect(await lab.as(ada).get('files')).toMatchObject({ status: 400 })
})

test('files go and come back with their entry; archived and deleted ones stay so', async () => {
  const id = await lab.given.experiment(ada)
  const [normal, archived, deleted] = [
    await lab.as(ada).postForm(at(id), oneFile('1', 'x')),
    await lab.as(ada).postForm(at(id), oneFile('2', 'x')),
    await lab.as(ada).postForm(at(id), oneFile('3', 'x')),
  ]
  await lab.as(ada).patch(at(id, archived.id), { action: 'archive' })
  await lab.as(ada).delete(at(id, deleted.id))
  const states = async () => {
    const { body } = await lab.as(ada).get<Upload[]>(`${at(id)}?state=1,2,3`)
    return Object.fromEntries(body.map((file) => [file.id, file.state]))
  }
  await lab.as(ada).delete(`experiments/${id}`)
  expect(await states()).toEqual({ [normal.id]: 3, [archived.id]: 3, [deleted.id]: 3 })
  await lab.as(ada).patch(`experiments/${id}`, { action: 'restore' })
  expect(await states()).toEqual({ [normal.id]: 1, [archived.id]: 2, [deleted.id]: 3 })
})

test('what is decided about a file while its entry is deleted holds when that comes back', async () => {
  const id = await lab.given.experiment(ada)
  const add = async (name: string) => (await lab.as(ada).postForm(at(id), oneFile(name, 'x'))).id
  const [shown, archived, removed, untouched] = [await add('1'), await add('2'), await add('3'), await add('4')]
  await lab.as(ada).delete(`experiments/${id}`)
  await lab.as(ada).patch(at(id, shown), { state: 1 })
  await lab.as(ada).patch(at(id, archived), { action: 'archive' })
  expect(await lab.as(ada).delete(at(id, removed))).toMatchObject({ status: 204 })
  await lab.as(ada).patch(at(id, untouched), { comment: 'kept' })
  await lab.as(ada).patch(`experiments/${id}`, { action: 'restore' })
  const { body } = await lab.as(ada).get<Upload[]>(`${at(id)}?state=1,2,3`)
  expect(Object.fromEntries(body.map((file) => [file.id, file.state]))).toEqual({
    [shown]: 1,
    [archived]: 2,
    [removed]: 3,
    [untouched]: 1,
  })
})

test('an entry that is given away takes its files along, into the other team too', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('1', 'x'))
  const given = await lab.as(ada).patch(`experiments/${id}`, { action: 'updateowner', userid: ben.id, team: 1 })
  expect(given.status).toBe(200)
  expect((await lab.as(ada).get<Upload>(at(id, subid))).body.userid).toBe(ben.id)
  const other = { action: 'updateowner', userid: stranger.id, team: stranger.team }
  expect(await lab.as(ada).patch(`experiments/${id}`, other)).toMatchObject({ status: 200 })
  expect((await lab.as(stranger).get<Upload>(at(id, subid))).body.userid).toBe(stranger.id)
})

test('a copy has the files that are wanted, and its text shows its own', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.png', PNG, 'said'))
  const gone = await lab.as(ada).postForm(at(id), oneFile('b.png', 'gone'))
  await lab.as(ada).delete(at(id, gone.id))
  const { long_name } = (await lab.as(ada).get<Upload>(at(id, subid))).body
  const other = `00/${randomUUID()}.png`
  const encoded = encodeURIComponent(long_name)
  const [plain, inUrl, unknown] = [long_name, encoded, other].map((name) => `<img src="app/download.php?f=${name}">`)
  await lab.as(ada).patch(`experiments/${id}`, { body: `${plain}${inUrl}${unknown}` })

  const bare = await lab.as(ada).post(`experiments/${id}`, { action: 'duplicate' })
  const whole = await lab.as(ada).post(`experiments/${id}`, { action: 'duplicate', copyFiles: true })

  const copy = async (reply: { id: number }) =>
    (await lab.as(ada).get<{ uploads: Upload[]; body: string }>(`experiments/${reply.id}`)).body
  expect((await copy(bare)).uploads).toEqual([])
  expect((await copy(bare)).body).toContain(long_name)
  const { uploads, body } = await copy(whole)
  expect(uploads).toMatchObject([{ real_name: 'a.png', comment: 'said', hash: hash('sha256', PNG), item_id: whole.id }])
  const own = uploads[0]?.long_name ?? ''
  expect([body.includes(long_name), body.includes(encoded)]).toEqual([false, false])
  expect([own, encodeURIComponent(own), other].map((name) => body.includes(`f=${name}"`))).toEqual([true, true, true])
})

test('what is made from a template has its files', async () => {
  const { id: template } = await lab.as(ada).post('experiments_templates', { title: 'PCR' })
  await lab.as(ada).postForm(`experiments_templates/${template}/uploads`, oneFile('protocol.pdf', '%PDF-1.7'))
  const { id } = await lab.as(ada).post('experiments', { template })
  const { body } = await lab.as(ada).get<Upload[]>(at(id))
  expect(body).toMatchObject([{ real_name: 'protocol.pdf', mime_type: 'application/pdf', type: 'experiments' }])
  const { id: other } = await lab.as(ada).post('experiments_templates', { entity: id })
  expect((await lab.as(ada).get<Upload[]>(`experiments_templates/${other}/uploads`)).body).toHaveLength(1)
})

test('one’s own files are listed with their entries, as long as one may read these', async () => {
  const cara = await lab.given.user()
  const id = await lab.given.experiment(cara, { title: 'Mine' })
  const others = await lab.given.experiment(ada, { title: 'Hers', canwrite_base: 30 })
  const small = await lab.as(cara).postForm(at(id), oneFile('b.txt', 'x'))
  const large = await lab.as(cara).postForm(at(others), oneFile('a.txt', 'large one'))
  await lab.as(ada).postForm(at(id), oneFile('not hers', 'x'))
  const own = async (query = '') =>
    (await lab.as(cara).get<{ id: number }[]>(`users/me/uploads${query}`)).body.map((file) => file.id)

  expect(await own()).toEqual([large.id, small.id])
  expect((await lab.as(cara).get<object[]>('users/me/uploads')).body[1]).toEqual({
    id: small.id,
    real_name: 'b.txt',
    long_name: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.txt$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    filesize: 1,
    type: 'experiments',
    comment: null,
    state: 1,
    hash: hash('sha256', 'x'),
    hash_algorithm: 'sha256',
    storage: 1,
    immutable: 0,
    entity_id: id,
    entity_title: 'Mine',
    page: 'experiments',
    mime_type: 'text/plain',
  })
  expect(await own('?order=filename&sort=asc')).toEqual([large.id, small.id])
  expect(await own('?order=filesize&sort=asc')).toEqual([small.id, large.id])
  expect(await own('?order=nonsense&sort=asc')).toEqual([small.id, large.id])
  expect(await own('?limit=1&offset=1')).toEqual([small.id])
  const one = await lab.as(cara).get<object[]>(`users/me/uploads/${small.id}`)
  expect(one.body).toEqual([
    expect.objectContaining({ id: small.id, entity_id: id, entity_title: 'Mine', page: 'experiments', state: 1 }),
  ])
  await lab.as(ada).patch(`experiments/${others}`, { canread_base: 10, canwrite_base: 10 })
  expect(await own()).toEqual([small.id])
  expect(await lab.as(cara).get(`users/me/uploads/${large.id}`)).toMatchObject({ status: 404 })
  await lab.as(cara).delete(at(id, small.id))
  expect(await own()).toEqual([])
  expect(await own('?state=3')).toEqual([small.id])
  expect(await lab.as(cara).get('users/me/uploads?state=x')).toMatchObject({ status: 400 })
  expect(await lab.as(cara).get(`users/${ada.id}/uploads`)).toMatchObject({ status: 403 })
  // As elsewhere: whatever person is named, the list is one's own.
  expect(
    (await lab.as(ada).get<{ id: number }[]>(`users/${cara.id}/uploads?limit=999`)).body.map((file) => file.id),
  ).not.toContain(small.id)
  expect(await lab.as(cara).delete('users/me/uploads')).toMatchObject({ status: 400 })
})

test('one’s own files come 42 at a time, with the pages of their entries', async () => {
  const dan = await lab.given.user()
  const { id: item } = await lab.as(dan).post('items', {})
  const { id: first } = await lab.as(dan).postForm(`items/${item}/uploads`, oneFile('a.txt', 'x'))
  for (let n = 0; n < 43; n++) await lab.as(dan).post(`items/${item}/uploads/${first}`, { action: 'duplicate' })
  const own = async (query: string) =>
    (await lab.as(dan).get<{ id: number; page: string }[]>(`users/me/uploads${query}`)).body
  for (const query of ['', '?limit=0']) expect(await own(query)).toHaveLength(42)
  expect(await own('?limit=100')).toHaveLength(44)
  expect(await own('?sort=asc&limit=1')).toMatchObject([{ id: first, page: 'database', type: 'items' }])
  expect(await lab.as(dan).get('users/me/uploads/999999')).toMatchObject({ status: 404 })
})

test('an entry is shown with the files it had at any instant', async () => {
  const id = await lab.given.experiment(ada)
  const now = lab.ctx.now
  const at_ = (second: number) => `2098-01-01T00:00:0${second}.000Z`
  lab.ctx.now = () => at_(1)
  const { id: first } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'one', 'said'))
  const then = await lab.as(ada).get<Upload[]>(at(id))
  lab.ctx.now = () => at_(3)
  await lab.as(ada).patch(at(id, first), { real_name: 'b.txt', comment: 'other' })
  lab.ctx.now = () => at_(5)
  await lab.as(ada).delete(at(id, first))
  lab.ctx.now = now
  const seen = async (second: number, more = '') =>
    (await lab.as(ada).get<{ uploads: Upload[] }>(`experiments/${id}?as_of=${at_(second)}${more}`)).body.uploads
  expect(await seen(2)).toEqual(then.body)
  expect(await seen(4)).toMatchObject([{ id: first, real_name: 'b.txt', comment: 'other', state: 1 }])
  expect(await seen(6)).toEqual([])
  expect(await seen(6, '&state=3')).toMatchObject([{ id: first, state: 3 }])
})

test('a person with files is not deleted', async () => {
  const dora = await lab.given.user()
  const id = await lab.given.experiment(ada, { canwrite_base: 30 })
  await lab.as(dora).postForm(at(id), oneFile('1', 'x'))
  const refused = await lab.as(ada).delete(`users/${dora.id}`)
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('files') } })
})

test('parts of a file, and nothing when nothing has changed', async () => {
  const id = await lab.given.experiment(ada)
  const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.bin', content))
  const get = (headers: Record<string, string>) => lab.as(ada).get(`${at(id, subid)}?format=binary`, headers)
  const whole = await get({})
  const { etag = '', 'last-modified': at_ = '' } = whole.headers
  expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'application/octet-stream' })
  expect(whole.headers['content-disposition']).toBe('attachment; filename="a.bin"')

  for (const [range, start, end] of [
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=500-99999', 500, 999],
    ['bytes=-99999', 0, 999],
  ] as const) {
    const part = await get({ range })
    expect(part, range).toMatchObject({ status: 206, headers: { 'content-range': `bytes ${start}-${end}/1000` } })
    expect(part.raw.equals(content.subarray(start, end + 1)), range).toBe(true)
    expect(part.headers['content-length']).toBe(String(end - start + 1))
  }
  for (const range of ['bytes=1000-', 'bytes=2000-3000', 'bytes=-0']) {
    expect(await get({ range })).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */1000' } })
  }
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-3', 'bytes=a-b', 'bytes=-']) {
    const all = await get({ range })
    expect(all.status, range).toBe(200)
    expect(all.raw.equals(content)).toBe(true)
  }
  expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
  expect(await get({ 'if-none-match': '"other"' })).toMatchObject({ status: 200 })
  expect(await get({ 'if-modified-since': at_ })).toMatchObject({ status: 304 })
  expect(await get({ 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).toMatchObject({ status: 200 })
  expect(await get({ range: 'bytes=0-9', 'if-range': etag })).toMatchObject({ status: 206 })
  expect(await get({ range: 'bytes=0-9', 'if-range': '"other"' })).toMatchObject({ status: 200 })
  const head = await lab.as(ada).send('HEAD', `${at(id, subid)}?format=binary`)
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': '1000' }, body: '' })
})

test('a text is told as one however it is written, and a browser is told how', async () => {
  const id = await lab.given.experiment(ada)
  const text = 'Temp/°C;Conc/µM\r\n37;0,5\r\n'
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
  const binary = Buffer.from(Array.from({ length: 600 }, (_, at) => 0x20 + ((at * 37) % 0xe0)))
  for (const [name, content, told, type] of [
    ['a.csv', Buffer.from(text), 'text/csv', 'text/plain; charset=utf-8'],
    ['b.csv', utf16, 'text/csv', 'text/plain; charset=utf-16le'],
    ['c.txt', Buffer.from(utf16).swap16(), 'text/plain', 'text/plain; charset=utf-16be'],
    ['d.dat', Buffer.from(text, 'latin1'), 'text/plain', 'text/plain; charset=windows-1252'],
    [
      'e.htm',
      Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le'),
      'text/html',
      'text/html; charset=utf-16le',
    ],
    ['f.svg', Buffer.from('\ufeff<svg onload="alert(1)"/>', 'utf16le'), 'text/xml', 'text/xml; charset=utf-16le'],
    ['g.txt', Buffer.from('\ufeffa\0b', 'utf16le'), 'application/octet-stream', 'application/octet-stream'],
    ['h.txt', binary, 'application/octet-stream', 'application/octet-stream'],
    ['i.txt', Buffer.from([...Buffer.from('name '), 0x81]), 'application/octet-stream', 'application/octet-stream'],
    [
      'j.md',
      Buffer.from([...Buffer.from('# Größe in µm, cut in the m'), 0xc3]),
      'text/markdown',
      'text/plain; charset=utf-8',
    ],
  ] as const) {
    const { id: subid } = await lab.as(ada).postForm(at(id), oneFile(name, content))
    expect((await lab.as(ada).get<Upload>(at(id, subid))).body.mime_type, name).toBe(told)
    const { headers } = await lab.as(ada).get(`${at(id, subid)}?format=binary`)
    expect(headers['content-type'], name).toBe(type)
    const isShown = type.startsWith('text/plain')
    expect(headers['content-disposition'], name).toMatch(isShown ? /^inline;/ : /^attachment;/)
  }
  expect(await verify(lab.ctx.db)).toMatchObject({ findings: [] })
})

test('a browser shows what is harmless, by its content, and stores the rest', async () => {
  const id = await lab.given.experiment(ada)
  const bitmap = Buffer.alloc(60)
  bitmap.write('BM')
  bitmap.writeUInt32LE(40, 14)
  for (const [content, type, kind] of [
    ['%PDF-1.7\n', 'application/pdf', 'inline'],
    ['GIF89a\x01\0\x01\0', 'image/gif', 'inline'],
    [Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg', 'inline'],
    [PNG, 'image/png', 'inline'],
    [bitmap, 'image/bmp', 'inline'],
    [Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'video/mp4', 'inline'],
    ['plain words', 'text/plain; charset=utf-8', 'inline'],
    [Buffer.from('504b0304', 'hex'), 'application/zip', 'attachment'],
    [Buffer.from('1f8b08', 'hex'), 'application/gzip', 'attachment'],
    [Buffer.from('00ff00ff', 'hex'), 'application/octet-stream', 'attachment'],
  ] as const) {
    const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('named.wrong', content))
    const { headers } = await lab.as(ada).get(`${at(id, subid)}?format=binary`)
    expect.soft(headers['content-type']).toBe(type)
    expect.soft(headers['content-disposition'], type).toBe(`${kind}; filename="named.wrong"`)
  }
})

test('what a browser could run is never shown by it', async () => {
  const id = await lab.given.experiment(ada)
  for (const [name, content, type] of [
    ['page.png', '<!DOCTYPE html><script>alert(1)</script>', 'text/html; charset=utf-8'],
    ['a.txt', '<svg onload=alert(1)>', 'image/svg+xml'],
    ['a.pdf', '<?xml version="1.0"?><!-- --><svg/>', 'image/svg+xml'],
    ['x.jpg', 'MZ\0\0', 'application/octet-stream'],
  ]) {
    const form = [{ name: 'file', filename: name ?? '', content: content ?? '', type: 'image/png' }]
    const { id: subid } = await lab.as(ada).postForm(at(id), form)
    const { headers } = await lab.as(ada).get(`${at(id, subid)}?format=binary`)
    expect(headers['content-type'], name).toBe(type)
    expect(headers['content-disposition'], name).toMatch(/^attachment;/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    })
  }
})

test.each<[string, (client: Client, path: string, subid: number) => Promise<unknown>, number, RegExp]>([
  ['no file', (c, p) => c.postForm(p, [{ name: 'comment', content: 'x' }]), 400, /^file: is missing/],
  ['an empty form', (c, p) => c.postForm(p, []), 400, /^(file|body): /],
  ['two files', (c, p) => c.postForm(p, [...oneFile('a', 'x'), ...oneFile('b', 'y')]), 400, /exactly one/],
  ['no action', (c, p) => c.post(p, {}), 400, /^action: /],
  ['an unknown action', (c, p) => c.post(p, { action: 'explode' }), 400, /^action: /],
  [
    'an unknown action in a form',
    (c, p) => c.postForm(p, [...oneFile('a', 'x'), { name: 'action', content: 'explode' }]),
    400,
    /^action: /,
  ],
  [
    'replace without an id',
    (c, p) => c.postForm(p, [...oneFile('a', 'x'), { name: 'action', content: 'replace' }]),
    400,
    /^action: /,
  ],
  ['duplicate without an id', (c, p) => c.post(p, { action: 'duplicate' }), 400, /^action: /],
  ['a version without an id', (c, p, s) => c.post(p, { action: 'replace', source: s }), 400, /^action: .*replaced/],
  ['a version of nothing', (c, p, s) => c.post(`${p}/${s}`, { action: 'replace' }), 400, /^source: /],
  ['a version of itself', (c, p, s) => c.post(`${p}/${s}`, { action: 'replace', source: s }), 400, /^source: /],
  ['a version that is a word', (c, p, s) => c.post(`${p}/${s}`, { action: 'replace', source: 'v1' }), 400, /^source: /],
  ['a version of elsewhere', (c, p, s) => c.post(`${p}/${s}`, { action: 'replace', source: 99999 }), 422, /^source: /],
  ['a script of PHP', (c, p) => c.postForm(p, oneFile('a.php', 'x')), 400, /php/],
  ['a rename to PHP', (c, p, s) => c.patch(`${p}/${s}`, { real_name: 'a.php' }), 400, /php/],
  ['NUL in a name', (c, p) => c.postForm(p, oneFile('a\0b', 'x')), 400, /^file\.name: /],
  ['an endless name', (c, p) => c.postForm(p, oneFile('x'.repeat(5000), 'x')), 400, /^file\.name: /],
  ['no name', (c, p) => c.postForm(p, oneFile('', 'x')), 400, /^file\.name: /],
  ['NUL in a comment', (c, p) => c.postForm(p, oneFile('a', 'x', 'a\0b')), 400, /^comment: /],
  ['an endless comment', (c, p) => c.postForm(p, oneFile('a', 'x', 'y'.repeat(70_000))), 413, /^comment: /],
  [
    'too many fields',
    (c, p) => c.postForm(p, [...Array(30).fill({ name: 'x', content: 'y' }), ...oneFile('a', 'x')]),
    400,
    /too many/,
  ],
  [
    'a type of text that is not known',
    (c, p) => c.post(p, { action: 'createfromstring', file_type: 'exe', real_name: 'a', content: 'x' }),
    400,
    /^file_type: /,
  ],
  [
    'no type of text',
    (c, p) => c.post(p, { action: 'createfromstring', real_name: 'a', content: 'x' }),
    400,
    /^file_type: /,
  ],
  [
    'an empty text',
    (c, p) => c.post(p, { action: 'createfromstring', file_type: 'json', real_name: 'a', content: '' }),
    400,
    /^content: /,
  ],
  [
    'a text without a name',
    (c, p) => c.post(p, { action: 'createfromstring', file_type: 'json', content: 'x' }),
    400,
    /^real_name: /,
  ],
  [
    'a broken picture',
    (c, p) =>
      c.post(p, { action: 'createfromstring', file_type: 'png', real_name: 'a', content: 'data:image/png;base64,@@' }),
    400,
    /^content: /,
  ],
  ['an unknown id, GET', (c, p) => c.get(`${p}/999999`), 404, /./],
  ['an unknown id, PATCH', (c, p) => c.patch(`${p}/999999`, { comment: 'x' }), 404, /./],
  ['an unknown id, DELETE', (c, p) => c.delete(`${p}/999999`), 404, /./],
  ['an unknown id, POST', (c, p) => c.postForm(`${p}/999999`, oneFile('a', 'x')), 404, /./],
  ['an unknown id, duplicate', (c, p) => c.post(`${p}/999999`, { action: 'duplicate' }), 404, /./],
  [
    'an unknown id, a text',
    (c, p) => c.post(`${p}/999999`, { action: 'createfromstring', file_type: 'json', real_name: 'a', content: '1' }),
    404,
    /./,
  ],
  ['an unknown key', (c, p, s) => c.patch(`${p}/${s}`, { filesize: 1 }), 400, /^filesize: /],
  ['a state that is none', (c, p, s) => c.patch(`${p}/${s}`, { state: 0 }), 400, /^state: /],
  ['a state that is no archive', (c, p, s) => c.patch(`${p}/${s}`, { action: 'archive', state: 3 }), 400, /^state: /],
  ['an empty new name', (c, p, s) => c.patch(`${p}/${s}`, { real_name: '<b></b>' }), 400, /^real_name: /],
  ['an unknown state in the query', (c, p) => c.get(`${p}?state=9`), 400, /^state: /],
  ['the list as a file', (c, p) => c.get(`${p}?format=binary`), 400, /^format: /],
  ['an id that is none, of an archive', (c, p) => c.get(`${p}?format=zip&id=abc`), 400, /^id: "abc" is not a number/],
  ['an unknown format', (c, p, s) => c.get(`${p}/${s}?format=pdf`), 400, /^format: /],
  ['no id to change', (c, p) => c.patch(p, { comment: 'x' }), 404, /./],
  [
    'a form where there is no end',
    (c, p) =>
      c.send('POST', p, Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf'), {
        'content-type': 'multipart/form-data; boundary=b',
      }),
    400,
    /^body: /,
  ],
  [
    'a form without a boundary',
    (c, p) => c.send('POST', p, Buffer.from('x'), { 'content-type': 'multipart/form-data' }),
    400,
    /^body: /,
  ],
  ['another type', (c, p) => c.send('POST', p, '{}', { 'content-type': 'text/plain' }), 400, /^Content-Type: /],
])('%s is refused by name, and nothing stays', async (_, call, status, message) => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'there'))
  const before = await digestDatabase(lab.ctx)
  const files = allFiles(lab)
  expect(await call(lab.as(ada), at(id), subid)).toMatchObject({
    status,
    body: { message: expect.stringMatching(message) },
  })
  expect(await digestDatabase(lab.ctx)).toEqual(before)
  expect(allFiles(lab)).toEqual(files)
})

test('names are only names: paths, devices and signs that turn the writing round', async () => {
  const id = await lab.given.experiment(ada)
  for (const name of [
    '../../../etc/passwd',
    '/etc/passwd',
    'C:\\evil.exe',
    '..',
    '.',
    'CON',
    'gpj.\u202efdp.exe',
    '.htaccess',
  ]) {
    const { id: subid, status } = await lab.as(ada).postForm(at(id), oneFile(name, 'x'))
    expect(status, name).toBe(201)
    const { body } = await lab.as(ada).get<Upload>(at(id, subid))
    expect(body.real_name).toBe(name)
    expect(body.long_name).toMatch(/^[0-9a-f]{2}\/[0-9a-f-]{36}\.[A-Za-z0-9]+$/)
    const { headers } = await lab.as(ada).get(`${at(id, subid)}?format=binary`)
    expect(headers['content-disposition']).toMatch(/^inline; filename="[\w.-]+"(; filename\*=utf-8''[\w.%~!-]+)?$/)
  }
})

test('who may not write to the entry may not touch its files, and no byte of theirs is kept', async () => {
  const id = await lab.given.experiment(ada, { canread_base: 30, canwrite_base: 10 })
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'there'))
  const readOnly = await lab.given.key(ada, false)
  const before = await digestDatabase(lab.ctx)
  const files = allFiles(lab)
  for (const client of [lab.as(ben), lab.as(stranger), lab.as(readOnly)]) {
    for (const refused of [
      await client.postForm(at(id), oneFile('b.txt', 'secretly')),
      await client.postForm(at(id, subid), oneFile('b.txt', 'secretly')),
      await client.post(at(id), { action: 'createfromstring', file_type: 'json', real_name: 'a', content: '1' }),
      await client.post(at(id, subid), { action: 'duplicate' }),
      await client.patch(at(id, subid), { comment: 'x' }),
      await client.delete(at(id, subid)),
    ]) {
      expect(refused).toMatchObject({ status: 403 })
    }
  }
  expect(await digestDatabase(lab.ctx)).toEqual(before)
  expect(allFiles(lab)).toEqual(files)
  expect(await lab.as(ben).get(`${at(id, subid)}?format=binary`)).toMatchObject({ status: 200 })
  expect(await lab.as(stranger).get(`${at(id, subid)}?format=binary`)).toMatchObject({ status: 403 })
})

test('the id of a file counts only under its own entry and type', async () => {
  const id = await lab.given.experiment(ada)
  const other = await lab.given.experiment(ada)
  const { id: item } = await lab.as(ada).post('items', {})
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'there'))
  const before = await digestDatabase(lab.ctx)
  for (const path of [at(other, subid), `items/${item}/uploads/${subid}`, `items/${id}/uploads/${subid}`]) {
    for (const reply of [
      await lab.as(ada).get(path),
      await lab.as(ada).get(`${path}?format=binary`),
      await lab.as(ada).patch(path, { comment: 'x' }),
      await lab.as(ada).delete(path),
      await lab.as(ada).postForm(path, oneFile('b', 'x')),
      await lab.as(ada).post(path, { action: 'duplicate' }),
    ]) {
      expect(reply, path).toMatchObject({ status: 404 })
    }
  }
  expect(await digestDatabase(lab.ctx)).toEqual(before)
})

test('a locked entry keeps its files from others than who locked it; archived and deleted entries take files', async () => {
  const id = await lab.given.experiment(ada, { canwrite_base: 30 })
  const { id: subid } = await lab.as(ben).postForm(at(id), oneFile('a.txt', 'x'))
  await lab.as(ada).patch(`experiments/${id}`, { action: 'lock' })
  expect(await lab.as(ben).postForm(at(id), oneFile('b.txt', 'x'))).toMatchObject({ status: 403 })
  expect(await lab.as(ben).delete(at(id, subid))).toMatchObject({ status: 403 })
  expect(await lab.as(ada).postForm(at(id), oneFile('b.txt', 'x'))).toMatchObject({ status: 201 })
  await lab.as(ada).patch(`experiments/${id}`, { action: 'unlock' })
  await lab.as(ada).delete(`experiments/${id}`)
  expect(await lab.as(ada).postForm(at(id), oneFile('c.txt', 'x'))).toMatchObject({ status: 201 })
})

test('files made by the system stay as they are', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'x'))
  const row = await makeImmutable(subid)
  for (const refused of [
    await lab.as(ada).patch(at(id, subid), { comment: 'x' }),
    await lab.as(ada).patch(at(id, subid), { action: 'archive' }),
    await lab.as(ada).delete(at(id, subid)),
    await lab.as(ada).postForm(at(id, subid), oneFile('b', 'x')),
    await lab.as(ada).post(at(id, subid), { action: 'duplicate' }),
  ]) {
    expect(refused).toMatchObject({ status: 403 })
  }
  expect((await lab.as(ada).get<Upload>(at(id, subid))).body.immutable).toBe(1)
  expect(row.immutable).toBe(1)
})

test('an ETag guards what is told about a file', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'x'))
  const { headers } = await lab.as(ada).get(at(id, subid))
  const match = { 'if-match': headers.etag ?? '' }
  expect(await lab.as(ada).patch(at(id, subid), { comment: 'one' }, match)).toMatchObject({ status: 200 })
  expect(await lab.as(ada).patch(at(id, subid), { comment: 'two' }, match)).toMatchObject({
    status: 412,
    body: { current: { comment: 'one' } },
  })
  expect(await lab.as(ada).delete(at(id, subid), undefined, match)).toMatchObject({ status: 412 })
})

test('a form sent twice under one key is stored once; with another content the key is refused', async () => {
  const id = await lab.given.experiment(ada)
  const key = { 'idempotency-key': `upload-${id}` }
  const first = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'x'), key)
  const again = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'x'), key)
  expect([again.status, again.id]).toEqual([201, first.id])
  expect(await lab.as(ada).postForm(at(id), oneFile('a.txt', 'another one'), key)).toMatchObject({ status: 422 })
  expect((await lab.as(ada).get<Upload[]>(at(id))).body).toHaveLength(1)
  expect(existsSync(blob(lab, hash('sha256', 'another one')))).toBe(false)
})

test('a form without an answer is stored once, also if it comes again days later, and replaces once', async () => {
  const { now } = lab.ctx
  onTestFinished(() => {
    lab.ctx.now = now
  })
  const id = await lab.given.experiment(ada)
  const send = (path: string, name: string) =>
    lab.as(ada).postForm(path, oneFile(name, name), { 'idempotency-key': `${name} of ${id}` })
  const first = await send(at(id), 'a.txt')
  const second = await send(at(id, first.id), 'b.txt')
  lab.ctx.now = () => new Date(Date.parse(now()) + 6 * 24 * 3_600_000).toISOString()
  expect(await send(at(id), 'a.txt')).toMatchObject({ status: 201, id: first.id })
  expect(await send(at(id, first.id), 'b.txt')).toMatchObject({ status: 201, id: second.id })
  expect((await lab.as(ada).get<Upload[]>(at(id))).body.map(({ real_name }) => real_name)).toEqual(['b.txt'])
  // Another form is refused as ever.
  expect(await send(at(id, first.id), 'c.txt')).toMatchObject({ status: 422 })
})

test('twenty uploads of the same content at once are all there', async () => {
  const id = await lab.given.experiment(ada)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => lab.as(ada).postForm(at(id), oneFile(`${index}.txt`, 'together'))),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(201))
  expect((await lab.as(ada).get<Upload[]>(at(id))).body).toHaveLength(20)
  expect(readFileSync(blob(lab, hash('sha256', 'together')), 'utf8')).toBe('together')
})

test('a content that is missing in the storage is told as that, and comes back with the same file', async () => {
  const id = await lab.given.experiment(ada)
  const { id: subid } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'to be lost'))
  rmSync(blob(lab, hash('sha256', 'to be lost')))
  const lost = await lab.as(ada).get(`${at(id, subid)}?format=binary`)
  expect(lost).toMatchObject({ status: 503, body: { message: expect.stringMatching(/not in the storage/) } })
  await lab.as(ada).postForm(at(id), oneFile('b.txt', 'to be lost'))
  expect((await lab.as(ada).get(`${at(id, subid)}?format=binary`)).raw.toString()).toBe('to be lost')
})

test('a content that was altered in the storage is not sent as the true one', async () => {
  const id = await lab.given.experiment(ada)
  const { id: small } = await lab.as(ada).postForm(at(id), oneFile('a.txt', 'the true words'))
  const read = (file: number, headers = {}) => lab.as(ada).get(`${at(id, file)}?format=binary`, headers)
  expect((await read(small)).raw.toString()).toBe('the true words')
  writeFileSync(blob(lab, hash('sha256', 'the true words')), 'the fake words')
  for (const headers of [{}, { range: 'bytes=4-7' }]) {
    const { status, raw, headers: answered } = await read(small, headers)
    expect(status).toBe(503)
    expect(answered).not.toHaveProperty('content-range')
    expect(raw.toString()).toMatch(/altered in the storage/)
    expect(raw.toString()).not.toContain('fake')
  }
  await lab.as(ada).postForm(at(id), oneFile('b.txt', 'the true words'))
  expect((await read(small)).raw.toString()).toBe('the true words')

  const large = Buffer.alloc(3_000_000, 'gel ')
  const { id: file } = await lab.as(ada).postForm(at(id), oneFile('large.bin', large))
  expect((await read(file)).raw.equals(large)).toBe(true)
  const altered = Buffer.from(large)
  altered[1_500_000] = 0
  writeFileSync(blob(lab, hash('sha256', large)), altered)
  // It ends early, so that nobody takes it for complete. A range can be the whole file, too.
  for (const headers of [{}, { range: 'bytes=0-' }]) {
    const { id: entry } = await lab.as(ada).postForm(at(id), oneFile('again.bin', large))
    writeFileSync(blob(lab, hash('sha256', large)), altered)
    const first = await read(entry, headers).catch(() => undefined)
    expect(first?.raw.length ?? 0).toBeLessThan(large.length)
  }
  expect((await read(file)).status).toBe(503)
  expect((await read(file, { range: 'bytes=0-9' })).status).toBe(503)
})

test('limits for a file, a team and everything; nothing stays of what is too much', async () => {
  const small = await testApp({ MAX_UPLOAD_SIZE: '100K', FILES_TEAM_QUOTA: '150K', FILES_QUOTA: '200K' })
  const eve = await small.given.user()
  const zoe = await small.given.user({ team: await small.given.team() })
  const id = await small.given.experiment(eve)
  const hers = await small.given.experiment(zoe)
  const put = (who: TestUser, entry: number, bytes: number) =>
    small.as(who).postForm(at(entry), oneFile('a.bin', Buffer.alloc(bytes, entry)))

  expect(await put(eve, id, 120_000)).toMatchObject({
    status: 413,
    body: { message: expect.stringMatching(/limit of 100/) },
  })
  expect(await put(eve, id, 500_000)).toMatchObject({ status: 413 })
  expect(await put(eve, id, 100_000)).toMatchObject({ status: 201 })
  expect(await put(eve, id, 60_000)).toMatchObject({ status: 507, body: { message: expect.stringMatching(/team/) } })
  const copied = await small.as(eve).post(`experiments/${id}`, { action: 'duplicate', copyFiles: true })
  expect(copied).toMatchObject({ status: 507, body: { message: expect.stringMatching(/team/) } })
  expect(await put(zoe, hers, 100_000)).toMatchObject({ status: 201 })
  expect(await put(zoe, hers, 40_000)).toMatchObject({
    status: 507,
    body: { message: expect.stringMatching(/all files$/) },
  })
  expect(incoming(small)).toEqual([])
  expect(allFiles(small)).toHaveLength(2)
})

test('the limit of a team outranks the one for all teams, in both directions', async () => {
  const small = await testApp({ FILES_TEAM_QUOTA: '50K' })
  const [eve, root] = [await small.given.user(), await small.given.user({ isSysadmin: true })]
  const id = await small.given.experiment(eve)
  const put = (bytes: number) => small.as(eve).postForm(at(id), oneFile('a.bin', Buffer.alloc(bytes, bytes)))
  const allow = (files_quota: number | null) => small.as(root).patch('teams/1', { files_quota })
  expect(await put(60_000)).toMatchObject({ status: 507 })
  await allow(100_000)
  expect(await put(60_000)).toMatchObject({ status: 201 })
  expect(await put(50_000)).toMatchObject({ status: 507, body: { message: expect.stringMatching(/97\.66 KiB/) } })
  await allow(0)
  expect(await put(200_000)).toMatchObject({ status: 201 })
  await allow(10)
  expect(await put(1)).toMatchObject({ status: 507 })
  const copy = await small.as(eve).post(`experiments/${id}`, { action: 'duplicate', copyFiles: true })
  expect(copy).toMatchObject({ status: 507 })
  await allow(null)
  expect(await put(1)).toMatchObject({ status: 507, body: { message: expect.stringMatching(/50 KiB/) } })
})

test.each([
  ['for all teams', { FILES_TEAM_QUOTA: '100K' }, null],
  ['of its own', {}, 102_400],
])(
  'those who upload to different entries at once share the limit of their team, %s',
  async (_, config, files_quota) => {
    const small = await testApp(config)
    const root = await small.given.user({ isSysadmin: true })
    await small.as(root).patch('teams/1', { files_quota })
    const eve = await small.given.user()
    const entries = await Promise.all(Array.from({ length: 8 }, () => small.given.experiment(eve)))
    const replies = await Promise.all(
      entries.map((entry) => small.as(eve).postForm(at(entry), oneFile('a.bin', Buffer.alloc(40_000, entry)))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 507, 507, 507, 507, 507, 507])
  },
)

test('a store that cannot be written is told as that, and goes on once it can', async () => {
  const own = await testApp()
  const eve = await own.given.user()
  const id = await own.given.experiment(eve)
  await own.as(eve).postForm(at(id), oneFile('a', 'first'))
  const before = await digestDatabase(own.ctx)
  // There is a file in the place of the folder for this content.
  const content = hash('sha256', 'second')
  const folder = join(own.ctx.config.DATA_DIR, 'files', content.slice(0, 2))
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'in the way')
  expect(await own.as(eve).postForm(at(id), oneFile('b', 'second'))).toMatchObject({ status: 503 })
  expect(await digestDatabase(own.ctx)).toEqual(before)
  expect(incoming(own)).toEqual([])
  rmSync(folder)
  expect(await own.as(eve).postForm(at(id), oneFile('b', 'second'))).toMatchObject({ status: 201 })
  // Somebody removes everything while the service runs.
  rmSync(join(own.ctx.config.DATA_DIR, 'files'), { recursive: true })
  expect(await own.as(eve).postForm(at(id), oneFile('c', 'third'))).toMatchObject({ status: 503 })
  expect(await own.as(eve).postForm(at(id), oneFile('c', 'third'))).toMatchObject({ status: 201 })
})

test('the last of the disk is left to the database', async () => {
  const full = await testApp({ FILES_FREE_SPACE: '900T' })
  const eve = await full.given.user()
  const id = await full.given.experiment(eve)
  expect(await full.as(eve).postForm(at(id), oneFile('a', 'x'))).toMatchObject({ status: 507 })
  expect(allFiles(full)).toEqual([])
})

test('what a process left that ended in the middle is removed, and nothing that is referred to', async () => {
  const own = await testApp()
  const eve = await own.given.user()
  const id = await own.given.experiment(eve)
  await own.as(eve).postForm(at(id), oneFile('a', 'kept'))
  const { mkdirSync, linkSync } = await import('node:fs')
  const folder = own.ctx.files.incoming
  mkdirSync(folder, { recursive: true })
  const [kept, orphan] = [hash('sha256', 'kept'), hash('sha256', 'orphan')]
  const dead = (end: string) => join(folder, `${hostPart()}-999999-${crypto.randomUUID()}${end}`)
  writeFileSync(dead(''), 'half of')
  const left = dead(`.${orphan}`)
  writeFileSync(left, 'orphan')
  mkdirSync(join(folder, '..', orphan.slice(0, 2)), { recursive: true })
  linkSync(left, blob(own, orphan))
  linkSync(blob(own, kept), dead(`.${kept}`))

  expect(await cleanUpFiles(own.ctx, { isStart: true })).toBe(3)

  expect(incoming(own)).toEqual([])
  expect(existsSync(blob(own, orphan))).toBe(false)
  expect(readFileSync(blob(own, kept), 'utf8')).toBe('kept')
})

test('a content that somebody else put again is not taken away by who put it first', async () => {
  const own = await testApp()
  const { store, incoming: folder } = own.ctx.files
  const { mkdirSync } = await import('node:fs')
  mkdirSync(folder, { recursive: true })
  const content = hash('sha256', 'shared')
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  writeFileSync(first, 'shared')
  writeFileSync(second, 'shared')
  expect(await store.put({ path: first, held: undefined }, content)).toBe(true)
  expect(await store.put({ path: second, held: undefined }, content)).toBe(false)
  await store.discard(first, content)
  expect(readFileSync(blob(own, content), 'utf8')).toBe('shared')
  await store.discard(second, content)
  expect(existsSync(blob(own, content))).toBe(false)
})

function at(id: number, subid?: number): string {
  return subid === undefined ? `experiments/${id}/uploads` : `experiments/${id}/uploads/${subid}`
}

function blob({ ctx }: TestApp, sha256: string): string {
  return join(ctx.config.DATA_DIR, 'files', sha256.slice(0, 2), sha256)
}

function incoming({ ctx }: TestApp): string[] {
  return existsSync(ctx.files.incoming) ? readdirSync(ctx.files.incoming) : []
}

function allFiles({ ctx }: TestApp): string[] {
  const folder = join(ctx.config.DATA_DIR, 'files')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

function hostPart(): string {
  const { hostname } = process.getBuiltinModule('node:os')
  return hash('sha256', hostname()).slice(0, 8)
}

async function makeImmutable(id: number) {
  const { change } = await import('../../change.ts')
  return change(lab.ctx, { userid: null, via: 'test', address: '' }, async (work) => {
    const row = await work.db
      .updateTable('uploads')
      .set({ immutable: 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await work.record({
      chain: row.entity_id,
      subject: 'upload',
      subjectId: id,
      verb: 'updated',
      changes: { immutable: { before: 0, after: 1 } },
      seal: sealOf(uploadsTable, row),
    })
    return row
  })
}
