import { type Apikey, apikeys } from '@aliquot/contract/apikeys'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { type Client, sharedApp, type TestApp, type TestUser } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership } from '../users/users.memberships.ts'

const shared = sharedApp()

/** In everything that the key must not see. */
const SECRET = 'Zanzibar'

let lab: TestApp
let ada: TestUser
let template: number
/** The entry that the key is pointed to, with Ada's own file in it. */
let pointed: number
let adasFile: number
let key: string

beforeAll(async () => {
  lab = await shared()
  ada = await lab.given.user()
  const fields = { extra_fields: { Mass: { type: 'number', value: '' } } }
  template = (await lab.as(ada).post('experiments_templates', { title: 'Weighing', metadata: fields })).id
  pointed = await lab.given.experiment(ada, { title: SECRET, body: SECRET, metadata: fields })
  adasFile = (await lab.as(ada).postForm(`experiments/${pointed}/uploads`, oneFile(`${SECRET}.txt`, SECRET))).id
  key = await createKey(lab.as(ada), {
    name: 'Balance',
    level: 'deposit',
    templates: [template],
    entries: [{ type: 'experiments', id: pointed }],
  })
})

const instrument = () => lab.as(key)

async function createKey(client: Client, body: object): Promise<string> {
  const { status, headers } = await client.post('apikeys', body)
  expect(status).toBe(201)
  return headers.location?.split('/').pop() ?? ''
}

async function make(title = 'Run 1'): Promise<number> {
  const { status, id } = await instrument().post('experiments', { template, title })
  expect(status).toBe(201)
  return id
}

describe('the level of a key', () => {
  test('is in its record, and old programs read a deposit key as one that cannot write', async () => {
    const { body } = await lab.as(ada).call(apikeys.read, { params: { id: Number.parseInt(key, 10) } })
    expect(body).toMatchObject({
      ...{ can_write: 0, level: 'deposit', templates: [template] },
      entries: [{ type: 'experiments', id: pointed }],
    })
  })

  test.each([
    [{ canwrite: 1 }, 'write', 1],
    [{}, 'read', 0],
    [{ level: 'write' }, 'write', 1],
    [{ level: 'read', canwrite: 1 }, 'read', 0],
  ])('%j makes a key of level %s', async (body, level, can_write) => {
    const made = await createKey(lab.as(ada), body)
    const keys = await lab.as(ada).get<Apikey[]>('apikeys')
    expect(keys.body.find(({ id }) => id === Number.parseInt(made, 10))).toMatchObject({ level, can_write })
  })

  test.each([
    [{ level: 'admin' }, 400],
    [{ level: 'write', templates: [1] }, 400],
    [{ entries: [{ type: 'experiments', id: 1 }] }, 400],
    [{ level: 'deposit', templates: ['x'] }, 400],
    [{ level: 'deposit', entries: [{ type: 'items_types', id: 1 }] }, 400],
    [{ level: 'deposit', templates: [2_000_000_000] }, 404],
    [{ level: 'deposit', entries: [{ type: 'items', id: 2_000_000_000 }] }, 404],
  ])('%j is refused with %i', async (body, status) => {
    expect(await lab.as(ada).post('apikeys', body)).toMatchObject({ status })
  })

  test('one cannot point a key to what one cannot see, nor to an experiment as a template', async () => {
    const ben = await lab.given.user({ team: await lab.given.team() })
    const entries = [{ type: 'experiments', id: pointed }]
    expect(await lab.as(ben).post('apikeys', { level: 'deposit', entries })).toMatchObject({ status: 404 })
    const templates = [pointed]
    expect(await lab.as(ada).post('apikeys', { level: 'deposit', templates })).toMatchObject({ status: 404 })
  })
})

describe('a deposit key', () => {
  test('creates entries from its templates only, and reads what it made', async () => {
    const id = await make('Run 7')
    const { body } = await instrument().get<object>(`experiments/${id}`)
    expect(body).toMatchObject({ title: 'Run 7', userid: ada.id, created_from_id: template })
    const other = (await lab.as(ada).post('experiments_templates', { title: 'Other' })).id
    for (const sent of [{}, { template: -1 }, { template: other }, { template: String(other) }, { title: 'x' }]) {
      expect(await instrument().post('experiments', sent)).toMatchObject({
        ...{ status: 403, body: { reason: 'apikey.deposit_template' } },
      })
    }
    expect(await instrument().post('experiments_templates', { template })).toMatchObject({ status: 403 })
    expect(await instrument().post(`experiments/${id}`, { action: 'duplicate' })).toMatchObject({ status: 403 })
  })

  test('does not create an entry again when its answer was lost for two months', async () => {
    const once = { 'idempotency-key': 'run 8' }
    const first = await instrument().post('experiments', { template, title: 'Run 8' }, once)
    const { now } = lab.ctx
    lab.ctx.now = () => new Date(Date.now() + 60 * 86_400_000).toISOString()
    const again = await instrument().post('experiments', { template, title: 'Run 8' }, once)
    lab.ctx.now = now
    expect(again).toMatchObject({ status: 201, id: first.id })
  })

  test.each(['made', 'pointed'])('adds files, comments and field values to an entry: %s', async (which) => {
    const id = which === 'made' ? await make() : pointed
    const added = await instrument().postForm(`experiments/${id}/uploads`, oneFile('run.csv', `a,b ${which}`))
    expect(added.status).toBe(201)
    const newer = await instrument().postForm(`experiments/${id}/uploads/${added.id}`, oneFile('run.csv', 'a,b,c'))
    expect(newer.status).toBe(201)
    expect(await instrument().get(`experiments/${id}/uploads/${newer.id}`)).toMatchObject({ status: 200 })
    const download = await instrument().get(`experiments/${id}/uploads/${newer.id}?format=binary`)
    expect(download).toMatchObject({ status: 200, body: 'a,b,c' })
    const comment = await instrument().post(`experiments/${id}/comments`, { comment: 'Done' })
    expect(comment).toMatchObject({ status: 201, body: '' })
    const values = { action: 'updatemetadatafield', Mass: '4.2' }
    expect(await instrument().patch(`experiments/${id}`, values)).toMatchObject({ status: 200, body: [] })
    const merged = { metadatamerge: { extra_fields: { Mass: { value: '4.3' } } } }
    expect(await instrument().patch(`experiments/${id}`, merged)).toMatchObject({ status: 200, body: [] })
    const { body } = await lab.as(ada).get<{ metadata: string }>(`experiments/${id}`)
    expect(JSON.parse(body.metadata)).toMatchObject({ extra_fields: { Mass: { value: '4.3' } } })
  })

  test('sends large files in parts, to where it may deposit and nowhere else', async () => {
    const id = await make()
    const begun = await begin(id, {})
    expect(begun.status).toBe(201)
    const sent = await instrument().send('PATCH', begun.path ?? '', Buffer.from('12345'), {
      ...TUS,
      ...{ 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    })
    expect(sent.status).toBe(204)
    const file = Number(sent.headers['upload-id'] ?? sent.headers['x-upload-id'] ?? 0)
    expect(file).toBeGreaterThan(0)
    expect(await instrument().send('HEAD', begun.path ?? '', undefined, TUS)).toMatchObject({ status: 200 })
    const elsewhere = await lab.given.experiment(ada)
    expect(await begin(elsewhere, {})).toMatchObject({ status: 403 })
    expect(await begin(2_000_000_000, {})).toMatchObject({ status: 403 })
    expect(await begin(pointed, { replaces: String(adasFile) })).toMatchObject({ status: 403 })
    expect(await begin(id, { replaces: String(file) })).toMatchObject({ status: 201 })
  })

  test('changes nothing else of an entry, nor files of others', async () => {
    const id = await make()
    for (const body of [
      ...[{ title: 'x' }, { body: 'x' }, { bodyappend: 'x' }, { metadata: {} }, { state: 3 }, { tags: ['x'] }],
      ...[{ canread_base: 50 }, { action: 'lock' }, { action: 'accesskey' }, { action: 'destroy' }],
      ...[{ metadatamerge: {}, title: 'x' }, { action: 'update', title: 'x' }, { action: 'pin' }],
      { action: 'updateowner', userid: 1, team: 1 },
    ]) {
      expect(await instrument().patch(`experiments/${id}`, body), JSON.stringify(body)).toMatchObject({ status: 403 })
    }
    expect(await instrument().delete(`experiments/${id}`)).toMatchObject({ status: 403 })
    const theirs = `experiments/${pointed}/uploads/${adasFile}`
    expect(await instrument().postForm(theirs, oneFile('x', 'x'))).toMatchObject({ status: 403 })
    expect(await instrument().post(theirs, { action: 'duplicate' })).toMatchObject({ status: 403 })
    expect(await instrument().patch(theirs, { state: 3 })).toMatchObject({ status: 403 })
    expect(await instrument().delete(theirs)).toMatchObject({ status: 403 })
    const own = await instrument().postForm(`experiments/${pointed}/uploads`, oneFile('own', 'own'))
    const copy = { action: 'replace', source: adasFile }
    const path = `experiments/${pointed}/uploads/${own.id}`
    expect(await instrument().post(path, copy)).toMatchObject({ status: 403 })
    expect(await instrument().post(`${path}/actions`, copy)).toMatchObject({ status: 403 })
  })

  test('reads nothing of an entry that it was only pointed to', async () => {
    await instrument().postForm(`experiments/${pointed}/uploads`, oneFile('mine', 'mine'))
    for (const path of [
      '',
      '/uploads',
      `/uploads/${adasFile}`,
      `/uploads/${adasFile}/download`,
      '/comments',
      '/steps',
    ]) {
      const reply = await instrument().get(`experiments/${pointed}${path}`)
      expect(reply, path).toMatchObject({ status: 403 })
      expect(JSON.stringify(reply.body)).not.toContain(SECRET)
    }
    // A precondition that fails would answer with the record.
    const values = { action: 'updatemetadatafield', Mass: '4.2' }
    const stale = await instrument().patch(`experiments/${pointed}`, values, { 'if-match': '"1-x"' })
    expect(stale).toMatchObject({ status: 403 })
    expect(JSON.stringify(stale.body)).not.toContain(SECRET)
  })

  test('does not see around what it made: links, exports, earlier states, lists, search, the feed', async () => {
    const id = await make()
    await lab.as(ada).post(`experiments/${id}/experiments_links/${pointed}`)
    await lab.as(ada).post(`experiments/${pointed}/experiments_links/${id}`)
    const { status, body } = await instrument().get(`experiments/${id}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain(SECRET)
    for (const path of [
      ...[
        `experiments/${id}?format=csv`,
        `experiments/${id}?format=zip`,
        `experiments/${id}?as_of=2030-01-01T00:00:00Z`,
      ],
      ...[`experiments/${id}/uploads?format=zip`, `experiments/${id}/experiments_links`, `experiments/${id}/revisions`],
      ...['experiments', `experiments?q=${SECRET}`, 'changes', 'users/me', 'users/me/uploads', 'info', 'apikeys'],
      ...['notifications', 'experiments/download/csv', 'nothing/there', 'files?name=x', 'todolist', 'teams/current'],
    ]) {
      const reply = await instrument().get(path)
      expect(reply, path).toMatchObject({ status: 403 })
    }
  })

  test('does not reach what another key of the same person made, nor what the person made', async () => {
    const other = await createKey(lab.as(ada), { level: 'deposit', templates: [template] })
    const { id } = await lab.as(other).post('experiments', { template })
    const own = (await lab.as(ada).post('experiments', { template })).id
    for (const entry of [id, own, 2_000_000_000]) {
      const refusal = { status: 403, body: { reason: 'apikey.deposit_elsewhere' } }
      expect(await instrument().post(`experiments/${entry}/comments`, { comment: 'x' })).toMatchObject(refusal)
      expect(await instrument().get(`experiments/${entry}`)).toMatchObject({ status: 403 })
    }
    // The number is right, the type is not.
    expect(await instrument().post(`items/${pointed}/comments`, { comment: 'x' })).toMatchObject({ status: 403 })
  })

  test('has no right that its owner lacks', async () => {
    const ben = await lab.given.user()
    const id = await lab.given.experiment(ada, { canread_base: 30 })
    const bens = await createKey(lab.as(ben), { level: 'deposit', entries: [{ type: 'experiments', id }] })
    const locked = await lab.as(bens).postForm(`experiments/${id}/uploads`, oneFile('x', 'x'))
    expect(locked).toMatchObject({ status: 403, body: { reason: 'entry.may_not_change' } })
    await archiveMembership(lab.ctx, { userid: null, via: 'test', address: '' }, ben.id, ben.team)
    expect(await lab.as(bens).post(`experiments/${id}/comments`, { comment: 'x' })).toMatchObject({ status: 401 })
  })

  test('is proven by the journal, also by what it may reach', async () => {
    expect(await verify(lab.ctx.db)).toMatchObject({ ok: true })
    const wider = JSON.stringify({ templates: [1, 2, 3], entries: [] })
    await lab.ctx.db.write((db) =>
      db.updateTable('apikeys').set({ deposit: wider }).where('id', '=', Number.parseInt(key, 10)).execute(),
    )
    expect(await verify(lab.ctx.db)).toMatchObject({ ok: false })
  })
})

const TUS = { 'tus-resumable': '1.0.0' }

function begin(entry: number, more: Record<string, string>) {
  const told = { filename: 'run.bin', entity_type: 'experiments', entity_id: String(entry), ...more }
  const pairs = Object.entries(told).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const headers = { ...TUS, 'upload-length': '5', 'upload-metadata': pairs.join(',') }
  return instrument().send('POST', 'resumable-uploads', undefined, headers)
}
