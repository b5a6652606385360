import { expect, test } from 'vitest'
import { cookieOf, givenPerson, PASSWORD } from '../../../test/browser.ts'
import { testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership } from '../users/users.memberships.ts'
import { answerPasswordRequests } from './mail.password.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const NEW = 'quite another sentence'

async function givenPersonWithMail() {
  const app = await testApp({ BASE_URL: 'https://notebook.example.org' })
  const ada = await givenPerson(app, {})
  const server = await mailServer()
  await server.use(app.ctx)
  const ask = (email: string) => app.as(undefined).post('password/forgot', { email })
  /** The token of the newest mail. */
  const token = () => /set-password#token=(\S+)/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? ''
  return { app, as: app.as, ctx: app.ctx, ada, server, ask, token }
}

test('a link by mail sets a new password once and ends the sessions', async () => {
  const { as, ctx, ada, server, ask, token } = await givenPersonWithMail()
  const cookie = cookieOf(await as(undefined).post('session', { email: ada.email, password: PASSWORD }))
  expect(await ask(` ${ada.email.toUpperCase()} `)).toMatchObject({ status: 202 })
  expect(server.mails).toEqual([])
  await answerPasswordRequests(ctx)
  expect(server.mails).toMatchObject([{ to: [ada.email] }])
  expect(server.mails[0]?.text).toContain('https://notebook.example.org/set-password#token=')
  const stored = JSON.stringify(await ctx.db.read.selectFrom('users').selectAll().execute())
  expect(stored).not.toContain(token())
  expect((await as(undefined).post('password/link', { token: token() })).body).toMatchObject({
    email: ada.email,
    sent_by: '',
  })
  expect((await as(undefined).post('password', { token: token(), password: NEW })).status).toBe(201)
  expect((await as(undefined).post('password', { token: token(), password: NEW })).status).toBe(403)
  expect((await as(undefined).get('session', { cookie })).status).toBe(401)
  expect((await as(undefined).post('session', { email: ada.email, password: NEW })).status).toBe(201)
  const events = await ctx.db.read.selectFrom('events').select(['via', 'fields']).execute()
  expect(events.filter(({ via }) => via === 'forgotten-password')).toHaveLength(1)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('the answer, the rows and the events are the same for an address that nobody has', async () => {
  const { ctx, ada, server, ask } = await givenPersonWithMail()
  const rows = () => ctx.db.read.selectFrom('password_requests').select('attempts').execute()
  const events = () => ctx.db.read.selectFrom('events').select(['subject', 'verb', 'changes']).execute()
  const known = await ask(ada.email)
  const [rowsOfKnown, eventsOfKnown] = [await rows(), (await events()).at(-1)]
  await answerPasswordRequests(ctx)
  server.mails.length = 0
  const unknown = await ask('nobody@example.org')
  expect([unknown.status, unknown.raw]).toEqual([known.status, known.raw])
  expect(await rows()).toEqual(rowsOfKnown)
  expect(eventsOfKnown?.subject).toBe('attempt')
  await answerPasswordRequests(ctx)
  expect(await rows()).toEqual([])
  expect(server.mails).toEqual([])
})

test('the link lasts an hour; who cannot sign in gets none; many requests send few mails', async () => {
  const { app, as, ctx, ada, server, ask, token } = await givenPersonWithMail()
  await ask(ada.email)
  await answerPasswordRequests(ctx)
  const { now } = ctx
  ctx.now = () => new Date(Date.parse(now()) + 61 * 60_000).toISOString()
  expect((await as(undefined).post('password', { token: token(), password: NEW })).status).toBe(403)
  server.mails.length = 0
  for (let time = 0; time < 10; time++) {
    expect((await ask(ada.email)).status).toBe(202)
    await answerPasswordRequests(ctx)
  }
  expect(server.mails).toHaveLength(5)
  const old = await givenPerson(app, {})
  await archiveMembership(ctx, AUTHOR, old.id, 1)
  await ask(old.email)
  await answerPasswordRequests(ctx)
  expect(server.mails).toHaveLength(5)
})

test('asking ends no invitation that is valid, and no change that somebody is about to save', async () => {
  const { app, as, ctx, ada, server, ask, token } = await givenPersonWithMail()
  const [root] = [await app.given.user({ isSysadmin: true }), await app.given.user({ isSysadmin: true })]
  const invite = async () => {
    const { headers } = await as(root).post(`users/${ada.id}/password_link`, {})
    return String(headers.location).split('#token=')[1] ?? ''
  }
  const invited = await invite()
  const version = async () =>
    (await ctx.db.read.selectFrom('users').select('version').where('userid', '=', ada.id).executeTakeFirst())?.version
  await ask(ada.email)
  await answerPasswordRequests(ctx)
  expect(server.mails).toEqual([])
  expect((await as(undefined).post('password', { token: invited, password: NEW })).status).toBe(201)

  // A link that its giver could not give any more is replaced.
  await invite()
  const before = await version()
  await archiveMembership(ctx, AUTHOR, root.id, 1)
  await ask(ada.email)
  await answerPasswordRequests(ctx)
  expect(server.mails).toHaveLength(1)
  expect(await version()).toBe(before)
  expect((await as(undefined).post('password', { token: token(), password: NEW })).status).toBe(201)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('the page offers it only when mails with links can be sent', async () => {
  const { as, ctx } = await givenPersonWithMail()
  expect((await as(undefined).get('setup')).body).toMatchObject({ sends_password_links: true })
  await ctx.db.write((db) => db.deleteFrom('config').execute())
  ctx.knownConfig.last = undefined
  expect((await as(undefined).get('setup')).body).toMatchObject({ sends_password_links: false })
  expect((await as(undefined).post('password/forgot', { email: 'x@example.org' })).status).toBe(202)
  await answerPasswordRequests(ctx)
  expect(await ctx.db.read.selectFrom('password_requests').selectAll().execute()).toEqual([])
})
