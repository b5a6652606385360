import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { listen } from '../../../test/raw-request.ts'
import { change } from '../../change.ts'
import { removeApikey } from '../../features/apikeys/apikeys.service.ts'
import { addMembership, archiveMembership, removeMembership, setAdmin } from '../../features/users/users.memberships.ts'
import { setValidated, setValidUntil } from '../../features/users/users.state.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { SESSION_COOKIE } from './cookies.ts'

const shared = sharedApp()

const AUTHOR = { userid: null, via: 'test', address: '' }
const UNKNOWN = `999-${'0'.repeat(64)}`

test('no credentials and unknown keys are 401 with the error body', async () => {
  const { as } = await testApp()
  expect(await as(undefined).get('apikeys')).toMatchObject({
    status: 401,
    body: { code: 401, message: expect.any(String), description: '' },
  })
  expect(await as(UNKNOWN).get('apikeys')).toMatchObject({
    status: 401,
    body: { code: 401, message: expect.any(String), description: 'No API key matches' },
  })
})

test.each([
  ['as it is', (key: string) => key],
  ['after Bearer', (key: string) => `Bearer ${key}`],
  ['after bearer and blanks', (key: string) => `bearer   ${key}`],
])('a key is taken %s', async (_, header) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(header(ada.key)).get('apikeys')).toMatchObject({ status: 200 })
})

test.each([
  ['a wrong last digit', (key: string) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
  ['one digit less', (key: string) => key.slice(0, -1)],
  ['one digit more', (key: string) => `${key}0`],
  ['upper case', (key: string) => key.toUpperCase().replace(/\d/g, '0')],
  ['a zero before the id', (key: string) => `0${key}`],
  ['another id', (key: string) => key.replace(/^\d+/, (id) => String(Number(id) + 1))],
  ['no id', (key: string) => key.replace(/^\d+-/, '')],
  ['the id alone', (key: string) => key.replace(/-.*/, '')],
  ['the id and a dash', (key: string) => key.replace(/-.*/, '-')],
  ['an id no database can hold', (key: string) => key.replace(/^\d+/, '9999999999')],
  ['another scheme', (key: string) => `Token ${key}`],
  ['Bearer alone', () => 'Bearer'],
  ['Bearer twice', (key: string) => `Bearer Bearer ${key}`],
  ['the hash that is stored', (key: string) => `${key.replace(/-.*/, '')}-${tokenHash(key)}`],
  ['letters beyond ASCII', () => '1-é\u00ff\u00a0'],
  ['SQL', () => "1-' or 1=1 --"],
  ['12,000 characters', () => `1-${'a'.repeat(12_000)}`],
  ['12,000 digits', () => '9'.repeat(12_000)],
])('a key with %s is 401', async (_, header) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(header(ada.key)).get('apikeys')).toMatchObject({ status: 401, body: { code: 401 } })
})

test('Basic is left to the proxy in front, the cookie then counts', async () => {
  const { app, ctx, given } = await testApp()
  const ada = await given.user()
  const cookie = await session(ctx, ada)
  for (const authorization of ['Basic dXNlcjpwYXNz', 'basic dXNlcjpwYXNz', 'Basic', '']) {
    expect(await status(app, { authorization })).toBe(401)
    expect(await status(app, { authorization, cookie })).toBe(200)
  }
})

test('a key wins over the cookie, a wrong one too', async () => {
  const { app, ctx, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const cookie = await session(ctx, ben)
  const headers = { cookie, authorization: ada.key }
  const { body } = await app.inject({ url: '/api/v2/users/me', headers })
  expect(JSON.parse(body)).toMatchObject({ userid: ada.id })
  expect(await status(app, { cookie, authorization: UNKNOWN })).toBe(401)
})

test('the cookie is found among others, and only by its whole name', async () => {
  const { app, ctx, given } = await testApp()
  const cookie = await session(ctx, await given.user())
  expect(await status(app, { cookie: `a=1; ${cookie}; b=2` })).toBe(200)
  expect(await status(app, { cookie: `x${cookie}` })).toBe(401)
  expect(await status(app, { cookie: `a=1; x${cookie}` })).toBe(401)
})

test('a read-only key is told so before anything else about the request', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const readOnly = as(await given.key(ada, false))
  expect(await readOnly.get('apikeys')).toMatchObject({ status: 200 })
  expect(await readOnly.send('HEAD', 'apikeys')).toMatchObject({ status: 200, body: '' })
  for (const [method, path] of [
    ['POST', 'apikeys'],
    ['DELETE', 'apikeys/1'],
    ['PATCH', 'apikeys/1'],
    ['POST', 'nothing/here'],
  ] as const) {
    expect(await readOnly.send(method, path, '{')).toMatchObject({ status: 403, body: { code: 403 } })
  }
})

test.each<[string, (app: TestApp, ada: TestUser) => Promise<unknown>]>([
  ['archived in the team', ({ ctx }, ada) => archiveMembership(ctx, AUTHOR, ada.id, ada.team)],
  ['not validated any more', ({ ctx }, ada) => setValidated(ctx, AUTHOR, ada.id, false)],
  ['expired', ({ ctx }, ada) => setValidUntil(ctx, AUTHOR, ada.id, '2020-01-01')],
  [
    'removed from the team',
    async ({ ctx, given }, ada) => {
      const team = await given.team()
      await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, team, false))
      await removeMembership(ctx, AUTHOR, ada.id, ada.team)
    },
  ],
])('whoever is %s is out with the very next request, by key and by cookie', async (_, end) => {
  const service = await testApp()
  const { app, as, ctx, given } = service
  const ada = await given.user()
  const ben = await given.user()
  const cookie = await session(ctx, ada)
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 200 })
  expect(await status(app, { cookie })).toBe(200)

  await end(service, ada)

  expect(await as(ada).get('apikeys')).toMatchObject({ status: 401 })
  expect(await as(ada).post('experiments', {})).toMatchObject({ status: 401 })
  expect(await status(app, { cookie })).toBe(401)
  expect(await as(ben).get('apikeys')).toMatchObject({ status: 200 })
})

test('a key and a session that outlive the archiving of their holder let nobody in', async () => {
  const { app, as, ctx, given } = await testApp()
  const ada = await given.user()
  const cookie = await session(ctx, ada)
  await ctx.db.write((db) => db.updateTable('memberships').set({ is_archived: 1 }).execute())
  ctx.db.noteRightsChanged()
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 401 })
  expect(await status(app, { cookie })).toBe(401)
})

test('a key that is archived in one team leaves those of other teams alone', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const team = await given.team()
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, team, false))
  const elsewhere = await given.key({ id: ada.id, team })
  await archiveMembership(ctx, AUTHOR, ada.id, ada.team)
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 401 })
  expect(await as(elsewhere).get('apikeys')).toMatchObject({ status: 200 })
})

test('a deleted key is 401 with the very next request', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const actor = { ...AUTHOR, userid: ada.id, team: 1, isAdmin: false, isSysadmin: false, canWrite: true }
  const key = await given.key(ada)
  expect(await as(key).get('apikeys')).toMatchObject({ status: 200 })
  await removeApikey(ctx, { ...actor, teams: [1] }, Number(key.split('-')[0]))
  expect(await as(key).get('apikeys')).toMatchObject({ status: 401 })
})

test('what another process changes counts with the very next request', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 200 })
  const { openDatabase } = await import('../../db/open.ts')
  const other = await openDatabase(ctx.config)
  try {
    await other.write((db) => db.updateTable('users').set({ validated: 0 }).execute())
    expect(await as(ada).get('apikeys')).toMatchObject({ status: 401 })
    await other.write((db) => db.updateTable('users').set({ validated: 1 }).execute())
    expect(await as(ada).get('apikeys')).toMatchObject({ status: 200 })
  } finally {
    await other.close()
  }
})

test('on a connection that stays open each request is asked for what it may do now', async () => {
  const lab = await testApp()
  const { ctx, given } = lab
  const [ada, ben] = [await given.user(), await given.user()]
  const port = await listen(lab)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const connections = new Set<unknown>()
  lab.app.server.on('connection', (socket) => connections.add(socket))
  const whoIs = async (authorization: string) => {
    const [answer] = await once(get({ agent, port, path: '/api/v2/users/me', headers: { authorization } }), 'response')
    const { userid, code } = JSON.parse(await text(answer))
    return userid ?? code
  }
  const { openDatabase } = await import('../../db/open.ts')
  const other = await openDatabase(ctx.config)
  onTestFinished(() => other.close())
  const validate = (validated: number) => other.write((db) => db.updateTable('users').set({ validated }).execute())

  expect([await whoIs(ada.key), await whoIs(ada.key), await whoIs(`Bearer ${ada.key}`)]).toEqual(Array(3).fill(ada.id))
  expect([await whoIs(`${ada.key}0`), await whoIs(ben.key), await whoIs(UNKNOWN)]).toEqual([401, ben.id, 401])
  expect([await whoIs(ben.key), await whoIs(ben.key)]).toEqual([ben.id, ben.id])
  await validate(0)
  expect(await whoIs(ben.key)).toBe(401)
  await validate(1)
  expect([await whoIs(ben.key), await whoIs(ben.key)]).toEqual([ben.id, ben.id])
  await setValidated(ctx, AUTHOR, ben.id, false)
  expect([await whoIs(ben.key), await whoIs(ada.key)]).toEqual([401, ada.id])
  expect(connections.size).toBe(1)
})

test('an account is valid through its last day, in the time zone of the instance', async () => {
  const { as, ctx, given } = await testApp({ TIMEZONE: 'Asia/Tokyo' })
  const ada = await given.user()
  await setValidUntil(ctx, AUTHOR, ada.id, '2026-12-31')
  ctx.now = () => '2026-12-31T14:59:59.000Z'
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 200 })
  ctx.now = () => '2026-12-31T15:00:00.000Z'
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 401 })
})

test('rights of an admin come and go with the next request', async () => {
  const { as, ctx, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const id = await given.experiment(ada, { canread_base: 20 })
  expect(await as(ben).get(`experiments/${id}`)).toMatchObject({ status: 403 })
  await setAdmin(ctx, AUTHOR, ben.id, ben.team, true)
  expect(await as(ben).get(`experiments/${id}`)).toMatchObject({ status: 200 })
  await setAdmin(ctx, AUTHOR, ben.id, ben.team, false)
  expect(await as(ben).get(`experiments/${id}`)).toMatchObject({ status: 403 })
})

test('a session past its end is 401', async () => {
  const { app, ctx, given } = await testApp()
  const cookie = await session(ctx, await given.user(), '2027-01-01T00:00:00.000Z')
  ctx.now = () => '2026-12-31T23:59:59.999Z'
  expect(await status(app, { cookie })).toBe(200)
  ctx.now = () => '2027-01-08T00:00:00.000Z'
  expect(await status(app, { cookie })).toBe(401)
})

test('guessing keys from one address ends in 429; right keys pass, and other addresses are not concerned', async () => {
  const { app, ctx, given } = await testApp()
  const ada = await given.user()
  const now = '2027-01-01T00:00:00.000Z'
  ctx.now = () => now
  const guess = (authorization: string, remoteAddress = '192.0.2.1') =>
    app.inject({ url: '/api/v2/apikeys', headers: { authorization }, remoteAddress })

  for (let tries = 0; tries < 100; tries++) expect((await guess(`1-${'a'.repeat(64)}`)).statusCode).toBe(401)

  const refused = await guess(`1-${'b'.repeat(64)}`)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(refused.json()).toMatchObject({ code: 429, description: '' })
  expect((await guess(ada.key)).statusCode).toBe(200)
  expect((await guess(UNKNOWN, '192.0.2.2')).statusCode).toBe(401)
  ctx.now = () => '2027-01-01T00:01:00.000Z'
  expect((await guess(UNKNOWN)).statusCode).toBe(401)
})

test('the last use of a key shows soon, and is written once a minute however many requests use it', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const { write } = ctx.db
  let writes = 0
  ctx.db.write = (work) => {
    writes++
    return write(work)
  }
  const useAt = async (at: string) => {
    ctx.now = () => at
    await Promise.all(Array.from({ length: 40 }, () => as(ada).get('apikeys')))
  }

  await useAt('2027-01-01T00:00:00.000Z')
  expect(await lastUse(ctx, '2027-01-01T00:00:00.000Z')).toBe('2027-01-01T00:00:00.000Z')
  await useAt('2027-01-01T00:00:59.000Z')
  expect(writes).toBe(1)

  await useAt('2027-01-01T00:01:00.000Z')
  expect(await lastUse(ctx, '2027-01-01T00:01:00.000Z')).toBe('2027-01-01T00:01:00.000Z')
  expect(writes).toBe(2)
})

test('a refused request is no use of the key', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  await setValidated(ctx, AUTHOR, ada.id, false)
  await as(ada).get('apikeys')
  await sleep(20)
  expect(await lastUse(ctx)).toBeNull()
})

async function status(app: TestApp['app'], headers: Record<string, string>): Promise<number> {
  return (await app.inject({ url: '/api/v2/apikeys', headers })).statusCode
}

/** A session as a sign-in creates it; returns the cookie. */
async function session(ctx: TestApp['ctx'], user: TestUser, expires_at = '2099-01-01T00:00:00.000Z'): Promise<string> {
  const token = 'a'.repeat(64)
  const seen = lastSeen(ctx, expires_at)
  const row = { userid: user.id, team: user.team, token_hash: tokenHash(token), created_at: seen, expires_at }
  await ctx.db.write((db) =>
    db
      .insertInto('sessions')
      .values({ ...row, last_seen_at: seen, client_address: '', user_agent: '' })
      .execute(),
  )
  return `${SESSION_COOKIE}=${token}`
}

/** A session ends this long after its last use. */
function lastSeen(ctx: TestApp['ctx'], expires_at: string): string {
  return new Date(Date.parse(expires_at) - ctx.config.SESSION_HOURS * 3_600_000).toISOString()
}

/** The newest `last_used_at`. Polls for the expected one, because answers do not wait for it. */
async function lastUse(ctx: TestApp['ctx'], expected?: string): Promise<string | null> {
  for (let tries = 0; ; tries++) {
    const { last } = await ctx.db.read
      .selectFrom('apikeys')
      .select((eb) => eb.fn.max('last_used_at').as('last'))
      .executeTakeFirstOrThrow()
    if (last === (expected ?? null) || tries === 200) return last
    await sleep(10)
  }
}

test('what a page sends for one person is not stored as another, though the cookie became theirs', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const id = await given.experiment(ada, { title: 'mine', canwrite_base: 30 })
  const named = { 'x-signed-in-as': String(ada.id) }
  expect(await as(ben).patch(`experiments/${id}`, { title: 'typed by Ada' }, named)).toMatchObject({ status: 401 })
  expect(await as(ada).get(`experiments/${id}`)).toMatchObject({ body: { title: 'mine' } })
  expect(await as(ada).patch(`experiments/${id}`, { title: 'typed by Ada' }, named)).toMatchObject({ status: 200 })
})
