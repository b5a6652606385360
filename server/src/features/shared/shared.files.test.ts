import { EntityType } from '@aliquot/contract/common'
import type { SharedEntity } from '@aliquot/contract/shared'
import type { Upload } from '@aliquot/contract/uploads'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { oneFile } from '../../../test/forms.ts'
import { testApp } from '../../../test/harness.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function shows(...names: string[]): string {
  return names.map((name) => `<p><img src="/api/v2/files?name=${encodeURIComponent(name)}"></p>`).join('')
}

/** A shared entry with a picture in its text and another that is not in it. */
async function start(type = 'experiments') {
  const app = await testApp()
  const root = await app.given.user({ isSysadmin: true })
  await app.as(root).patch('config', { anon_users: '1' })
  const ada = await app.given.user()
  const his = app.as(ada)
  const addEntry = async () => (await his.post(type, { canread_base: 10, content_type: 1 })).id
  const addFile = async (entry: number, name = 'gel.png', content: string | Buffer = PNG) => {
    const { id } = await his.postForm(`${type}/${entry}/uploads`, oneFile(name, content))
    return (await his.get<Upload>(`${type}/${entry}/uploads/${id}`)).body
  }
  const id = await addEntry()
  const shown = await addFile(id)
  const unseen = await addFile(id, 'unseen.png')
  const patch = (body: object) => his.patch<{ access_key: string }>(`${type}/${id}`, body)
  await patch({ body: shows(shown.long_name) })
  const key = (await patch({ action: 'accesskey' })).body.access_key
  const look = (name: string, { of = `${type}/${id}`, by = key as string | null, range = '' } = {}) => {
    const query = new URLSearchParams({ name, ...(by !== null && { access_key: by }) })
    return app.as(undefined).get(`shared/${of}/files?${query}`, range === '' ? {} : { range })
  }
  return { ...app, root, ada, his, type, id, shown, unseen, key, patch, look, addEntry, addFile }
}

test.each(EntityType.options)(
  'whoever has the link of one of %s sees the pictures that its text shows',
  async (type) => {
    const { shown, look } = await start(type)
    const { status, headers } = await look(shown.long_name)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': 'inline; filename="gel.png"',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const part = await look(shown.long_name, { range: 'bytes=0-3' })
    expect(part).toMatchObject({ status: 206, headers: { 'content-range': `bytes 0-3/${PNG.length}` } })
  },
)

test('other files are not found: of the entry, of others, named only in words or links, or no pictures', async () => {
  const { ctx, his, type, id, shown, unseen, patch, look, addEntry, addFile } = await start()
  const foreign = await addFile(await addEntry())
  const data = await addFile(id, 'yield.csv', 'lane,mg\n1,4.2\n')
  const linked = await addFile(id, 'linked.png')
  const body = `${shows(shown.long_name, foreign.long_name, data.long_name)}
    <p>${unseen.long_name}</p><p><a href="/api/v2/files?name=${encodeURIComponent(linked.long_name)}">raw</a></p>`
  await patch({ body })
  const before = await digestDatabase(ctx)
  for (const { long_name, real_name } of [unseen, foreign, data, linked]) {
    expect.soft(await look(long_name), real_name).toMatchObject({ status: 404 })
  }
  for (const name of [
    'gel.png',
    String(shown.id),
    shown.hash ?? '',
    `${shown.long_name}x`,
    '%',
    '../x',
    "' or 1=1 --",
  ]) {
    expect.soft(await look(name), name).toMatchObject({ status: 404 })
  }
  expect(await look('')).toMatchObject({ status: 404 })
  expect(await look(shown.long_name)).toMatchObject({ status: 200 })
  expect(await digestDatabase(ctx)).toEqual(before)
  // A copy without files still names those of the original, which its link does not open.
  const copy = await his.post(`${type}/${id}`, { action: 'duplicate' })
  const { body: shared } = await his.patch<{ access_key: string }>(`${type}/${copy.id}`, { action: 'accesskey' })
  const byCopy = { of: `${type}/${copy.id}`, by: shared.access_key }
  expect(await look(shown.long_name, byCopy)).toMatchObject({ status: 404 })
})

test.each([2, 3])('a picture in state %i is not found until it is back', async (state) => {
  const { his, type, id, shown, look } = await start()
  await his.patch(`${type}/${id}/uploads/${shown.id}`, { state })
  expect(await look(shown.long_name)).toMatchObject({ status: 404 })
  await his.patch(`${type}/${id}/uploads/${shown.id}`, { state: 1 })
  expect(await look(shown.long_name)).toMatchObject({ status: 200 })
})

test('a picture goes with the sentence about it, and with a text that the entry hides', async () => {
  const { as, type, id, key, shown, patch, look } = await start()
  await patch({ hide_main_text: 1 })
  expect(await look(shown.long_name)).toMatchObject({ status: 404 })
  const hidden = await as(undefined).get<SharedEntity>(`shared/${type}/${id}?access_key=${key}`)
  expect(hidden.body).toMatchObject({ hide_main_text: 1, body_html: null })
  await patch({ hide_main_text: 0, body: '<p>No picture any more</p>' })
  expect(await look(shown.long_name)).toMatchObject({ status: 404 })
})

test('a picture of a Markdown text is seen, and its source in a code block is not one', async () => {
  const { shown, unseen, patch, look } = await start()
  const address = (name: string) => `/api/v2/files?name=${encodeURIComponent(name)}`
  const quoted = `    <img src="${address(unseen.long_name)}">`
  await patch({ content_type: 2, body: `![gel](${address(shown.long_name)})\n\n${quoted}\n` })
  expect(await look(shown.long_name)).toMatchObject({ status: 200 })
  expect(await look(unseen.long_name)).toMatchObject({ status: 404 })
})

test('a wrong key, no key, and the key or path of another entry are not found', async () => {
  const { his, type, id, key, shown, look, addEntry } = await start()
  const other = await addEntry()
  const { body } = await his.patch<{ access_key: string }>(`${type}/${other}`, { action: 'accesskey' })
  for (const by of [null, '', 'x', `${key}0`, key.slice(1), body.access_key]) {
    expect.soft(await look(shown.long_name, { by }), String(by)).toMatchObject({ status: 404 })
  }
  for (const of of [`items/${id}`, `${type}/${other}`, `${type}/999`]) {
    expect.soft(await look(shown.long_name, { of }), of).toMatchObject({ status: 404 })
  }
  const by = body.access_key
  expect(await look(shown.long_name, { of: `${type}/${other}`, by })).toMatchObject({ status: 404 })
})

test.each(['accesskey', 'archive', 'destroy'])('after %s the next request finds no picture', async (action) => {
  const { shown, patch, look } = await start()
  expect(await look(shown.long_name)).toMatchObject({ status: 200 })
  await patch({ action })
  expect(await look(shown.long_name)).toMatchObject({ status: 404 })
})

test('where the instance shows nothing without an account, there are no pictures either', async () => {
  const { as, root, shown, look } = await start()
  await as(root).patch('config', { anon_users: '0' })
  expect(await look(shown.long_name)).toMatchObject({ status: 404 })
})

test('a picture that a browser has is sent again only after the link has been checked again', async () => {
  const { as, type, id, key, shown, patch } = await start()
  const address = `shared/${type}/${id}/files?name=${encodeURIComponent(shown.long_name)}&access_key=${key}`
  const { headers } = await as(undefined).get(address)
  const again = { 'if-none-match': String(headers.etag) }
  expect(await as(undefined).get(address, again)).toMatchObject({ status: 304 })
  await patch({ action: 'accesskey' })
  expect(await as(undefined).get(address, again)).toMatchObject({ status: 404 })
})

test('pictures of an entry for everyone need no key', async () => {
  const { shown, patch, look } = await start()
  await patch({ canread_base: 50 })
  expect(await look(shown.long_name, { by: null })).toMatchObject({ status: 200 })
})

test('missing pictures do not lock a reader out, wrong keys do', async () => {
  const { shown, unseen, look } = await start()
  for (let n = 0; n < 60; n++) expect(await look(unseen.long_name)).toMatchObject({ status: 404 })
  expect(await look(shown.long_name)).toMatchObject({ status: 200 })
  for (let n = 0; n < 50; n++) await look(shown.long_name, { by: `guess${n}` })
  expect(await look(shown.long_name)).toMatchObject({ status: 429 })
})

test('a link shows the steps, in their order, and not who did them', async () => {
  const { as, his, ada, type, id, key } = await start()
  for (const body of ['thaw cells', 'count them']) await his.post(`${type}/${id}/steps`, { body })
  const { body: steps } = await his.get<{ id: number }[]>(`${type}/${id}/steps`)
  await his.patch(`${type}/${id}/steps/${steps[0]?.id}`, { action: 'finish' })
  const { body } = await as(undefined).get<SharedEntity>(`shared/${type}/${id}?access_key=${key}`)
  expect(body.steps).toEqual([
    { body: 'thaw cells', finished: 1 },
    { body: 'count them', finished: 0 },
  ])
  expect(JSON.stringify(body)).not.toContain(ada.email)
})
