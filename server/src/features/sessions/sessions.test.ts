import { session } from '@aliquot/contract/session'
import { expect, test } from 'vitest'
import { browserAfter, cookieOf, givenPerson, PASSWORD, setCookies, signIn } from '../../../test/browser.ts'
import { sharedApp, type TestApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership, removeMembership, setAdmin } from '../users/users.memberships.ts'
import { setValidated, setValidUntil } from '../users/users.state.ts'

const shared = sharedApp()

const AUTHOR = { userid: null, via: 'test', address: '' }
const HOUR = 3_600_000

function trySignIn({ as }: TestApp, body: object, headers: Record<string, string> = {}) {
  return as(undefined).call(session.signIn, { body, headers })
}

test('signing in sets a cookie that scripts cannot read, and says where the session is', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const reply = await trySignIn(lab, { email: ada.email, password: PASSWORD })
  expect(reply).toMatchObject({ status: 201, path: '/api/v2/session', body: '' })
  expect(setCookies(reply)).toEqual([
    expect.stringMatching(/^aliquot_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^aliquot_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test.each([
  ['the public address is https', { BASE_URL: 'https://notebook.example.org' }, {}],
  ['a trusted proxy says https', { TRUST_PROXY: '127.0.0.1' }, { 'x-forwarded-proto': 'https' }],
])('the cookie is only sent encrypted when %s', async (_, env, headers) => {
  const lab = await testApp(env)
  const ada = await givenPerson(lab)
  const reply = await trySignIn(lab, { email: ada.email, password: PASSWORD }, headers)
  for (const cookie of setCookies(reply)) expect(cookie).toMatch(/^__Host-.*; Secure$/)
})

test('a stranger cannot claim https', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const reply = await trySignIn(lab, { email: ada.email, password: PASSWORD }, { 'x-forwarded-proto': 'https' })
  expect(setCookies(reply).join()).not.toContain('Secure')
})

test('a session tells who one is', async () => {
  const lab = await testApp()
  const second = await lab.given.team('Second')
  const ada = await givenPerson(lab, { email: 'Ada@example.org', teams: [second] })
  const browser = await signIn(lab, ada)
  expect(await browser.call(session.read)).toMatchObject({
    status: 200,
    body: {
      userid: ada.id,
      fullname: 'User Number1',
      email: 'ada@example.org',
      is_sysadmin: 0,
      team: 1,
      is_admin: 0,
      teams: [
        { id: 1, name: 'Default team', is_admin: 0 },
        { id: second, name: 'Second', is_admin: 0 },
      ],
      via: 'session',
      can_write: 1,
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    },
  })
})

test('an API key tells who one is, and has no session to end or to switch', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  expect((await as(ada).call(session.read)).body).toMatchObject({ userid: ada.id, via: 'apikey', expires_at: null })
  expect((await as(ada).call(session.signOut)).status).toBe(422)
  expect((await as(ada).call(session.patch, { body: { team: 1 } })).status).toBe(422)
  const reader = await given.key(ada, false)
  expect((await as(reader).call(session.read)).body).toMatchObject({ can_write: 0 })
})

test('the case of the e-mail does not matter, look-alike letters do', async () => {
  const lab = await testApp()
  await givenPerson(lab, { email: 'Mike.Ångström@example.org' })
  const password = PASSWORD
  expect((await trySignIn(lab, { email: ' mIKE.ÅNGSTRÖM@EXAMPLE.ORG ', password })).status).toBe(201)
  expect((await trySignIn(lab, { email: 'mi\u212ae.ångström@example.org', password })).status).toBe(401)
  expect((await trySignIn(lab, { email: 'mike.angstrom@example.org', password })).status).toBe(401)
})

test('whatever is wrong with an account or a password, the answer is the same', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const right = await givenPerson(lab)
  const unvalidated = await givenPerson(lab)
  const expired = await givenPerson(lab)
  const archived = await givenPerson(lab)
  const without = await lab.given.user()
  await setValidated(ctx, AUTHOR, unvalidated.id, false)
  await setValidUntil(ctx, AUTHOR, expired.id, '2020-01-01')
  await archiveMembership(ctx, AUTHOR, archived.id, 1)

  const answers = await Promise.all([
    trySignIn(lab, { email: 'nobody@x.org', password: PASSWORD }),
    trySignIn(lab, { email: right.email, password: `${PASSWORD}!` }),
    trySignIn(lab, { email: without.email, password: PASSWORD }),
    trySignIn(lab, { email: unvalidated.email, password: PASSWORD }),
    trySignIn(lab, { email: expired.email, password: PASSWORD }),
    trySignIn(lab, { email: archived.email, password: PASSWORD }),
  ])

  for (const { status, body, headers } of answers) {
    expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body })
    expect(headers['set-cookie']).toBeUndefined()
  }
  expect(await ctx.db.read.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test.each([
  ['email', {}],
  ['email', { email: 7 }],
  ['email', { email: '' }],
  ['email', { email: 'a\0@x.org' }],
  ['email', { email: `${'x'.repeat(300)}@x.org` }],
  ['password', { password: undefined }],
  ['password', { password: '' }],
  ['password', { password: ['x'] }],
  ['password', { password: 'x'.repeat(1025) }],
  ['team', { team: 'one' }],
  ['team', { team: 0 }],
  ['team', { team: 3_000_000_000 }],
])('refuses a wrong %s: %j', async (field, wrong) => {
  const lab = await shared()
  const right = field === 'email' && Object.keys(wrong).length === 0 ? {} : { email: 'a@x.org' }
  const reply = await trySignIn(lab, { ...right, password: PASSWORD, ...wrong })
  expect(reply).toMatchObject({ status: 400, body: { message: expect.stringMatching(new RegExp(`^${field}: `)) } })
})

test('a form of another site cannot sign anybody in', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const headers = { 'content-type': 'text/plain' }
  expect((await trySignIn(lab, { email: ada.email, password: PASSWORD }, headers)).status).toBe(400)
})

test('signing out ends this session and no other', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const browser = await signIn(lab, ada)
  const other = await signIn(lab, ada)

  const reply = await browser.call(session.signOut)

  expect(reply.status).toBe(204)
  expect(setCookies(reply)).toEqual(['aliquot_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
  expect(reply.headers['clear-site-data']).toBe('"cache"')
  expect((await browser.call(session.read)).status).toBe(401)
  expect((await browser.call(session.signOut)).status).toBe(401)
  expect((await other.call(session.read)).status).toBe(200)
})

test('a session switches between the teams of its person', async () => {
  const lab = await testApp()
  const [second, third] = [await lab.given.team('Second'), await lab.given.team('Third')]
  const ada = await givenPerson(lab, { teams: [second] })
  await setAdmin(lab.ctx, AUTHOR, ada.id, second, true)
  const browser = await signIn(lab, ada)

  const switched = await browser.call(session.patch, { body: { team: second } })

  expect(switched).toMatchObject({ status: 200, body: { team: second, is_admin: 1 } })
  expect((await browser.call(session.read)).body).toMatchObject({ team: second, is_admin: 1 })
  expect((await browser.call(session.patch, { body: { team: third } })).status).toBe(422)
  expect((await browser.call(session.patch, { body: { team: '1' } })).status).toBe(400)
  expect((await browser.call(session.patch, { body: { team: 1, userid: 1 } })).status).toBe(400)
  expect((await browser.call(session.read)).body).toMatchObject({ team: second })
})

test('one can sign in to a team of one’s own, and to no other', async () => {
  const lab = await testApp()
  const [second, third] = [await lab.given.team('Second'), await lab.given.team('Third')]
  const ada = await givenPerson(lab, { teams: [second] })
  const browser = await signIn(lab, ada, second)
  expect((await browser.call(session.read)).body).toMatchObject({ team: second })
  expect((await trySignIn(lab, { email: ada.email, password: PASSWORD, team: third })).status).toBe(422)
})

test('who is archived in the first team signs in to the next one', async () => {
  const lab = await testApp()
  const second = await lab.given.team('Second')
  const ada = await givenPerson(lab, { teams: [second] })
  await archiveMembership(lab.ctx, AUTHOR, ada.id, 1)
  const browser = await signIn(lab, ada)
  expect((await browser.call(session.read)).body).toMatchObject({ team: second, teams: [{ id: second }] })
})

test.each<[string, (lab: TestApp, id: number) => Promise<void>]>([
  ['archived', ({ ctx }, id) => archiveMembership(ctx, AUTHOR, id, 1)],
  ['removed from the team', ({ ctx }, id) => removeMembership(ctx, AUTHOR, id, 1)],
  ['no longer validated', ({ ctx }, id) => setValidated(ctx, AUTHOR, id, false)],
  ['expired', ({ ctx }, id) => setValidUntil(ctx, AUTHOR, id, '2020-01-01')],
])('who is %s is out with the next request, by session and by key', async (_, takeAway) => {
  const lab = await testApp()
  const second = await lab.given.team('Second')
  const ada = await givenPerson(lab, { teams: [second] })
  const browser = await signIn(lab, ada, 1)
  expect((await browser.call(session.read)).status).toBe(200)
  expect((await lab.as(ada).call(session.read)).status).toBe(200)

  await takeAway(lab, ada.id)

  expect((await browser.call(session.read)).status).toBe(401)
  expect((await lab.as(ada).call(session.read)).status).toBe(401)
})

test('who is no admin any more is none with the next request', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  await setAdmin(lab.ctx, AUTHOR, ada.id, 1, true)
  const browser = await signIn(lab, ada)
  expect((await browser.call(session.read)).body).toMatchObject({ is_admin: 1 })
  await setAdmin(lab.ctx, AUTHOR, ada.id, 1, false)
  expect((await browser.call(session.read)).body).toMatchObject({ is_admin: 0 })
})

test('pages of other origins cannot change anything with somebody’s cookie', async () => {
  const lab = await testApp()
  const second = await lab.given.team('Second')
  const ada = await givenPerson(lab, { teams: [second] })
  const browser = await signIn(lab, ada)
  const body = { team: second }
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site }
    expect((await browser.call(session.patch, { body, headers })).status).toBe(403)
    expect((await browser.call(session.signOut, { headers })).status).toBe(403)
    expect((await browser.call(session.read, { headers })).body).toMatchObject({ team: 1 })
  }
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await browser.call(session.patch, { body, headers })).status).toBe(200)
})

test('where browsers do not say the site, as on plain http in a network, the origin tells', async () => {
  const lab = await testApp({
    BASE_URL: 'https://notebook.example.org',
    CORS_ORIGINS: 'https://Tools.example.org/',
    TRUSTED_HOSTS: 'lab.local',
  })
  const second = await lab.given.team('Second')
  const ada = await givenPerson(lab, { teams: [second] })
  const browser = await signIn(lab, ada)
  const change = async (team: number, headers: Record<string, string>) =>
    (await browser.call(session.patch, { body: { team }, headers: { host: '10.0.0.7:4280', ...headers } })).status
  const foreign = [
    ...['null', '', 'nonsense', 'file://', 'http://evil.example', 'http://10.0.0.7', 'http://10.0.0.7:4281'],
    ...['http://10.0.0.7:4280.evil.example', 'https://evil.notebook.example.org', 'http://notebook.example.org'],
  ]
  for (const origin of foreign) expect.soft(await change(second, { origin }), origin).toBe(403)
  expect((await browser.call(session.signOut, { headers: { origin: 'http://evil.example' } })).status).toBe(403)
  expect((await browser.call(session.read, { headers: { origin: 'http://evil.example' } })).body).toMatchObject({
    team: 1,
  })
  const own = ['http://10.0.0.7:4280', 'https://notebook.example.org', 'https://tools.example.org']
  for (const origin of own) expect.soft(await change(1, { origin }), origin).toBe(200)
  expect(await change(1, { host: 'LAB.local:80', origin: 'http://lab.local' })).toBe(200)
  // A proxy may change the Host, so what the browser says of the site takes precedence.
  expect(await change(1, { origin: 'http://lab.local', 'sec-fetch-site': 'same-origin' })).toBe(200)
  expect((await lab.as(ada).call(session.patch, { body: { team: 1 }, headers: { origin: 'null' } })).status).toBe(422)
})

test('a key is no cookie: programs may run on any page', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await as(ada).call(session.patch, { body: { team: 1 }, headers })).status).toBe(422)
})

test('a session that is used lasts, one that is not ends', async () => {
  const lab = await testApp({ SESSION_HOURS: '10' })
  const { ctx } = lab
  const ada = await givenPerson(lab)
  const start = Date.parse(ctx.now())
  let clock = start
  ctx.now = () => new Date(clock).toISOString()
  const browser = await signIn(lab, ada)

  clock = start + 0.5 * HOUR
  expect((await browser.call(session.read)).headers['set-cookie']).toBeUndefined()

  clock = start + 9 * HOUR
  const renewed = await browser.call(session.read)
  expect(renewed.headers['set-cookie']).toMatch(/^aliquot_session=[\w-]{43}; Max-Age=36000; /)
  await expect
    .poll(async () => (await ctx.db.read.selectFrom('sessions').select('last_seen_at').execute())[0])
    .toEqual({
      last_seen_at: ctx.now(),
    })

  clock = start + 18 * HOUR
  expect((await browser.call(session.read)).status).toBe(200)
  await expect
    .poll(async () => (await ctx.db.read.selectFrom('sessions').select('last_seen_at').execute())[0])
    .toEqual({
      last_seen_at: ctx.now(),
    })

  clock = start + 28 * HOUR
  expect((await browser.call(session.read)).status).toBe(401)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('ended sessions are cleared away when somebody signs in', async () => {
  const lab = await testApp({ SESSION_HOURS: '10' })
  const { ctx } = lab
  const ada = await givenPerson(lab)
  const start = Date.parse(ctx.now())
  await signIn(lab, ada)
  ctx.now = () => new Date(start + 11 * HOUR).toISOString()
  await signIn(lab, ada)
  expect(await ctx.db.read.selectFrom('sessions').select('id').execute()).toEqual([{ id: 2 }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('signing in and out is in the journal, without secrets', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const ada = await givenPerson(lab)
  const reply = await trySignIn(lab, { email: ada.email, password: PASSWORD }, { 'user-agent': 'Browser 1.0' })
  await trySignIn(lab, { email: ada.email, password: 'wrong' })
  await browserAfter(lab.app, reply).call(session.signOut)

  const events = await ctx.db.read.selectFrom('events').selectAll().where('subject', '=', 'session').execute()
  expect(events).toMatchObject([
    { verb: 'signed in', userid: ada.id, via: 'password', address: '127.0.0.1', subject_id: 1 },
    { verb: 'signed out', userid: ada.id, via: 'session:1', address: '127.0.0.1', subject_id: 1, seal: null },
  ])
  expect(events[0]?.changes).toContain('Browser 1.0')
  const token = cookieOf(reply).split('=')[1] ?? ''
  expect(token).toHaveLength(43)
  const tables = await Promise.all(
    (['sessions', 'events', 'users', 'settings'] as const).map((table) =>
      ctx.db.read.selectFrom(table).selectAll().execute(),
    ),
  )
  expect(JSON.stringify(tables)).not.toContain(token)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a made-up or foreign cookie is nobody’s session', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  await signIn(lab, ada)
  const [row] = await lab.ctx.db.read.selectFrom('sessions').selectAll().execute()
  for (const value of ['', 'x', '1', row?.token_hash ?? '', '%00', 'é'.repeat(20)]) {
    const reply = await lab.as(undefined).call(session.read, { headers: { cookie: `aliquot_session=${value}` } })
    expect(reply.status).toBe(401)
  }
})
