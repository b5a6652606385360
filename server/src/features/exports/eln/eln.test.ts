import { createHash } from 'node:crypto'
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import { afterAll, expect, test } from 'vitest'
import { type CrateNode, checkCrate, elnSchema, type ReadCrate, readCrate } from '../../../../test/eln/crate-checks.ts'
import { insertEntries } from '../../../../test/entries.ts'
import { oneFile } from '../../../../test/forms.ts'
import { testApp } from '../../../../test/harness.ts'
import { zipOf } from '../../../lib/zip/zip.ts'
import { asOwner } from '../../history/read-as-owner.ts'
import type { Place } from '../exports.read.ts'
import { crateMembers } from './eln.crate.ts'
import { GENRE } from './eln.names.ts'

const app = await testApp({}, { closing: afterAll })
const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
const client = app.as(ada)

const SCHEMA = elnSchema()
if (!SCHEMA) console.warn('without the JSON Schema of the consortium: ../shared/data is missing')

async function crateOf(path: string, query = ''): Promise<ReadCrate> {
  const reply = await client.get(`${path}${path.includes('?') ? '&' : '?'}format=eln${query}`)
  expect(reply.status, path).toBe(200)
  return checkCrate(reply.raw, SCHEMA)
}

/** The nodes to which a property refers. */
function follow(crate: ReadCrate, node: CrateNode, property: string): CrateNode[] {
  return [(node[property] ?? []) as { '@id': string }].flat().map((one) => crate.node(one['@id']))
}

const METADATA =
  '{"extra_fields": {"Mass": {"type": "number", "unit": "mg", "value": "4.20", "position": 2}, "Tried": {"type": "select", "value": ["a", "b"], "position": 1}}, "own": 12345678901234567890}'

test.each(EntityType.options)('one of %s: everything that it has is in the archive', async (type) => {
  const admin = await app.given.user({ isAdmin: true })
  const team = type.startsWith('items') ? 'resources' : 'experiments'
  const statuses = type.startsWith('items') ? 'items_status' : 'experiments_status'
  const label = (what: string, name: string, color: string) =>
    app.as(admin).post(`teams/current/${what}`, { name, color })
  const { id: category } = await label(`${team}_categories`, `Gels, ${type}`, '29aeb9')
  const { id: status } = await label(statuses, `Done, ${type}`, 'c24f3d')
  const { id: target } = await client.post('items', { title: 'Lamp' })
  const { id } = await client.post(type, {})
  const path = `${type}/${id}`
  const before = await client.postForm(`${path}/uploads`, oneFile('Größe 1.csv', 'a,b', 'first'))
  await client.postForm(`${path}/uploads/${before.id}`, [
    ...oneFile('Größe 1.csv', 'a,b,c'),
    { name: 'action', content: 'replace' },
  ])
  const fields = { title: 'Heat <shock>', date: '2026-03-02', category, status, rating: 4, custom_id: 1000 + id }
  const body = '<p>Yield: 5 &lt; 6</p>'
  const tags = ['a, b', 'heat "shock"', '温度']
  const patched = await client.patch(path, { ...fields, body, tags, metadata: METADATA, hide_main_text: 1 })
  expect(patched.status).toBe(200)
  const { id: step } = await client.post(`${path}/steps`, { body: 'Weigh <it>' })
  await client.patch(`${path}/steps/${step}`, { action: 'finish' })
  await client.patch(`${path}/steps/${step}`, { deadline: '2026-12-01 09:30:00' })
  await client.post(`${path}/steps`, { body: 'Wash' })
  await app.as(admin).post(`${path}/comments`, { comment: 'well <done>\nreally' })
  await client.post(`${path}/items_links/${target}`, {})
  await client.patch(path, { action: 'lock' })

  const record = (await client.get<Entity>(path)).body
  const crate = await crateOf(path)
  const [folder] = follow(crate, crate.node('./'), 'hasPart')
  if (!folder) throw new Error('no entry')
  expect(folder).toMatchObject({
    '@type': 'Dataset',
    name: 'Heat <shock>',
    genre: GENRE[type],
    text: body,
    encodingFormat: 'text/html',
    // Templates have none.
    ...(record.elabid && { identifier: record.elabid }),
    alternateName: 1000 + id,
    temporal: '2026-03-02',
    keywords: tags.map((tag) => tag.replace(',', '-')).join(','),
    'aliquot:tags': tags,
    status: 'Normal',
    conditionsOfAccess: 'Locked',
    creativeWorkStatus: `Done, ${type}`,
    'aliquot:hideMainText': true,
    'aliquot:canread': record.canread_base,
    'aliquot:page': expect.stringMatching(new RegExp(`^[\\w-]+\\.php\\?mode=view&id=${id}$`)),
    url: expect.stringMatching(new RegExp(`^http://.+/[\\w-]+\\.php\\?mode=view&id=${id}$`)),
  })
  for (const name of ['dateCreated', 'dateModified', 'aliquot:lockedAt'] as const) {
    expect(folder[name], name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  }
  expect(String(folder.dateCreated).slice(0, 19).replace('T', ' ')).toBe(record.created_at)
  const person = { '@type': 'Person', name: 'Ada Lovelace', email: ada.email }
  expect(follow(crate, folder, 'author')).toEqual([expect.objectContaining(person)])
  expect(follow(crate, folder, 'aliquot:lockedBy')).toEqual([expect.objectContaining(person)])
  expect(follow(crate, folder, 'about')).toEqual([expect.objectContaining({ name: `Gels, ${type}`, color: '29aeb9' })])
  expect(follow(crate, folder, 'aliquot:status')).toEqual([
    expect.objectContaining({ name: `Done, ${type}`, color: 'c24f3d' }),
  ])
  expect(follow(crate, folder, 'sourceOrganization')).toEqual([expect.objectContaining({ name: record.team_name })])
  expect(follow(crate, folder, 'aggregateRating')).toEqual([expect.objectContaining({ ratingValue: 4 })])

  const values = follow(crate, folder, 'variableMeasured')
  expect(values[0]).toMatchObject({ propertyID: 'elabftw_metadata', value: record.metadata })
  expect(String(values[0]?.value)).toContain('12345678901234567890')
  expect(values.slice(1)).toEqual([
    expect.objectContaining({ propertyID: 'Tried', valueReference: 'select', value: ['a', 'b'] }),
    expect.objectContaining({ propertyID: 'Mass', valueReference: 'number', value: '4.20', unitText: 'mg' }),
  ])

  const steps = follow(crate, folder, 'step')
  expect(steps).toMatchObject([
    { position: 1, creativeWorkStatus: 'finished', expires: '2026-12-01T09:30:00.000Z', temporal: expect.any(String) },
    { position: 2, creativeWorkStatus: 'unfinished' },
  ])
  expect(steps.flatMap((one) => follow(crate, one, 'itemListElement')).map(({ text }) => text)).toEqual([
    'Weigh <it>',
    'Wash',
  ])
  const [comment, ...moreComments] = follow(crate, folder, 'comment')
  expect(moreComments).toEqual([])
  expect(comment).toMatchObject({ text: 'well <done>\nreally', dateCreated: expect.stringMatching(/Z$/) })
  expect(comment && follow(crate, comment, 'author')[0]).toMatchObject({ email: admin.email })
  expect(follow(crate, folder, 'aliquot:mentionsElsewhere')).toEqual([
    expect.objectContaining({
      '@id': `#entry-${target}`,
      name: 'Lamp',
      genre: 'resource',
      identifier: expect.any(String),
    }),
  ])

  const [old, now, history] = follow(crate, folder, 'hasPart')
  const alike = { '@type': 'File', name: 'Größe 1.csv', description: 'first', encodingFormat: 'text/csv' }
  expect(old).toMatchObject({ ...alike, creativeWorkStatus: 'Archived', contentSize: '3' })
  expect(now).toMatchObject({ ...alike, creativeWorkStatus: 'Normal', contentSize: '5' })
  expect(now?.['aliquot:replaces']).toEqual({ '@id': old?.['@id'] })
  expect(now?.alternateName).toBe(record.uploads[0]?.long_name)
  expect(folder['aliquot:history']).toEqual({ '@id': history?.['@id'] })
  const told = crate.files.get(history?.['@id'].slice(2) ?? '')?.toString() ?? ''
  expect(told).toMatch(/^Times: UTC\n\n/)
  expect(told).toContain(`title "${titleOf(type)}" → "Heat <shock>"`)
  expect(told.trim().split('\n').at(-1)).toMatch(/ {2}Ada Lovelace {2}created/)

  const page = crate.files.get('ro-crate-preview.html')?.toString() ?? ''
  for (const words of ['<h1>Heat &lt;shock&gt;</h1>', body, 'Weigh &lt;it&gt;', 'Gro-e-1.csv', "default-src 'none'"]) {
    expect(page).toContain(words)
  }
  expect(page).not.toContain('<script')
})

function titleOf(type: EntityType): string {
  return type === 'items_types' ? 'Default' : 'Untitled'
}

test('only what the caller asked for is in the graph, and nothing of who may read it or opens it', async () => {
  const { id } = await client.post('experiments', { title: 'shared' })
  const { access_key } = (await client.patch<Entity>(`experiments/${id}`, { action: 'accesskey' })).body
  const { nodes, files } = await crateOf(`experiments/${id}`)
  const text = JSON.stringify(nodes) + [...files.values()].join()
  expect(text).not.toContain(access_key ?? 'none')
  expect(text).not.toContain('teamgroups')
})

test('the settings of resources and templates are in it, without people and teams', async () => {
  const { id } = await client.post('items', { title: 'Lamp', is_bookable: 1, book_max_minutes: 90 })
  const crate = await crateOf(`items/${id}`)
  const settings = JSON.parse(String(crate.node(`./resource-${id}/`)['aliquot:settings']))
  expect(settings).toMatchObject({ is_bookable: 1, book_max_minutes: 90, canbook_base: 30 })
  expect(settings).not.toHaveProperty('canbook')
})

test('a list: entries refer to each other, an archive of none is valid too', async () => {
  const carl = await app.given.user()
  const as = app.as(carl)
  const first = await app.given.experiment(carl, { title: 'first', content_type: 2, body: '# *a*' })
  const second = await app.given.experiment(carl, { title: 'second' })
  await as.post(`experiments/${first}/experiments_links/${second}`, {})
  const { id: copy } = await as.post(`experiments/${first}`, { action: 'duplicate' })
  await as.patch(`experiments/${second}`, { action: 'archive' })
  const list = async (query: string) => {
    const reply = await as.get(`experiments?scope=1&order=id&sort=asc&format=eln&${query}`)
    return checkCrate(reply.raw, SCHEMA)
  }
  const all = await list('')
  expect(follow(all, all.node('./'), 'hasPart').map(({ name, status }) => [name, status])).toEqual([
    ['first', 'Normal'],
    ['second', 'Archived'],
    [expect.any(String), 'Normal'],
  ])
  expect(all.node(`./experiment-${first}/`)).toMatchObject({ encodingFormat: 'text/markdown', text: '# *a*' })
  expect(follow(all, all.node(`./experiment-${first}/`), 'mentions')).toMatchObject([{ name: 'second' }])
  expect(all.node(`./experiment-${copy}/`).isBasedOn).toEqual({ '@id': `./experiment-${first}/` })
  // One person, one team, however many entries.
  expect(all.nodes.filter((node) => node['@type'] === 'Person')).toHaveLength(1)

  const one = await list(`id=${first}`)
  expect(one.node(`./experiment-${first}/`).mentions).toBeUndefined()
  expect(one.node(`#entry-${second}`)).toMatchObject({ name: 'second' })
  const none = await list('q=nothingofthekind')
  expect([...none.files.keys()]).toEqual(['ro-crate-metadata.json', 'ro-crate-preview.html'])
  expect(none.node('./').hasPart).toEqual([])
})

test('RO-Crate 1.2 and another name on request, at addresses of their own too', async () => {
  const id = await app.given.experiment(ada)
  const newer = await crateOf(`experiments/${id}`, '&rocrate=1.2')
  expect(newer.node('ro-crate-metadata.json').conformsTo).toEqual({ '@id': 'https://w3id.org/ro/crate/1.2' })
  for (const address of [
    `experiments/${id}?format=eln&ending=eln.zip`,
    `experiments/${id}/download/eln?ending=eln.zip`,
  ]) {
    const { headers, raw } = await client.get(address)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=utf-8''[\d-]{17}-export\.eln\.zip$/),
    })
    checkCrate(raw, SCHEMA)
  }
  const { headers, raw } = await client.get(`experiments/download/eln?scope=1&rocrate=1.2&id=${id}`)
  expect(headers['content-disposition']).toMatch(/filename\*=utf-8''[\d-]{17}-export\.eln$/)
  expect(checkCrate(raw, SCHEMA).context).toEqual(newer.context)
})

test('names that collide, are odd or dangerous stay apart, and keep their true names', async () => {
  const id = await app.given.experiment(ada)
  const names = [
    ...[
      'plot.png',
      'Plot.PNG',
      'history.txt',
      '../../etc/passwd',
      'raw/data.csv',
      'raw-data.csv',
      'данные.csv',
      '数据.csv',
    ],
    ...['con', '.htaccess', 'a b%20c#d?e.txt', `${'x'.repeat(200)}.csv`, '…', 'ro-crate-metadata.json'],
  ]
  for (const [index, name] of names.entries()) {
    await client.postForm(`experiments/${id}/uploads`, oneFile(name, `content ${index}`))
  }
  const crate = await crateOf(`experiments/${id}`)
  const files = follow(crate, crate.node(`./experiment-${id}/`), 'hasPart').slice(0, -1)
  expect(files.map(({ name }) => name)).toEqual(names)
  for (const [index, file] of files.entries()) {
    expect(crate.files.get(file['@id'].slice(2))?.toString()).toBe(`content ${index}`)
  }
  const text = Buffer.from((await client.get(`experiments/${id}?format=elnhtml`)).raw).toString()
  for (const file of files) expect(text).toContain(`href="${file['@id']}"`)
})

test('an entry that is closed while the archive is written is not in it, and links to it lead nowhere', async () => {
  const bob = await app.given.user()
  const [first, second] = [await app.given.experiment(bob, { title: 'open' }), await app.given.experiment(bob)]
  await app.as(bob).patch(`experiments/${second}`, { title: 'Zanzibar' })
  await app.as(bob).post(`experiments/${first}/experiments_links/${second}`, {})
  const viewer = { ctx: app.ctx, actor: asOwner(ada.id, [ada.team]), baseUrl: 'http://localhost' }
  async function* places(): AsyncGenerator<Place> {
    yield { viewer, type: 'experiments', id: first }
    await app.as(bob).patch(`experiments/${second}`, { canread_base: 10 })
    yield { viewer, type: 'experiments', id: second }
  }
  const options = { ctx: app.ctx, version: '1.1', baseUrl: 'http://localhost', isInside: () => true } as const
  const parts: Buffer[] = []
  for await (const part of zipOf(crateMembers(places(), options))) parts.push(part)
  const crate = checkCrate(Buffer.concat(parts), SCHEMA)
  expect(follow(crate, crate.node('./'), 'hasPart').map(({ name }) => name)).toEqual(['open'])
  expect(crate.node(`./experiment-${second}/`)).toMatchObject({ '@type': 'Thing' })
  expect(crate.files.has(`experiment-${second}/history.txt`)).toBe(false)
  expect(JSON.stringify(crate.node(`./experiment-${second}/`))).not.toContain('Zanzibar')
})

test('a content that is lost or altered is told of by what stands in its place', async () => {
  const id = await app.given.experiment(ada)
  for (const [name, content] of [
    ['lost.txt', 'lost for ever'],
    ['altered.txt', 'the true words'],
    ['large.bin', Buffer.alloc(300_000, 'true')],
    ['whole.txt', 'whole'],
  ] as const) {
    await client.postForm(`experiments/${id}/uploads`, oneFile(name, content))
  }
  await rm(contentPath('lost for ever'))
  writeFileSync(contentPath('the true words'), 'the fake words')
  writeFileSync(contentPath(Buffer.alloc(300_000, 'true')), Buffer.alloc(300_000, 'fake'))
  const crate = await crateOf(`experiments/${id}`)
  const [lost, altered, large, whole] = follow(crate, crate.node(`./experiment-${id}/`), 'hasPart')
  expect(lost).toMatchObject({ name: 'lost.txt.missing.txt', 'aliquot:insteadOf': 'lost.txt' })
  expect(lost?.['aliquot:lostSha256']).toBe(hashOf('lost for ever'))
  expect(altered).toMatchObject({ name: 'altered.txt.altered.txt', 'aliquot:lostSize': '14' })
  expect(large).toMatchObject({ name: 'large.bin.altered.txt', 'aliquot:lostSize': '300000' })
  expect(whole).toMatchObject({ name: 'whole.txt', sha256: hashOf('whole') })
  expect(crate.files.get(altered?.['@id'].slice(2) ?? '')?.toString()).toMatch(/altered in the storage/)
})

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function contentPath(content: string | Buffer): string {
  const hash = hashOf(content)
  return join(app.ctx.config.DATA_DIR, 'files', hash.slice(0, 2), hash)
}

test('a deleted entry has the files that would come back with it', async () => {
  const id = await app.given.experiment(ada)
  const path = `experiments/${id}/uploads`
  await client.postForm(path, oneFile('shown.txt', 'shown'))
  const archived = await client.postForm(path, oneFile('archived.txt', 'archived'))
  const gone = await client.postForm(path, oneFile('gone.txt', 'gone'))
  await client.patch(`${path}/${archived.id}`, { action: 'archive' })
  await client.delete(`${path}/${gone.id}`)
  await client.delete(`experiments/${id}`)
  const crate = await crateOf(`experiments?id=${id}`)
  const entry = crate.node(`./experiment-${id}/`)
  expect(entry.status).toBe('Deleted')
  const files = follow(crate, entry, 'hasPart').map(({ name, creativeWorkStatus }) => [name, creativeWorkStatus])
  expect(files).toEqual([
    ['shown.txt', 'Normal'],
    ['archived.txt', 'Archived'],
    ['history.txt', 'Archived'],
  ])
})

test('more comments and steps than a record shows, and a long list, are whole', async () => {
  const dora = await app.given.user()
  const entry = { userid: dora.id, team: dora.team, title: 'one of many', body: '<p>text</p>' }
  const [id = 0] = await insertEntries(
    app.ctx,
    Array.from({ length: 300 }, () => entry),
  )
  const at = app.ctx.now()
  await app.ctx.db.write(async (db) => {
    const numbers = Array.from({ length: 1100 }, (_, number) => number)
    for (const some of [numbers.slice(0, 550), numbers.slice(550)]) {
      const step = { finished: 0, finished_time: null, deadline: null, deadline_notif: 0, is_immutable: 0, version: 1 }
      await db
        .insertInto('steps')
        .values(some.map((ordering) => ({ entity_id: id, body: `step ${ordering}`, ordering, ...step })))
        .execute()
      const comment = { entity_id: id, userid: dora.id, created_at: at, modified_at: at, immutable: 0, version: 1 }
      await db
        .insertInto('comments')
        .values(some.map((number) => ({ ...comment, comment: `comment ${number}` })))
        .execute()
    }
    await db.updateTable('entities').set({ has_steps: 1, recent_comment_at: at }).where('id', '=', id).execute()
  })
  const { raw } = await app.as(dora).get('experiments?scope=1&format=eln')
  const crate = checkCrate(raw, SCHEMA)
  expect(crate.node('./').hasPart).toHaveLength(300)
  const whole = crate.node(`./experiment-${id}/`)
  expect(whole.step).toHaveLength(1100)
  expect(follow(crate, whole, 'comment').map(({ text }) => text)).toEqual(
    Array.from({ length: 1100 }, (_, number) => `comment ${number}`),
  )
})

test('the page alone is the one in the archive, and runs nothing', async () => {
  const id = await app.given.experiment(ada, { title: 'Elution', body: '<p>Bands</p>' })
  const { headers, raw } = await client.get(`experiments/${id}?format=elnhtml`)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': expect.stringMatching(/^inline; .*-export\.html$/),
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
  })
  const { files } = await crateOf(`experiments/${id}`)
  expect(raw.toString()).toBe(files.get('ro-crate-preview.html')?.toString())
})

test('nothing stays on the disk, of an archive that is whole and of one that breaks off', async () => {
  const id = await app.given.experiment(ada)
  await crateOf(`experiments/${id}`)
  const viewer = { ctx: app.ctx, actor: asOwner(ada.id, [ada.team]), baseUrl: '' }
  const options = { ctx: app.ctx, version: '1.1', baseUrl: '', isInside: () => true } as const
  for await (const _ of crateMembers([{ viewer, type: 'experiments', id }], options)) break
  const tmp = join(app.ctx.config.DATA_DIR, 'tmp')
  const filesIn = async () =>
    (await readdir(tmp, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  await expect.poll(filesIn).toEqual([])
  const open = readdirSync('/proc/self/fd').map((name) => readlinkIfOpen(`/proc/self/fd/${name}`))
  expect(open.filter((path) => path.startsWith(tmp))).toEqual([])
  expect(readCrate((await client.get(`experiments/${id}?format=eln`)).raw).root).toMatch(/^[\d-]{17}-export\/$/)
})

function readlinkIfOpen(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
