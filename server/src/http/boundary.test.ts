import { session } from '@aliquot/contract/session'
import { users } from '@aliquot/contract/users'
import pino from 'pino'
import { expect, test } from 'vitest'
import { givenPerson, newBrowser, PASSWORD, signIn } from '../../test/browser.ts'
import { sharedApp, testApp } from '../../test/harness.ts'
import { listen, sendRaw } from '../../test/raw-request.ts'

/** What the service believes of browsers and proxies, and what not. */

const shared = sharedApp()
const OURS = 'https://notebook.example.org'

test.each([
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
])('a page of another site cannot sign anybody in: %j', async (headers) => {
  const lab = await shared()
  const ada = await givenPerson(lab)
  const body = { email: ada.email, password: PASSWORD }
  const refused = await lab.as(undefined).call(session.signIn, { body, headers })
  expect(refused).toMatchObject({ status: 403, body: { message: 'A page of another site may not sign you in here' } })
  expect(refused.headers['set-cookie']).toBeUndefined()
})

test('a name that is not ours is refused where ours is known, but for those who watch the service', async () => {
  const { app } = await testApp({ BASE_URL: OURS, TRUSTED_HOSTS: 'eln.lab.example' })
  const ask = async (host: string, url = '/api/v2/setup') => (await app.inject({ url, headers: { host } })).statusCode
  for (const host of [
    'evil.example',
    'evil.example:4280',
    'notebook.example.org.evil.example',
    '1.2.3.4.evil.example',
  ]) {
    expect(await ask(host), host).toBe(421)
  }
  for (const host of ['NOTEBOOK.example.org', 'notebook.example.org.', 'notebook.example.org:443', 'eln.lab.example']) {
    expect(await ask(host), host).toBe(200)
  }
  for (const host of ['localhost:4280', '127.0.0.1:4280', '[::1]:4280', 'aliquot:4280', '192.168.1.7']) {
    expect(await ask(host), host).toBe(200)
  }
  expect(await ask('evil.example', '/healthz')).toBe(200)
})

test('a link to set a password is never made from a name that anybody can put into a request', async () => {
  const lab = await testApp()
  const root = await lab.given.user({ isSysadmin: true })
  const ada = await lab.given.user()
  const link = async (host: string) => {
    const call = { params: { id: ada.id }, body: {}, headers: { host } }
    return (await lab.as(root).call(users.addPasswordLink, call)).headers.location
  }
  expect(await link('evil.example')).toMatch(/^\/set-password#token=[\w-]{43}$/)
  expect(await link('localhost:4280')).toMatch(/^http:\/\/localhost:4280\/set-password#token=/)
  lab.ctx.config.BASE_URL = OURS
  expect(await link('localhost:4280')).toMatch(/^https:\/\/notebook\.example\.org\/set-password#token=/)
})

test.each([['<script>'], ["1.2.3.4'--"], ['a'.repeat(5000)], ['198.51.100.7, unknown'], ['unknown, 192.0.2.9']])(
  'only addresses count in X-Forwarded-For: %s',
  async (forwarded) => {
    const lab = await testApp({ TRUST_PROXY: '127.0.0.1' })
    const ada = await givenPerson(lab)
    const body = { email: ada.email, password: PASSWORD }
    await newBrowser(lab.app).call(session.signIn, { body, headers: { 'x-forwarded-for': forwarded } })
    const [row] = await lab.ctx.db.read.selectFrom('sessions').select('client_address').execute()
    expect(row?.client_address).toBe(forwarded.endsWith('192.0.2.9') ? '192.0.2.9' : '127.0.0.1')
  },
)

test('an address in X-Forwarded-For may have a port', async () => {
  const lab = await testApp({ TRUST_PROXY: '127.0.0.1' })
  const ada = await givenPerson(lab)
  const body = { email: ada.email, password: PASSWORD }
  for (const forwarded of ['192.0.2.9:4711', '[2001:db8::7]:4711']) {
    await newBrowser(lab.app).call(session.signIn, { body, headers: { 'x-forwarded-for': forwarded } })
  }
  const rows = await lab.ctx.db.read.selectFrom('sessions').select('client_address').orderBy('id').execute()
  expect(rows).toEqual([{ client_address: '192.0.2.9' }, { client_address: '2001:db8::7' }])
})

test('two Authorization headers are 400', async () => {
  const lab = await testApp()
  const ada = await lab.given.user()
  const port = await listen(lab)
  const head = ['GET /api/v2/users/me HTTP/1.1', 'Host: localhost', 'Connection: close']
  const twice = [...head, `Authorization: ${ada.key}`, 'Authorization: Basic eDp5', '', ''].join('\r\n')
  const refused = await sendRaw(port, twice)
  expect(refused).toMatchObject({
    status: 400,
    body: expect.stringContaining('Authorization: must be given only once'),
  })
  const once = [...head, `Authorization: ${ada.key}`, '', ''].join('\r\n')
  expect((await sendRaw(port, once)).status).toBe(200)
})

test('answers are for this origin only, and those about accounts are not kept by browsers', async () => {
  const lab = await shared()
  const browser = await signIn(lab, await givenPerson(lab))
  for (const path of ['session', 'sessions', 'users/me', 'users', 'apikeys']) {
    const { headers } = await browser.get(path)
    expect(headers['cache-control'], path).toBe('no-store')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  }
  expect((await browser.get('experiments')).headers['cache-control']).toBe('private, no-cache')
})

test.each([
  ['off', 'max-age=31536000'],
  ['on', 'max-age=31536000; includeSubDomains'],
])('HSTS_SUBDOMAINS %s', async (HSTS_SUBDOMAINS, expected) => {
  const { app } = await testApp({ BASE_URL: OURS, HSTS_SUBDOMAINS })
  const { headers } = await app.inject({ url: '/api/v2/setup', headers: { host: 'notebook.example.org' } })
  expect(headers['strict-transport-security']).toBe(expected)
})

test('what somebody was not allowed to do is in the log with who and why', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const { as, given } = await testApp({}, { log })
  const ada = await given.user()
  await as(ada).get('config')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({
      ...{ level: 40, user: ada.id, path: '/api/v2/config', address: '127.0.0.1' },
      msg: expect.stringMatching(/^forbidden: Only sysadmins/),
    }),
  )
})
