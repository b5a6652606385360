import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { Upload } from '@aliquot/contract/uploads'
import { afterAll, expect, test } from 'vitest'
import { insertEntries } from '../../../test/entries.ts'
import { oneFile } from '../../../test/forms.ts'
import { type Reply, testApp } from '../../../test/harness.ts'
import { breakReads } from '../../../test/sample-files.ts'
import { readZip } from '../../../test/zip-reader.ts'

const app = await testApp({}, { closing: afterAll })
const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
const bob = await app.given.user({ team: await app.given.team() })
const client = app.as(ada)

const HEADER =
  'id,date,title,userid,fullname,body,category,category_title,category_color,status,status_title,status_color,' +
  'custom_id,elabid,rating,sharelink,metadata,tags'

/** The cells of a CSV file, unquoted. */
function cellsOf(csv: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\n') lines.push([])
    if (end === '') break
  }
  return lines.slice(0, -1)
}

function rowsOf({ raw }: Reply): Record<string, string>[] {
  const [names = [], ...lines] = cellsOf(raw.toString('utf8').replace(/^\uFEFF/, ''))
  return lines.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}

test.each(EntityType.options)('one of %s as a table: the columns of the facts, with their values', async (type) => {
  const { id } = await client.post(type, {})
  const fields = {
    title: 'Yield, "quoted"',
    body: '<p>5 &lt; 6<br>second line</p>',
    tags: ['b', 'a'],
    metadata: { x: 1 },
  }
  await client.patch(`${type}/${id}`, fields)
  const record = (await client.get<Entity>(`${type}/${id}`)).body
  const reply = await client.get(`${type}/${id}?format=csv`)
  expect(reply.status).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=UTF-8',
    'cache-control': 'no-store',
    'last-modified': expect.stringMatching(/GMT$/),
    'content-disposition': expect.stringMatching(
      /^inline; filename="\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d-export\.elabftw\.csv"; filename\*=utf-8''[\w.-]+\.csv$/,
    ),
  })
  expect(reply.headers.etag).toBeUndefined()
  const text = reply.raw.toString('utf8')
  expect(text.split('\n')[0]).toBe(`\uFEFF${HEADER}`)
  expect(text).not.toContain('\r')
  expect(rowsOf(reply)).toEqual([
    {
      id: String(id),
      date: record.date ?? '',
      title: 'Yield, "quoted"',
      userid: String(ada.id),
      fullname: 'Ada Lovelace',
      body: '5 < 6\nsecond line',
      category: '',
      category_title: '',
      category_color: '',
      status: String(record.status ?? ''),
      status_title: record.status_title ?? '',
      status_color: record.status_color ?? '',
      custom_id: '',
      elabid: record.elabid ?? '',
      rating: '0',
      sharelink: record.sharelink,
      metadata: '{"x": 1}',
      tags: 'a|b',
    },
  ])
})

test('a table of one category has its archived entries, with every column filled in', async () => {
  const admin = await app.given.user({ firstname: 'Zoë', lastname: 'O’Neil, Dr', isAdmin: true })
  const as = app.as(admin)
  const { id: category } = await as.post('teams/current/experiments_categories', { name: 'Cloning', color: '29aeb9' })
  const { id: status } = await as.post('teams/current/experiments_status', { name: 'Done', color: 'c24f3d' })
  const fields = { category, status, custom_id: 17, rating: 4, date: '2026-03-02' }
  const made: number[] = []
  for (const title of ['first', 'second', 'third'])
    made.push(await app.given.experiment(admin, { title, ...fields, custom_id: 17 + made.length }))
  const [id, archived, gone] = made
  await as.patch(`experiments/${archived}`, { action: 'archive' })
  await as.delete(`experiments/${gone}`)
  await app.given.experiment(admin, { title: 'of no category' })
  const rows = rowsOf(await as.get(`experiments?format=csv&category=${category}&order=id&sort=asc`))
  expect(rows.map(({ title }) => title)).toEqual(['first', 'second'])
  expect(rows[0]).toMatchObject({
    id: String(id),
    date: '2026-03-02',
    fullname: 'Zoë O’Neil, Dr',
    category: String(category),
    category_title: 'Cloning',
    category_color: '29aeb9',
    status: String(status),
    status_title: 'Done',
    status_color: 'c24f3d',
    custom_id: '17',
    rating: '4',
  })
  const folders = [...readZip((await as.get(`experiments?format=zip&category=${category}`)).raw).keys()]
  expect(folders.every((name) => name.startsWith('Cloning - '))).toBe(true)
  expect(folders).toHaveLength(2)
})

test('cells that a spreadsheet would run are kept from it', async () => {
  const titles = ['=1+1', '+1', '-1', '@SUM(A1)', 'a=b']
  const ids: number[] = []
  for (const title of titles) ids.push(await app.given.experiment(ada, { title, tags: ['=tag'] }))
  const reply = await client.get(`experiments?format=csv&order=id&sort=asc&id=${ids}`)
  expect(rowsOf(reply).map(({ title }) => title)).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", 'a=b'])
  expect(rowsOf(reply)[0]?.tags).toBe("'=tag")
})

test('Markdown stands in a table as it was written', async () => {
  const id = await app.given.experiment(ada, { content_type: 2, body: '# Title\n\na < b & *c*' })
  expect(rowsOf(await client.get(`experiments/${id}?format=csv`))[0]?.body).toBe('# Title\n\na < b & *c*')
})

test.each(EntityType.options)(
  'one of %s as an archive: a page, its files, and with json=1 its record',
  async (type) => {
    const { id } = await client.post(type, {})
    const path = `${type}/${id}`
    await client.postForm(`${path}/uploads`, oneFile('plot.png', 'a picture', 'of the plate'))
    await client.postForm(`${path}/uploads`, oneFile('plot.png', 'another picture'))
    await client.postForm(`${path}/uploads`, oneFile('../../raw/data.csv', 'a,b\n1,2\n'))
    const archived = await client.postForm(`${path}/uploads`, oneFile('old.txt', 'old'))
    await client.patch(`${path}/uploads/${archived.id}`, { action: 'archive' })
    const deleted = await client.postForm(`${path}/uploads`, oneFile('gone.txt', 'gone'))
    await client.delete(`${path}/uploads/${deleted.id}`)
    const [, , first] = (await client.get<Entity>(path)).body.uploads
    const longName = encodeURIComponent(first?.long_name ?? '')
    const body = `<p>Shown: <img src="/api/v2/files?name=${longName}">
      <a href="app/download.php?name=plot.png&amp;f=${longName}&amp;storage=1">load</a></p>
      <ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>thaw cells</p></li></ul><p>$x^2$</p>`
    const extra_fields = { Batch: { type: 'text', value: 'B-17 <x>' } }
    await client.patch(path, { title: 'Größe <b> & Co', body, tags: ['heat'], metadata: { extra_fields } })
    await client.post(`${path}/steps`, { body: 'Weigh <it>' })
    await client.post(`${path}/comments`, { comment: 'well <done>' })

    const reply = await client.get(`${path}?format=zip&json=1&changelog=1&classification=20`)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="[\w.-]+\.zip"; filename\*=utf-8''[\w%.-]*Gr%C3%B6%C3%9Fe[\w%.-]+\.zip$/,
      ),
    })
    const files = readZip(reply.raw)
    const names = [...files.keys()]
    const [folder = ''] = names[0]?.split('/') ?? []
    expect(folder).toMatch(/^Gro-e -b- - Co - ([0-9a-f]{8}|id \d+)$/)
    expect(names.map((name) => name.slice(folder.length + 1))).toEqual([
      ...['entry.html', 'export-elabftw.json', 'plot.png', '1_plot.png', 'raw/data.csv'],
    ])
    const textOf = (name: string) => files.get(`${folder}/${name}`)?.toString() ?? ''
    expect(textOf('plot.png')).toBe('a picture')
    expect(textOf('1_plot.png')).toBe('another picture')

    const page = textOf('entry.html')
    expect(page).toContain('<h1>Größe &lt;b&gt; &amp; Co</h1>')
    expect(page).toContain('<img src="./plot.png"')
    expect(page).toContain('☑ thaw cells')
    expect(page).toContain('<msup><mi>x</mi><mn>2</mn></msup>')
    expect(page).toMatch(/<a href="\.\/plot\.png"[^>]*>load</)
    for (const words of [
      'heat',
      'B-17 &lt;x&gt;',
      'Weigh &lt;it&gt;',
      'well &lt;done&gt;',
      'of the plate',
      'Confidential',
    ])
      expect(page).toContain(words)
    expect(page).toContain('<h2>Changes</h2>')
    expect(page).toMatch(/ · Times: \w[\w/]+<\/footer>/)
    expect(page).toContain("default-src 'none'")
    expect(page).not.toContain('<script')

    const { data, meta } = JSON.parse(textOf('export-elabftw.json'))
    expect(meta).toMatchObject({ elabftw_producer_version: '5.6.12', elabftw_producer_version_int: 50_612 })
    expect(data).toHaveLength(1)
    expect(Object.keys(data[0])).toEqual(Object.keys(data[0]).toSorted())
    expect(data[0]).toMatchObject({
      id,
      title: 'Größe <b> & Co',
      revisions: expect.any(Array),
      elabftw_version_int: 50_612,
    })
    const told = data[0].uploads.map((upload: Upload) => `${upload.state} ${upload.real_name}`)
    expect(told).toEqual(['3 gone.txt', '2 old.txt', '1 ../../raw/data.csv', '1 plot.png', '1 plot.png'])

    const plain = readZip((await client.get(`${path}?format=zip`)).raw)
    expect([...plain.keys()].some((name) => name.endsWith('.json'))).toBe(false)
    expect(plain.get(`${folder}/entry.html`)?.toString()).not.toContain('<h2>Changes</h2>')
  },
)

test('a list as a file has what the list shows, archived entries too, and each named one whatever its state', async () => {
  const carl = await app.given.user()
  const [one, two, three] = [
    await app.given.experiment(carl, { title: 'one', rating: 3 }),
    await app.given.experiment(carl, { title: 'two' }),
    await app.given.experiment(carl, { title: 'three' }),
  ]
  await app.as(carl).patch(`experiments/${two}`, { action: 'archive' })
  await app.as(carl).delete(`experiments/${three}`)
  const list = (query: string) => app.as(carl).get(`experiments?scope=1&order=id&sort=asc&${query}`)
  const titles = async (query: string) => rowsOf(await list(`format=csv&${query}`)).map(({ title }) => title)
  expect(await titles('')).toEqual(['one', 'two'])
  expect(await titles('state=1')).toEqual(['one'])
  expect(await titles('extended=state:3')).toEqual(['three'])
  expect(await titles(`id=${one},${three}`)).toEqual(['one', 'three'])
  expect(await titles('limit=1&offset=1')).toEqual(['two'])
  expect(await titles('q=one')).toEqual(['one'])
  expect(await titles('q=nothing')).toEqual([])
  for (const [query, count] of [
    ['', '2'],
    ['limit=1', '1'],
    ['limit=1&offset=2', '0'],
    ['rating=3', '1'],
    ['q=nothing', '0'],
    [`id=${one},${three}`, '2'],
  ] as const) {
    for (const format of ['csv', 'zip', 'eln']) {
      const { headers } = await list(`format=${format}&${query}`)
      expect(headers['x-total-count'], `${format} ${query}`).toBe(count)
    }
  }
  const zip = await list('format=zip')
  expect(zip.headers).toMatchObject({
    'x-total-count': '2',
    'content-disposition': `attachment; filename="export.elabftw.zip"; filename*=utf-8''export.elabftw.zip`,
  })
  const folders = [...readZip(zip.raw).keys()].map((name) => name.split(' - ')[0])
  expect(folders).toEqual(['one', 'two'])
  expect(readZip((await list('format=zip&q=nothing')).raw).size).toBe(0)
  const owned = await client.get(`experiments?format=csv&owner=${carl.id}`)
  expect(rowsOf(owned).map(({ title }) => title)).toEqual(['two', 'one'])
  expect((await list(`id=${one},${two}`)).body).toMatchObject([{ id: one }])
})

test('a named entry is in the file, or it is said which one is not', async () => {
  const [kept, gone] = [await app.given.experiment(ada), await app.given.experiment(ada)]
  await client.delete(`experiments/${gone}`)
  for (const format of ['csv', 'zip', 'eln', 'elnhtml']) {
    for (const narrowed of ['state=1', 'state=1,2', 'q=somethingelse', `owner=${bob.id}`]) {
      const reply = await client.get(`experiments?format=${format}&id=${gone},${kept}&${narrowed}`)
      const message = `id: the rest of the query leaves out entry ${gone}`
      expect(reply, narrowed).toMatchObject({ status: 400, body: { message } })
    }
    for (const rest of ['', '&state=1,2,3', '&state=']) {
      const reply = await client.get(`experiments?format=${format}&id=${gone},${kept}${rest}`)
      expect(reply).toMatchObject({ status: 200, headers: { 'x-total-count': '2' } })
    }
    const page = await client.get(`experiments?format=${format}&id=${gone},${kept}&limit=1&offset=1`)
    expect(page).toMatchObject({ status: 200, headers: { 'x-total-count': '1' } })
  }
})

test('more ids than a request may name are refused in plain words', async () => {
  const ids = Array.from({ length: 1099 }, (_, index) => index + 1)
  const reply = await client.get(`experiments?format=csv&id=${ids}`)
  expect(reply).toMatchObject({ status: 400, body: { message: 'id: must have at most 1000 numbers, not 1099' } })
  expect((await client.get(`experiments?id=${ids.slice(0, 1000)}`)).status).toBe(200)
})

test('an archive of a deleted entry has the files that would come back with it', async () => {
  const id = await app.given.experiment(ada)
  const path = `experiments/${id}/uploads`
  await client.postForm(path, oneFile('shown.txt', 'shown'))
  const archived = await client.postForm(path, oneFile('archived.txt', 'archived'))
  const gone = await client.postForm(path, oneFile('gone.txt', 'gone'))
  await client.patch(`${path}/${archived.id}`, { action: 'archive' })
  await client.delete(`${path}/${gone.id}`)
  await client.delete(`experiments/${id}`)
  for (const asked of [`experiments/${id}?format=zip`, `experiments?format=zip&id=${id}`]) {
    const names = [...readZip((await client.get(asked)).raw).keys()].map((name) => name.split('/')[1])
    expect(names).toEqual(['entry.html', 'shown.txt'])
  }
})

test('the key that opens an entry to strangers is in its record alone', async () => {
  const id = await app.given.experiment(ada)
  const { access_key } = (await client.patch<Entity>(`experiments/${id}`, { action: 'accesskey' })).body
  const key = access_key ?? 'none'
  const page = `/experiments.php?mode=view&id=${id}`
  for (const asked of [`experiments/${id}?format=csv`, `experiments?format=csv&id=${id}`]) {
    const reply = await client.get(asked)
    expect(reply.raw.toString()).not.toContain(key)
    expect(rowsOf(reply)[0]?.sharelink?.endsWith(page)).toBe(true)
  }
  const files = readZip((await client.get(`experiments/${id}?format=zip&json=1`)).raw)
  const [html = '', record] = [...files.values()].map(String)
  expect(html).not.toContain(key)
  expect(html).toContain(`${page.replace('&', '&amp;')}</a> · Times: `)
  expect(record).toContain(key)
})

test('files hold only what one may read, and who names something else is told', async () => {
  const secret = await app.given.experiment(bob, { title: 'Zanzibar', body: '<p>Zanzibar</p>' })
  await app.as(bob).patch(`experiments/${secret}`, { canread_base: 10 })
  const own = await app.given.experiment(ada, { title: 'mine' })
  for (const format of ['csv', 'zip', 'eln', 'elnhtml']) {
    const refusals: [string, number][] = [
      [`experiments/${secret}?format=${format}`, 403],
      [`experiments?format=${format}&id=${own},${secret}`, 403],
      ['experiments/999999?format=csv', 404],
      [`experiments?format=${format}&id=${own},999999`, 404],
      [`items?format=${format}&id=${own}`, 404],
    ]
    for (const [path, status] of refusals) {
      const reply = await client.get(path)
      expect(reply.status, path).toBe(status)
      expect(JSON.stringify(reply.body)).not.toContain('Zanzibar')
    }
    expect((await app.as(undefined).get(`experiments?format=${format}`)).status).toBe(401)
    const everything = await client.get(`experiments?format=${format}&scope=3`)
    expect(everything.status).toBe(200)
    const isText = format === 'csv' || format === 'elnhtml'
    const text = isText ? everything.raw.toString() : [...readZip(everything.raw).values()].join()
    expect(text).not.toContain('Zanzibar')
  }
  expect((await app.as(await app.given.key(ada, false)).get(`experiments/${own}?format=zip`)).status).toBe(200)
})

test.each([
  ['format=eln&as_of=2026-03-02T10:15:40Z', 400, /^as_of/],
  ['format=eln&rocrate=1.0', 400, /^rocrate/],
  ['format=eln&ending=zip', 400, /^ending/],
  ['format=binary', 400, /^format: .*json, csv, zip/],
  ['format=CSV', 400, /^format/],
  ['format=csv&as_of=2026-03-02T10:15:40Z', 400, /^as_of/],
  ['format=zip&classification=15', 400, /^classification/],
  ['format=report', 200, undefined],
  ['format=', 200, undefined],
  ['format=c.s-v', 200, undefined],
])('an entry with %s answers %i', async (query, status, message) => {
  const id = await app.given.experiment(ada)
  const reply = await client.get<{ message: string }>(`experiments/${id}?${query}`)
  expect(reply.status).toBe(status)
  if (message) expect(reply.body.message).toMatch(message)
})

test.each([
  ['short', ''],
  ['long', '<p>words</p>'.repeat(3000)],
])('a page with a %s text asks no other machine for anything when it is opened from disk', async (_, words) => {
  const id = await app.given.experiment(ada, { title: 'Elsewhere' })
  const addresses = [
    '//evil.example/share/a.png',
    '\\\\evil.example\\b.png',
    '/\\evil.example/c.png',
    'https://evil.example/d',
  ]
  const shown = addresses.map(
    (one) => `<img src="${one}" alt="gel"><video src='${one}'></video><a href="${one}">to</a>`,
  )
  await client.patch(`experiments/${id}`, { body: shown.join('') + words })
  // As stored by versions that let such URLs through.
  const { body } = (await client.get<Entity>(`experiments/${id}`)).body
  expect(body).not.toMatch(/="[/\\]{2}/)
  const stored = shown.join('') + words
  await app.ctx.db.write((db) => db.updateTable('bodies').set({ body: stored }).where('entity_id', '=', id).execute())

  const [page = ''] = [...readZip((await client.get(`experiments/${id}?format=zip`)).raw).values()].map(String)
  const main = /<main>([\s\S]*)<\/main>/.exec(page)?.[1] ?? ''
  expect(main).toContain('alt="gel"')
  expect(main.endsWith(words)).toBe(true)
  expect(main).not.toMatch(/\ssrc/)
  const links = [...main.matchAll(/href="([^"]*)"/g)].map((match) => match[1])
  expect(links).toHaveLength(4)
  for (const link of links) expect(link).toMatch(/^https?:\/\/evil\.example\//)
})

test('HEAD tells of a file and makes none', async () => {
  const id = await app.given.experiment(ada)
  for (const path of [`experiments/${id}`, 'experiments']) {
    for (const format of ['zip', 'eln']) {
      const reply = await client.send('HEAD', `${path}?format=${format}`)
      expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
      expect(reply.raw).toHaveLength(0)
    }
  }
})

test('a content that the storage has lost is told of in its place, under a name that nothing else has', async () => {
  const id = await app.given.experiment(ada)
  const add = (name: string, content: string) => client.postForm(`experiments/${id}/uploads`, oneFile(name, content))
  await add('lost.txt.missing.txt', 'not lost')
  await add('lost.txt', 'soon to be lost')
  await add(`${'x'.repeat(150)}.csv`, 'soon to be lost')
  await rm(join(app.ctx.config.DATA_DIR, 'files', placeOf('soon to be lost')))
  const files = readZip((await client.get(`experiments/${id}?format=zip`)).raw)
  const names = [...files.keys()].map((name) => name.split('/')[1])
  expect(names).toEqual([
    ...['entry.html', 'lost.txt.missing.txt', '1_lost.txt.missing.txt', `${'x'.repeat(88)}.missing.txt`],
  ])
  const [page, kept, note] = [...files.values()].map(String)
  expect(kept).toBe('not lost')
  expect(note).toContain('not in the storage')
  expect(page).toContain('<a href="./1_lost.txt.missing.txt">lost.txt</a> <small>The content is missing · ')
  expect(page).not.toContain('href="./lost.txt"')
})

test('a file that breaks off on its way never looks whole', async () => {
  const id = await app.given.experiment(ada)
  const content = randomBytes(3_000_000)
  await client.postForm(`experiments/${id}/uploads`, oneFile('clip.bin', content))
  const mend = breakReads(app.ctx.files)
  try {
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const options = { port, path: `/api/v2/experiments/${id}?format=zip`, headers: { authorization: ada.key } }
    const ended = new Promise<string>((resolve) => {
      http.get({ host: '127.0.0.1', agent: false, ...options }, (response) => {
        response.resume()
        response.on('end', () => resolve(`${response.statusCode} and whole`))
        response.on('error', (error) => resolve(`${response.statusCode} and ${error.message}`))
      })
    })
    expect(await ended).toBe('200 and aborted')
  } finally {
    mend()
  }
})

test('a content that was altered in the storage is told of in its place, and the rest is whole', async () => {
  const id = await app.given.experiment(ada)
  const large = randomBytes(3_000_000)
  for (const [name, content] of [
    ['small.txt', 'the true words'],
    ['large.bin', large],
    ['short.bin', 'x'.repeat(200_000)],
    ['whole.txt', 'whole'],
    ['small.txt.altered.txt', 'a name that is taken'],
  ] as const) {
    await client.postForm(`experiments/${id}/uploads`, oneFile(name, content))
  }
  const alter = (content: string | Buffer, altered: string | Buffer) =>
    writeFileSync(join(app.ctx.config.DATA_DIR, 'files', placeOf(content)), altered)
  alter('the true words', 'the fake words')
  alter(large, Buffer.concat([large.subarray(0, -1), Buffer.from('!')]))
  alter('x'.repeat(200_000), 'y'.repeat(200_000))
  const expected = {
    '1_small.txt.altered.txt': /^The content of this file was altered in the storage\n.*SHA-256 [0-9a-f]{64}\n$/,
    'large.bin.altered.txt': /altered in the storage/,
    'short.bin.altered.txt': /altered in the storage/,
    'whole.txt': /^whole$/,
    'small.txt.altered.txt': /^a name that is taken$/,
  }
  // The second time they are known to be altered.
  for (const path of [`experiments/${id}/uploads?format=zip`, `experiments/${id}/uploads?format=zip`]) {
    const files = readZip((await client.get(path)).raw)
    const texts = Object.fromEntries([...files].map(([name, bytes]) => [name, bytes.toString()]))
    expect(Object.keys(texts).sort()).toEqual(Object.keys(expected).sort())
    for (const [name, text] of Object.entries(expected)) expect(texts[name]).toMatch(text)
  }
  const whole = readZip((await client.get(`experiments/${id}?format=zip`)).raw)
  expect([...whole.keys()].filter((name) => name.endsWith('.altered.txt'))).toHaveLength(4)
})

test('a long list as a file is whole, as a table and as an archive', async () => {
  const dora = await app.given.user()
  const entry = { userid: dora.id, team: dora.team, title: 'one of many', body: '<p>text</p>' }
  await insertEntries(
    app.ctx,
    Array.from({ length: 700 }, () => entry),
  )
  const as = app.as(dora)
  const table = await as.get('experiments?format=csv&scope=1&rating=0')
  expect(table.headers['x-total-count']).toBe('700')
  expect(new Set(rowsOf(table).map(({ id }) => id)).size).toBe(700)
  const { raw, headers } = await as.get('experiments?format=zip&scope=1')
  expect(headers['x-total-count']).toBe('700')
  expect(readZip(raw).size).toBe(700)
})

/** The journal's events about exports, oldest first. */
async function toldExports() {
  const events = await app.ctx.db.read
    .selectFrom('events')
    .select(['changes', 'subject_id', 'userid'])
    .where('subject', '=', 'export')
    .orderBy('id')
    .execute()
  return events.map(({ changes, ...rest }) => ({ ...rest, ...JSON.parse(changes) }))
}

test('who takes out a list stands in the journal, once the file is being sent', async () => {
  const eve = await app.given.user()
  const entry = { userid: eve.id, team: eve.team, title: 'one of some', body: '' }
  await insertEntries(app.ctx, [entry, entry])
  const before = (await toldExports()).length
  const as = app.as(await app.given.key(eve, false))
  await as.get('experiments?scope=1')
  await as.send('HEAD', 'experiments?format=csv&scope=1')
  expect(await toldExports()).toHaveLength(before)
  for (const format of ['csv', 'zip', 'eln']) {
    for (const address of [`experiments?format=${format}&scope=1`, `experiments/download/${format}?scope=1`]) {
      expect(await as.get(address)).toMatchObject({ status: 200 })
      expect((await toldExports()).at(-1)).toEqual({
        subject_id: eve.id,
        userid: eve.id,
        entity_type: { after: 'experiments' },
        format: { after: format },
        entries: { after: 2 },
      })
    }
  }
  expect(await toldExports()).toHaveLength(before + 6)
})

test('who takes out one entry stands in the journal, with the entry; who reads it does not', async () => {
  const finn = await app.given.user()
  const { id } = await app.as(finn).post('items', {})
  const before = (await toldExports()).length
  const as = app.as(await app.given.key(finn, false))
  for (const read of [`items/${id}`, `items/${id}?format=json`]) expect((await as.get(read)).status).toBe(200)
  await as.send('HEAD', `items/${id}?format=zip`)
  expect((await app.as(bob).get(`items/${id}?format=zip`)).status).toBe(403)
  expect(await toldExports()).toHaveLength(before)
  for (const format of ['csv', 'zip', 'eln']) {
    for (const address of [`items/${id}?format=${format}`, `items/${id}/download/${format}`]) {
      expect(await as.get(address)).toMatchObject({ status: 200 })
      expect((await toldExports()).at(-1)).toEqual({
        subject_id: finn.id,
        userid: finn.id,
        entity_type: { after: 'items' },
        entity_id: { after: id },
        format: { after: format },
        entries: { after: 1 },
      })
    }
  }
  expect(await toldExports()).toHaveLength(before + 6)
})

function placeOf(content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex')
  return `${hash.slice(0, 2)}/${hash}`
}

test('the files of an entry, or those that are named, come as one archive', async () => {
  const { id } = await client.post('items', {})
  const path = `items/${id}/uploads`
  const add = async (name: string, content: string) => (await client.postForm(path, oneFile(name, content))).id
  const gel = await add('run 2/gel.txt', 'bands')
  const twin = await add('run 2/gel.txt', 'other bands')
  const old = await add('../../old.txt', 'old')
  await client.patch(`${path}/${old}`, { action: 'archive' })
  const zipOf = async (query = '') => {
    const reply = await client.get(`${path}?format=zip${query}`)
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
    return Object.fromEntries([...readZip(reply.raw)].map(([name, content]) => [name, content.toString()]))
  }
  expect(await zipOf()).toEqual({ 'run 2/gel.txt': 'bands', 'run 2/1_gel.txt': 'other bands' })
  expect(await zipOf('&state=2')).toEqual({ 'old.txt': 'old' })
  expect(await zipOf(`&id=${old},${twin}`)).toEqual({ 'run 2/gel.txt': 'other bands', 'old.txt': 'old' })
  const head = await client.send('HEAD', `${path}?format=zip&id=${gel}`)
  expect(head).toMatchObject({
    status: 200,
    headers: { 'x-total-count': '1', 'content-disposition': expect.stringContaining(`items-${id}-files.zip`) },
  })

  // Neither files of another entry, nor anything for a person without access.
  const { id: other } = await client.post('items', {})
  expect(await client.get(`items/${other}/uploads?format=zip&id=${gel}`)).toMatchObject({
    status: 404,
    body: { message: `id: there is no file ${gel} on this entry` },
  })
  expect(await client.get(`${path}?format=zip&id=${gel},x`)).toMatchObject({ status: 400 })
  expect(await app.as(bob).get(`${path}?format=zip`)).toMatchObject({ status: 403 })
  await rm(join(app.ctx.config.DATA_DIR, 'files'), { recursive: true })
  expect(Object.keys(await zipOf(`&id=${gel}`))).toEqual(['run 2/gel.txt.missing.txt'])
})
