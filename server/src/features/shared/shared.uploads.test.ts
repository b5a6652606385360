import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { SharedEntity } from '@aliquot/contract/shared'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { oneFile } from '../../../test/forms.ts'
import { testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const CSV = 'lane,mg\n1,4.2\n'

/** An entry with a file behind a public link that includes files. */
async function start(type = 'experiments') {
  const app = await testApp()
  const root = await app.given.user({ isSysadmin: true })
  await app.as(root).patch('config', { anon_users: '1' })
  const ada = await app.given.user()
  const hers = app.as(ada)
  const addEntry = async () => (await hers.post(type, { canread_base: 10 })).id
  const addFile = async (entry: number, name = 'yield.csv', content = CSV) =>
    (await hers.postForm(`${type}/${entry}/uploads`, oneFile(name, content))).id
  const id = await addEntry()
  const file = await addFile(id)
  const patch = (body: object) => hers.patch<Entity>(`${type}/${id}`, body)
  const key = (await patch({ action: 'accesskey' })).body.access_key ?? ''
  const include = (on: 0 | 1) => patch({ action: 'sharefiles', include: on })
  const read = async (by: string | null = key, of = `${type}/${id}`) =>
    app.as(undefined).get<SharedEntity>(`shared/${of}${by === null ? '' : `?access_key=${by}`}`)
  const open = (subid: number | string = file, { by = key as string | null, of = `${type}/${id}`, range = '' } = {}) =>
    app
      .as(undefined)
      .get(
        `shared/${of}/files/${subid}/download${by === null ? '' : `?access_key=${by}`}`,
        range === '' ? {} : { range },
      )
  return { ...app, root, ada, hers, type, id, file, key, patch, include, read, open, addEntry, addFile }
}

test.each(EntityType.options)('a link of one of %s shows files only after somebody includes them', async (type) => {
  const { file, key, include, read, open } = await start(type)
  expect((await read()).body.files).toEqual([])
  expect(await open()).toMatchObject({ status: 404 })

  const { body } = await include(1)
  expect(body.access_key).toBe(`${key}.files`)
  // The link that people have stays the same.
  expect((await read()).body.files).toEqual([
    { id: file, real_name: 'yield.csv', comment: null, filesize: CSV.length, mime_type: 'text/csv' },
  ])
  expect(await open()).toMatchObject({
    status: 200,
    raw: Buffer.from(CSV),
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="yield.csv"'),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    },
  })
  expect(await open(file, { range: 'bytes=0-3' })).toMatchObject({ status: 206 })
  expect(await open(file, { by: `${key}.files` })).toMatchObject({ status: 200 })

  await include(0)
  expect((await read()).body.files).toEqual([])
  expect(await open()).toMatchObject({ status: 404 })
  expect(await read()).toMatchObject({ status: 200 })
})

test('what a browser could run comes as an attachment', async () => {
  const { id, include, open, addFile } = await start()
  const page = await addFile(id, 'evil.html', '<!doctype html><script>alert(1)</script>')
  await include(1)
  expect(await open(page)).toMatchObject({
    status: 200,
    headers: { 'content-disposition': expect.stringMatching(/^attachment/) },
  })
})

test('files of other entries, archived and deleted ones, and other ids are not found', async () => {
  const { ctx, hers, type, id, file, include, read, open, addEntry, addFile } = await start()
  await include(1)
  const other = await addEntry()
  const foreign = await addFile(other)
  const [archived, deleted] = [await addFile(id, 'old.csv'), await addFile(id, 'wrong.csv')]
  await hers.patch(`${type}/${id}/uploads/${archived}`, { action: 'archive' })
  await hers.delete(`${type}/${id}/uploads/${deleted}`)
  const replaced = await addFile(id, 'v1.csv')
  await hers.postForm(`${type}/${id}/uploads/${replaced}`, oneFile('v2.csv', 'v2'))
  const before = await digestDatabase(ctx)
  for (const subid of [foreign, archived, deleted, replaced, 999_999]) {
    expect.soft(await open(subid), String(subid)).toMatchObject({ status: 404 })
  }
  for (const subid of ['0', '-1', 'x', `${file}%20or%201=1`, `${file}/..`]) {
    expect.soft((await open(subid)).status, subid).toBeGreaterThanOrEqual(400)
  }
  expect((await read()).body.files.map(({ real_name }) => real_name).toSorted()).toEqual(['v2.csv', 'yield.csv'])
  expect(await digestDatabase(ctx)).toEqual(before)
  // The path of another entry does not help, with its own link without files neither.
  expect(await open(foreign, { of: `${type}/${other}` })).toMatchObject({ status: 404 })
  const { body } = await hers.patch<Entity>(`${type}/${other}`, { action: 'accesskey' })
  expect(await open(foreign, { of: `${type}/${other}`, by: body.access_key })).toMatchObject({ status: 404 })
  expect(await open(foreign, { of: `${type}/${other}`, by: `${body.access_key}.files` })).toMatchObject({ status: 404 })
  expect(await open(file, { of: `${type}/${other}`, by: body.access_key })).toMatchObject({ status: 404 })
  expect(await open(file, { of: `items/${id}` })).toMatchObject({ status: 404 })
})

test('a wrong key or none opens no file, also of an entry that is open to everyone', async () => {
  const { key, patch, include, read, open } = await start()
  await include(1)
  const wrong = [null, '', 'x', '.files', `${key}0`, `${key.slice(1)}.files`, `${key}.files.files`]
  for (const by of wrong) expect.soft(await open(undefined, { by }), String(by)).toMatchObject({ status: 404 })
  await patch({ canread_base: 50 })
  expect((await read(null)).body).toMatchObject({ files: [] })
  expect(await open(undefined, { by: null })).toMatchObject({ status: 404 })
  expect(await open()).toMatchObject({ status: 200 })
})

test.each(['accesskey', 'archive', 'destroy'])(
  'after %s the next request finds no file, and stays so',
  async (action) => {
    const { key, patch, include, open } = await start()
    await include(1)
    expect(await open()).toMatchObject({ status: 200 })
    await patch({ action })
    for (const by of [key, `${key}.files`]) expect(await open(undefined, { by })).toMatchObject({ status: 404 })
    // A new link starts without files.
    if (action !== 'accesskey') return
    const { body } = await patch({ action })
    expect(body.access_key).not.toMatch(/files$/)
    expect(await open(undefined, { by: body.access_key })).toMatchObject({ status: 404 })
  },
)

test('where the instance shows nothing without an account, there are no files either', async () => {
  const { as, root, include, open } = await start()
  await include(1)
  await as(root).patch('config', { anon_users: '0' })
  expect(await open()).toMatchObject({ status: 404 })
})

test.each(['no', 'False', 'off', 2, -1, 0.5])('include: %j is refused and opens nothing', async (include) => {
  const { key, patch } = await start()
  expect(await patch({ action: 'sharefiles', include } as object)).toMatchObject({ status: 400 })
  expect((await patch({})).body.access_key).toBe(key)
})

test('only those who may change the entry include files, and only in a link; the journal tells of it', async () => {
  const { as, ctx, given, ada, hers, type, id, key, patch, include } = await start()
  const reader = await given.user({ team: ada.team })
  const stranger = await given.user({ team: await given.team() })
  await patch({ canread_base: 30 })
  for (const user of [reader, stranger]) {
    const refused = await as(user).patch(`${type}/${id}`, { action: 'sharefiles', include: 1 })
    expect(refused).toMatchObject({ status: 403 })
  }
  expect(await as(undefined).patch(`${type}/${id}`, { action: 'sharefiles', include: 1 })).toMatchObject({
    status: 401,
  })
  await include(1)
  await include(0)
  const { body } = await hers.get<{ changes: { field: string; before: unknown; after: unknown }[] }[]>(
    `${type}/${id}/timeline`,
  )
  const links = body.flatMap(({ changes }) => changes).filter(({ field }) => field === 'access_key')
  // The newest first.
  expect(links.map(({ before, after }) => [before, after])).toEqual([
    ['files', true],
    [true, 'files'],
    [false, true],
  ])
  expect(JSON.stringify(body)).not.toContain(key)
  await patch({ action: 'accesskey' })
  expect(await include(1)).toMatchObject({ status: 422, body: { message: expect.stringContaining('public link') } })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})
