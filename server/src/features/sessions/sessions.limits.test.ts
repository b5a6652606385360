import { session } from '@aliquot/contract/session'
import { expect, test } from 'vitest'
import { type Browser, givenPerson, newBrowser, PASSWORD, signIn } from '../../../test/browser.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { openContext } from '../../start.ts'
import { keepNewest } from './sessions.limits.repo.ts'

const MINUTE = 60_000
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' }

function guess(lab: Pick<TestApp, 'app'>, email: string, address: string, password = 'wrong', browser?: Browser) {
  const headers = { 'x-forwarded-for': address }
  return (browser ?? newBrowser(lab.app)).call(session.signIn, { body: { email, password }, headers })
}

async function guesses(lab: TestApp, email: string, addresses: readonly string[]): Promise<number[]> {
  const replies = []
  for (const address of addresses) replies.push((await guess(lab, email, address)).status)
  return replies
}

test('after ten failures a client waits for this account, whether it exists or not', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const ada = await givenPerson(lab)
  const start = Date.parse(ctx.now())
  ctx.now = () => new Date(start).toISOString()
  for (const email of [ada.email, 'nobody@x.org']) {
    const wrong = await Promise.all(Array.from({ length: 12 }, () => guess(lab, email, '')))
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = wrong.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(refused[0]?.headers['retry-after']).toBe('900')
    expect((await guess(lab, email.toUpperCase(), '', PASSWORD)).status).toBe(429)
  }
  ctx.now = () => new Date(start + 15 * MINUTE).toISOString()
  expect((await guess(lab, ada.email, '', PASSWORD)).status).toBe(201)
})

test('guesses of others do not keep the owner out, from another address or from a browser that is known', async () => {
  const lab = await testApp(BEHIND_PROXY)
  const ada = await givenPerson(lab)
  const known = newBrowser(lab.app)
  expect((await guess(lab, ada.email, '192.0.2.1', PASSWORD, known)).status).toBe(201)
  expect(await guesses(lab, ada.email, Array(11).fill('192.0.2.1'))).toEqual([...Array(10).fill(401), 429])
  expect((await guess(lab, ada.email, '192.0.2.1', PASSWORD)).status).toBe(429)
  expect((await guess(lab, ada.email, '192.0.2.1', PASSWORD, known)).status).toBe(201)
  expect((await guess(lab, ada.email, '192.0.2.2', PASSWORD)).status).toBe(201)
})

test('when many clients guess at one account each has three tries, and the owner still gets in', async () => {
  const lab = await testApp(BEHIND_PROXY)
  const ada = await givenPerson(lab)
  const many = Array.from({ length: 50 }, (_, n) => `198.51.100.${n}`)
  expect(await guesses(lab, ada.email, many)).toEqual(Array(50).fill(401))
  expect(await guesses(lab, ada.email, Array(4).fill('203.0.113.7'))).toEqual([401, 401, 401, 429])
  expect((await guess(lab, ada.email, '203.0.113.8', PASSWORD)).status).toBe(201)
})

test('after fifty failures an address waits, but not people there whose browser is known, nor other addresses', async () => {
  const lab = await testApp(BEHIND_PROXY)
  const ada = await givenPerson(lab)
  const bob = await givenPerson(lab)
  const known = newBrowser(lab.app)
  await guess(lab, ada.email, '192.0.2.1', PASSWORD, known)
  for (let n = 0; n < 50; n++) expect((await guess(lab, `user${n}@x.org`, '192.0.2.1')).status).toBe(401)
  expect((await guess(lab, bob.email, '192.0.2.1', PASSWORD)).status).toBe(429)
  expect((await guess(lab, bob.email, '192.0.2.1', PASSWORD, known)).status).toBe(429)
  expect((await guess(lab, ada.email, '192.0.2.1', PASSWORD, known)).status).toBe(201)
  expect((await guess(lab, bob.email, '192.0.2.2', PASSWORD)).status).toBe(201)
  expect((await guess(lab, bob.email, '198.51.100.9, 192.0.2.1', PASSWORD)).status).toBe(429)
})

test('a known browser has ten guesses as well, and none of them after a change of the password', async () => {
  const lab = await testApp(BEHIND_PROXY)
  const ada = await givenPerson(lab)
  const known = newBrowser(lab.app)
  await guess(lab, ada.email, '192.0.2.1', PASSWORD, known)
  for (let n = 0; n < 10; n++) expect((await guess(lab, ada.email, '192.0.2.1', 'x', known)).status).toBe(401)
  expect((await guess(lab, ada.email, '192.0.2.9', PASSWORD, known)).status).toBe(429)
  const body = { action: 'updatepassword', current_password: PASSWORD, password: 'another rather long line' }
  expect((await lab.as(ada).patch('users/me', body)).status).toBe(200)
  const devices = await lab.ctx.db.read.selectFrom('known_devices').select('userid').execute()
  expect(devices).toEqual([])
})

test('signing in forgets earlier failures of the client at the account', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 9; n++) await guess(lab, ada.email, '')
    expect((await guess(lab, ada.email, '', PASSWORD)).status).toBe(201)
  }
})

test('failures count in all processes together, and outlive a restart', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const ctx = await openContext(lab.ctx.config, lab.ctx.log)
  const app = buildApp(ctx)
  try {
    for (let n = 0; n < 5; n++) {
      expect((await guess(lab, ada.email, '')).status).toBe(401)
      expect((await guess({ app }, ada.email, '')).status).toBe(401)
    }
    expect((await guess({ app }, ada.email, '', PASSWORD)).status).toBe(429)
    expect((await guess(lab, ada.email, '', PASSWORD)).status).toBe(429)
  } finally {
    await app.close()
    await ctx.db.close()
  }
})

test('what failed long ago is cleared away, and the table is bounded', async () => {
  const lab = await testApp(BEHIND_PROXY)
  const { ctx } = lab
  const start = Date.parse(ctx.now())
  ctx.now = () => new Date(start).toISOString()
  for (let n = 0; n < 5; n++) await guess(lab, `user${n}@x.org`, `192.0.2.${n}`)
  const rows = () => ctx.db.read.selectFrom('sign_in_failures').selectAll().execute()
  expect(await rows()).toHaveLength(15)
  expect(JSON.stringify(await rows())).not.toContain('x.org')
  await ctx.db.write((db) => keepNewest(db, 5))
  expect((await rows()).length).toBeLessThanOrEqual(5)
  ctx.now = () => new Date(start + 61 * MINUTE).toISOString()
  await guess(lab, 'one@x.org', '192.0.2.77')
  expect(await rows()).toHaveLength(3)
})

test('a person has twenty known browsers, the last used ones', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const ada = await givenPerson(lab)
  const start = Date.parse(ctx.now())
  const browsers: Browser[] = []
  for (let n = 0; n < 21; n++) {
    ctx.now = () => new Date(start + n * 1000).toISOString()
    browsers.push(await signIn(lab, ada))
  }
  expect(await ctx.db.read.selectFrom('known_devices').select('userid').execute()).toHaveLength(20)
  for (let n = 0; n < 10; n++) await guess(lab, ada.email, '')
  expect((await guess(lab, ada.email, '', PASSWORD, browsers[0])).status).toBe(429)
  expect((await guess(lab, ada.email, '', PASSWORD, browsers[20])).status).toBe(201)
})
