import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, sharedApp, type TestApp } from '../../../test/harness.ts'

const app = sharedApp()

/** An entry of Ada in which Ben may write, with its first version. */
async function givenEntry() {
  const test = await app()
  const ada = await test.given.user()
  const ben = await test.given.user()
  const id = await test.given.experiment(ada, { body: '<p>start</p>', canwrite_base: 30 })
  const path = `experiments/${id}`
  const { headers } = await test.as(ada).get(path)
  return {
    ...test,
    test,
    id,
    path,
    ada: test.as(ada),
    ben: test.as(ben),
    people: { ada, ben },
    etag: headers.etag ?? '',
  }
}

function save(client: Client, path: string, body: unknown, headers: Record<string, string>) {
  return client.patch<{ body: string; title: string }>(path, body, headers)
}

test('a save that is sent again happens once and says which version it made', async () => {
  const { ada, path, etag, test, id } = await givenEntry()
  const headers = { 'idempotency-key': 'save-1', 'if-match': etag }
  const first = await save(ada, path, { body: '<p>start, mine</p>' }, headers)
  const events = await countEvents(test, id)
  const second = await save(ada, path, { body: '<p>start, mine</p>' }, headers)

  expect(first).toMatchObject({ status: 200, body: { body: '<p>start, mine</p>' } })
  expect(second).toMatchObject({ status: 200, body: { body: '<p>start, mine</p>' } })
  expect(first.headers['x-saved-version']).toBe(versionOf(first.headers.etag))
  expect(second.headers['x-saved-version']).toBe(first.headers['x-saved-version'])
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(await countEvents(test, id)).toBe(events)
})

test('a long save that is sent again happens once, and its key is not good for another text', async () => {
  const { ada, path, test, id } = await givenEntry()
  const text = `<p>${'Zirkon 😀 '.repeat(60_000)}</p>`
  const headers = { 'idempotency-key': 'long-save' }
  const first = await save(ada, path, { body: text }, headers)
  const events = await countEvents(test, id)
  const second = await save(ada, path, { body: text }, headers)
  const other = await save(ada, path, { body: `${text.slice(0, -5)}!</p>` }, headers)

  expect([first.status, second.status, other.status]).toEqual([200, 200, 422])
  expect(second.headers['x-saved-version']).toBe(first.headers['x-saved-version'])
  expect(await countEvents(test, id)).toBe(events)
  // An answer stays valid over an update of the service, so its hash may not change.
  const hashed = JSON.stringify([
    ...['/api/v2/experiments/:id', { id: String(id) }],
    Buffer.from(JSON.stringify({ body: text })).toString('base64'),
  ])
  const kept = await test.ctx.db.read.selectFrom('idempotency').select('request_hash').execute()
  expect(kept.map(({ request_hash }) => request_hash)).toContain(hash('sha256', hashed))
})

test('the key wins over a stale If-Match, and the answer has what others made of the text since', async () => {
  const { ada, ben, path, etag } = await givenEntry()
  const headers = { 'idempotency-key': 'save-1', 'if-match': etag }
  const first = await save(ada, path, { body: '<p>start, mine</p>' }, headers)
  await save(ben, path, { body: '<p>start</p>' }, {})

  const again = await save(ada, path, { body: '<p>start, mine</p>' }, headers)

  expect(again).toMatchObject({ status: 200, body: { body: '<p>start</p>' } })
  expect(again.headers['x-saved-version']).toBe(first.headers['x-saved-version'])
  expect(versionOf(again.headers.etag)).toBe(String(Number(first.headers['x-saved-version']) + 1))
})

test('a save that was refused leaves no key: 412 says that it is not in, and it can be sent on the new version', async () => {
  const { ada, ben, path, etag } = await givenEntry()
  const theirs = await save(ben, path, { body: '<p>theirs</p>' }, {})
  const headers = { 'idempotency-key': 'save-1', 'if-match': etag }
  expect(await save(ada, path, { body: '<p>mine</p>' }, headers)).toMatchObject({ status: 412 })
  const next = { ...headers, 'if-match': theirs.headers.etag ?? '' }
  expect(await save(ada, path, { body: '<p>mine</p>' }, next)).toMatchObject({
    status: 200,
    body: { body: '<p>mine</p>' },
  })
})

test('the same save sent eight times at once makes one version', async () => {
  const { ada, path, etag, test, id } = await givenEntry()
  const before = await countEvents(test, id)
  const headers = { 'idempotency-key': 'save-1', 'if-match': etag }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => save(ada, path, { bodyappend: '<p>one more</p>' }, headers)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map((answer) => answer.headers['x-saved-version'])).size).toBe(1)
  expect(await countEvents(test, id)).toBe(before + 1)
})

test('a key names one save of one person: with another text it is refused, for somebody else it is another', async () => {
  const { ada, ben, path } = await givenEntry()
  await save(ada, path, { title: 'a' }, { 'idempotency-key': 'save-1' })
  expect(await save(ada, path, { title: 'b' }, { 'idempotency-key': 'save-1' })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('Idempotency-Key') },
  })
  expect(await save(ben, path, { title: 'b' }, { 'idempotency-key': 'save-1' })).toMatchObject({
    status: 200,
    body: { title: 'b' },
  })
})

test('a save is known in whatever team its writer works when it is sent again', async () => {
  const { ada, path, people, given, as } = await givenEntry()
  const root = await given.user({ isSysadmin: true })
  const second = await given.team()
  await as(root).patch(`users/${people.ada.id}`, { action: 'add', team: second })
  const elsewhere = as(await given.key({ id: people.ada.id, team: second }))
  const first = await save(ada, path, { title: 'a' }, { 'idempotency-key': 'save-1' })
  const again = await save(elsewhere, path, { title: 'a' }, { 'idempotency-key': 'save-1' })
  expect(again.headers['x-saved-version']).toBe(first.headers['x-saved-version'])
  expect(again.headers.etag).toBe(first.headers.etag)
})

test('it is also known when the entry has been locked or may not be written to any more', async () => {
  const { ada, ben, path } = await givenEntry()
  const headers = { 'idempotency-key': 'save-1' }
  const first = await save(ben, path, { title: 'by Ben' }, headers)
  await ada.patch(path, { canwrite_base: 10, action: 'update' })
  const again = await save(ben, path, { title: 'by Ben' }, headers)
  expect(again).toMatchObject({ status: 200 })
  expect(again.headers['x-saved-version']).toBe(first.headers['x-saved-version'])
  expect(await save(ben, path, { title: 'more' }, { 'idempotency-key': 'save-2' })).toMatchObject({ status: 403 })
})

test('a save is remembered for seven days and then makes room: rows of a typing person do not pile up', async () => {
  const { ada, ben, path, ctx } = await givenEntry()
  const now = ctx.now
  try {
    ctx.now = () => '2027-01-01T12:00:00.000Z'
    const first = await save(ada, path, { title: 'mine' }, { 'idempotency-key': 'save-1' })
    ctx.now = () => '2027-01-08T11:59:59.999Z'
    await save(ben, path, { title: 'theirs' }, { 'idempotency-key': 'save-2' })
    const again = await save(ada, path, { title: 'mine' }, { 'idempotency-key': 'save-1' })
    expect(again.headers['x-saved-version']).toBe(first.headers['x-saved-version'])
    ctx.now = () => '2027-01-08T12:00:00.000Z'
    const late = await save(ada, path, { title: 'mine' }, { 'idempotency-key': 'save-1' })
    expect(late).toMatchObject({ body: { title: 'mine' } })
    expect(late.headers['x-saved-version']).not.toBe(first.headers['x-saved-version'])
    ctx.now = () => '2027-01-15T12:00:00.000Z'
    await save(ada, path, { title: 'more' }, { 'idempotency-key': 'save-3' })
    expect(await ctx.db.read.selectFrom('idempotency').select('key_hash').execute()).toHaveLength(1)
  } finally {
    ctx.now = now
  }
})

test('what is kept of a save is its version, not its text', async () => {
  const { ada, path, ctx } = await givenEntry()
  const text = `<p>${'secret '.repeat(1000)}</p>`
  const { headers } = await save(ada, path, { body: text }, { 'idempotency-key': 'small' })
  const rows = await ctx.db.read.selectFrom('idempotency').select('result').execute()
  expect(rows.map(({ result }) => result)).toContain(JSON.stringify({ version: Number(headers['x-saved-version']) }))
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('the new words of a step that are sent again are not written over newer ones', async () => {
  const { ada, ben, path } = await givenEntry()
  const { id } = await ada.post(`${path}/steps`, { body: 'weigh it' })
  const step = `${path}/steps/${id}`
  const { headers } = await ada.get(step)
  const once = { 'idempotency-key': 'rename-1', 'if-match': headers.etag ?? '' }
  expect(await ada.patch(step, { body: 'weigh it twice' }, once)).toMatchObject({ status: 200 })
  await ben.patch(step, { body: 'weigh it three times' })
  expect(await ada.patch(step, { body: 'weigh it twice' }, once)).toMatchObject({ status: 200 })
  expect(await ada.get(step)).toMatchObject({ body: { body: 'weigh it three times' } })
})

function versionOf(etag: string | undefined): string | undefined {
  return /\d+/.exec(etag ?? '')?.[0]
}

async function countEvents({ ctx }: TestApp, chain: number): Promise<number> {
  const { count } = await ctx.db.read
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  return count
}
