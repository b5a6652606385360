import { apikeys } from '@aliquot/contract/apikeys'
import { session } from '@aliquot/contract/session'
import { expect, test } from 'vitest'
import { givenPerson, newBrowser, PASSWORD, setCookies, signIn } from '../../../test/browser.ts'
import { testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

test('a session ends after its last day, however much it is used', async () => {
  const lab = await testApp({ SESSION_DAYS: '2' })
  const { ctx } = lab
  const start = Date.parse(ctx.now())
  let clock = start
  ctx.now = () => new Date(clock).toISOString()
  const browser = await signIn(lab, await givenPerson(lab))
  for (const hours of [20, 40, 47]) {
    clock = start + hours * HOUR
    await expect
      .poll(async () => {
        // A use while the last one is still being noted is not noted.
        expect((await browser.call(session.read)).status).toBe(200)
        const [row] = await ctx.db.read.selectFrom('sessions').select('last_seen_at').execute()
        return row?.last_seen_at
      })
      .toBe(ctx.now())
  }
  const [row] = await ctx.db.read.selectFrom('sessions').select('expires_at').execute()
  expect(row?.expires_at).toBe(new Date(start + 2 * DAY).toISOString())
  clock = start + 2 * DAY
  expect((await browser.call(session.read)).status).toBe(401)
})

test('a shorter SESSION_DAYS ends sessions that are open already', async () => {
  const lab = await testApp({ SESSION_DAYS: '30' })
  const { ctx } = lab
  const start = Date.parse(ctx.now())
  const browser = await signIn(lab, await givenPerson(lab))
  ctx.now = () => new Date(start + 6 * HOUR).toISOString()
  expect((await browser.call(session.read)).status).toBe(200)
  ctx.config.SESSION_DAYS = 0.2
  expect((await browser.call(session.read)).status).toBe(401)
})

test('a session has a new token after a change of the team; the old one counts for requests under way', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const start = Date.parse(ctx.now())
  let clock = start
  ctx.now = () => new Date(clock).toISOString()
  const second = await lab.given.team('Second')
  const browser = await signIn(lab, await givenPerson(lab, { teams: [second] }))
  const old = { cookie: browser.cookie }
  expect((await browser.call(session.patch, { body: { team: second } })).body).toMatchObject({ team: second })
  expect(browser.cookie).not.toBe(old.cookie)
  expect((await browser.call(session.read)).body).toMatchObject({ team: second })
  const stranger = newBrowser(lab.app)
  expect((await stranger.call(session.read, { headers: old })).body).toMatchObject({ team: second })
  clock = start + 16_000
  expect((await stranger.call(session.read, { headers: old })).status).toBe(401)
  expect((await browser.call(session.read)).status).toBe(200)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('after a change of the password the token from before opens nothing, and the person stays signed in', async () => {
  const lab = await testApp()
  const browser = await signIn(lab, await givenPerson(lab))
  const old = { cookie: browser.cookie }
  const body = { action: 'updatepassword', current_password: PASSWORD, password: 'another rather long line' }
  expect((await browser.patch('users/me', body)).status).toBe(200)
  expect((await browser.call(session.read)).status).toBe(200)
  expect((await newBrowser(lab.app).call(session.read, { headers: old })).status).toBe(401)
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('signing in again ends the session that the browser had', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const browser = await signIn(lab, ada)
  const old = { cookie: browser.cookie }
  const bob = await givenPerson(lab)
  expect((await browser.call(session.signIn, { body: { email: bob.email, password: PASSWORD } })).status).toBe(201)
  expect((await browser.call(session.read)).body).toMatchObject({ userid: bob.id })
  expect((await newBrowser(lab.app).call(session.read, { headers: old })).status).toBe(401)
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('over TLS a session under the old name is taken once and given the name that only this host can set', async () => {
  const plain = await testApp()
  const ada = await givenPerson(plain)
  const token = (await signIn(plain, ada)).cookie.replace(/^.*?aliquot_session=([^;]+).*$/, '$1')
  plain.ctx.config.BASE_URL = 'https://notebook.example.org'
  const { app } = plain
  const browser = newBrowser(app)
  const first = await browser.call(session.read, { headers: { cookie: `aliquot_session=${token}` } })
  expect(first.status).toBe(200)
  expect(setCookies(first)).toEqual([
    'aliquot_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    expect.stringMatching(new RegExp(`^__Host-aliquot_session=${token}; .*; Secure$`)),
  ])
  const both = `aliquot_session=made-up; __Host-aliquot_session=${token}`
  expect((await newBrowser(app).call(session.read, { headers: { cookie: both } })).status).toBe(200)
  const tossed = `aliquot_session=${token}; __Host-aliquot_session=made-up`
  expect((await newBrowser(app).call(session.read, { headers: { cookie: tossed } })).status).toBe(401)
})

test('of two cookies of one name the one that opens a session counts; two that do are none', async () => {
  const lab = await testApp()
  const tokenOf = ({ cookie }: { cookie: string }) => /aliquot_session=[^;]+/.exec(cookie)?.[0] ?? ''
  const ada = tokenOf(await signIn(lab, await givenPerson(lab)))
  const eve = tokenOf(await signIn(lab, await givenPerson(lab)))
  const read = async (...cookies: string[]) =>
    (await newBrowser(lab.app).call(session.read, { headers: { cookie: cookies.join('; ') } })).status
  expect(await read('aliquot_session=made-up', ada)).toBe(200)
  expect(await read(ada, 'aliquot_session=made-up')).toBe(200)
  expect(await read(ada, ada)).toBe(200)
  expect(await read(eve, ada)).toBe(401)
  expect(await read('aliquot_session=a', 'aliquot_session=b', ada)).toBe(401)
})

test('a new API key and a new e-mail need the password again when the session is older than a day', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const ada = await givenPerson(lab)
  const root = await lab.given.user({ isSysadmin: true })
  await lab.as(root).patch('config', { allow_users_change_identity: '1' })
  const start = Date.parse(ctx.now())
  let clock = start
  ctx.now = () => new Date(clock).toISOString()
  const browser = await signIn(lab, ada)
  const makeKey = () => browser.call(apikeys.add, { body: { name: 'mine' } })
  expect((await makeKey()).status).toBe(201)

  clock = start + DAY
  expect(await makeKey()).toMatchObject({ status: 403, body: { needs: 'password' } })
  expect((await browser.patch('users/me', { email: 'new@example.org' })).status).toBe(403)
  expect((await browser.patch('users/me', { firstname: 'Adele', email: ada.email })).status).toBe(200)
  expect((await lab.as(ada).call(apikeys.add, { body: { name: 'by a key' } })).status).toBe(201)

  const wrong = await browser.call(session.patch, { body: { password: 'wrong' } })
  expect(wrong).toMatchObject({ status: 400, body: { message: 'password: is not right' } })
  expect((await makeKey()).status).toBe(403)
  expect((await browser.call(session.patch, { body: { password: PASSWORD } })).status).toBe(200)
  expect((await makeKey()).status).toBe(201)
  expect((await browser.patch('users/me', { email: 'new@example.org' })).status).toBe(200)
  expect((await browser.call(session.patch, { body: {} })).status).toBe(400)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a sysadmin sees and ends sessions and keys of a person; others do not', async () => {
  const lab = await testApp()
  const { as, given, ctx } = lab
  const root = await given.user({ isSysadmin: true })
  const admin = await given.user({ isAdmin: true })
  const ada = await givenPerson(lab)
  const browser = await signIn(lab, ada)
  const params = { id: ada.id }
  for (const endpoint of [session.listOf, session.endOf, apikeys.listOf, apikeys.removeOf]) {
    expect((await as(admin).call(endpoint, { params })).status).toBe(403)
    expect((await as(root).call(endpoint, { params: { id: 9999 } })).status).toBe(404)
  }
  expect((await as(root).call(session.listOf, { params })).body).toMatchObject([{ is_current: 0, team: 1 }])
  expect((await as(root).call(apikeys.listOf, { params })).body).toMatchObject([{ name: 'test' }])
  expect((await as(root).call(session.endOf, { params })).status).toBe(204)
  expect((await browser.call(session.read)).status).toBe(401)
  expect((await as(ada).get('users/me')).status).toBe(200)
  expect((await as(root).call(apikeys.removeOf, { params })).status).toBe(204)
  expect((await as(ada).get('users/me')).status).toBe(401)
  expect((await as(root).get('users/me')).status).toBe(200)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})
