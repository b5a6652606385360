import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { changeSettings } from '../config/config.service.ts'
import { checkRunning } from '../instance/checks.ts'
import { addMembership, archiveMembership } from '../users/users.memberships.ts'
import { setValidated } from '../users/users.state.ts'
import { nextDigest } from './mail.digest.ts'
import { sendDue } from './mail.outbox.ts'
import { unsubscribeToken } from './mail.unsubscribe.ts'
import { startMail } from './mail.worker.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const BASE_URL = 'https://notebook.example.org'

/** Ada has an experiment, and Bob comments on it. */
async function givenLab(env: Record<string, string> = { BASE_URL }) {
  const app = await testApp(env)
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace', email: 'ada@example.org' })
  const bob = await app.given.user({ firstname: 'Bob', lastname: 'Ross', email: 'bob@example.org' })
  const id = await app.given.experiment(ada, { title: 'Crystals' })
  return { ...app, app, as: app.as, given: app.given, ctx: app.ctx, ada, bob, id }
}

async function comment(app: TestApp, by: TestUser, id: number, text = 'Why 4 °C?'): Promise<number> {
  const added = await app.as(by).post(`experiments/${id}/comments`, { comment: text })
  expect(added.status).toBe(201)
  return added.id
}

function passTime({ ctx }: TestApp, ms: number): void {
  const { now } = ctx
  ctx.now = () => new Date(Date.parse(now()) + ms).toISOString()
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('while nobody has set up e-mail nothing is sent, nobody complains, and nothing is caught up later', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  await comment(app, bob, id)
  await sendDue(ctx)
  const server = await mailServer()
  await server.use(ctx)
  await sendDue(ctx)
  expect(server.mails).toEqual([])
  const sysadmin = app.as(await app.given.user({ isSysadmin: true }))
  await changeSettings(ctx, AUTHOR, { mail_from: '' })
  const answer = await sysadmin.post('instance', { action: 'test', email: 'x@example.org' })
  expect(answer).toMatchObject({ status: 201, path: '/api/v2/instance/0' })
  expect(ada.id).toBeGreaterThan(0)
})

test('a comment is mailed to the owner: text and HTML, thread, links from BASE_URL, one-click unsubscribe', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await comment(app, bob, id, 'Why 4 °C?\n<b>Tell</b> me')
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail?.to).toEqual(['ada@example.org'])
  expect(mail?.from).toBe('notebook@example.org')
  expect(mail?.header('To')).toBe('Ada Lovelace <ada@example.org>')
  expect(mail?.header('Subject')).toBe('Crystals')
  expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
  expect(mail?.text).toContain('Bob Ross commented:')
  expect(mail?.text).toContain('> Why 4 °C?')
  expect(mail?.text).toContain(`${BASE_URL}/experiments/${id}`)
  expect(mail?.html).toContain('&lt;b&gt;Tell&lt;/b&gt; me')
  const { body: entry } = await app.as(ada).get<{ elabid: string }>(`experiments/${id}`)
  const thread = `<entry.${entry.elabid}@notebook.example.org>`
  expect(mail?.header('References')).toBe(thread)
  expect(mail?.header('In-Reply-To')).toBe(thread)
  expect(mail?.header('Message-ID')).toMatch(/^<notification\.[\d.]+@notebook\.example\.org>$/)
  expect(mail?.header('List-Unsubscribe')).toMatch(/^<https:\/\/notebook\.example\.org\/unsubscribe\/[\w.-]+>$/)
  expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const { body } = await app.as(ada).get<{ id: number }[]>('users/me/notifications')
  const one = await app.as(ada).get(`users/me/notifications/${body[0]?.id}`)
  expect(one.body).toMatchObject({ send_email: 1, email_sent: 1, email_sent_at: expect.any(String) })
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('news of one entry come in one mail, those of another in another, in the language of the reader', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await app.as(ada).patch('users/me', { lang: 'de_DE' })
  const other = await app.given.experiment(ada, { title: 'Öfen' })
  await comment(app, bob, id, 'one')
  await comment(app, bob, other, 'two')
  await comment(app, bob, id, 'three')
  await app.as(bob).post(`experiments/${id}/request_actions`, { target_userid: ada.id, target_action: 30 })
  await sendDue(ctx)
  expect(server.mails.map((mail) => mail.header('Subject'))).toEqual(['Crystals', 'Öfen'])
  expect(server.mails[0]?.text).toMatch(/one[\s\S]*three[\s\S]*Bob Ross bittet Sie, diesen Eintrag zu prüfen\./)
  expect(server.mails[1]?.text).toContain('Bob Ross hat kommentiert:')
})

test('who comments all the time fills no mailbox: after five messages about an entry the next ones come together', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  const other = await app.given.experiment(ada, { title: 'Ovens' })
  for (let number = 1; number <= 9; number++) {
    await comment(app, bob, id, `comment ${number}`)
    await sendDue(ctx)
    passTime(app, 1000)
  }
  expect(server.mails).toHaveLength(5)
  await comment(app, bob, other)
  await sendDue(ctx)
  expect(server.mails.at(-1)?.header('Subject')).toBe('Ovens')
  passTime(app, 10 * MINUTE)
  await sendDue(ctx)
  expect(server.mails).toHaveLength(7)
  expect(server.mails.at(-1)?.text).toMatch(/comment 6[\s\S]*comment 7[\s\S]*comment 8[\s\S]*comment 9/)
})

test('a mail tells nothing of an entry that the reader may not read when it is sent', async () => {
  const { app, ctx, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await comment(app, bob, id)
  const giveAway = { userid: bob.id, canread_base: 10, canwrite_base: 10 }
  await ctx.db.write((db) => db.updateTable('entities').set(giveAway).where('id', '=', id).execute())
  await sendDue(ctx)
  expect(server.mails).toEqual([])
})

test('who is archived, not validated, has read it or does not want it gets no mail', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await app.as(ada).patch('users/me', { notif_comment_created_email: 0 })
  await comment(app, bob, id)
  await app.as(ada).patch('users/me', { notif_comment_created_email: 1 })
  await comment(app, bob, id)
  await app.as(ada).patch('users/me/notifications', { is_ack: 1 })
  await sendDue(ctx)
  await comment(app, bob, id)
  await setValidated(ctx, AUTHOR, ada.id, false)
  await sendDue(ctx)
  await setValidated(ctx, AUTHOR, ada.id, true)
  server.mails.length = 0
  await comment(app, bob, id)
  await archiveMembership(ctx, AUTHOR, ada.id, 1)
  await sendDue(ctx)
  expect(server.mails.filter((mail) => mail.header('Subject') === 'Crystals')).toEqual([])
})

test('daily and weekly mails wait for their morning and then hold everything', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await app.as(ada).patch('users/me', { notif_comment_created_email_when: 'daily' })
  await comment(app, bob, id, 'one')
  await sendDue(ctx)
  await comment(app, bob, id, 'two')
  await sendDue(ctx)
  expect(server.mails).toEqual([])
  passTime(app, 25 * HOUR)
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.text).toMatch(/one[\s\S]*two/)
})

test('the morning is that of the notebook, the week begins on Monday', () => {
  expect(nextDigest('2026-03-02T04:00:00.000Z', 'Europe/Paris', 'daily')).toBe('2026-03-02T06:00:00.000Z')
  expect(nextDigest('2026-03-02T06:00:00.000Z', 'Europe/Paris', 'daily')).toBe('2026-03-03T06:00:00.000Z')
  expect(nextDigest('2026-03-02T08:00:00.000Z', 'UTC', 'weekly')).toBe('2026-03-09T07:00:00.000Z')
})

test('a deadline is mailed half an hour before it, also after it was moved', async () => {
  const { app, ctx, ada, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  const inHours = (hours: number) => new Date(Date.parse(ctx.now()) + hours * HOUR).toISOString().slice(0, 16)
  const step = await app.as(ada).post(`experiments/${id}/steps`, { body: 'Filter it' })
  const path = `experiments/${id}/steps/${step.id}`
  await app.as(ada).patch(path, { deadline: inHours(2).replace('T', ' ') })
  await app.as(ada).patch(path, { action: 'notif' })
  await app.as(ada).patch(path, { deadline: inHours(4).replace('T', ' ') })
  await sendDue(ctx)
  passTime(app, 2 * HOUR)
  await sendDue(ctx)
  expect(server.mails).toEqual([])
  passTime(app, 1.6 * HOUR)
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.text).toContain('> Filter it')
  await app.as(ada).patch(path, { deadline: inHours(3).replace('T', ' ') })
  passTime(app, 2.6 * HOUR)
  await sendDue(ctx)
  const ids = server.mails.map((mail) => mail.header('Message-ID'))
  expect(new Set(ids).size).toBe(2)
})

test('a service that stops sends nothing more, and leaves the rest to the next one at once', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const stopping = new AbortController()
  const server = await mailServer({
    refuse: () => {
      stopping.abort()
      return undefined
    },
  })
  await server.use(ctx)
  await comment(app, bob, id)
  await comment(app, bob, await app.given.experiment(ada, { title: 'Ovens' }))
  await sendDue(ctx, stopping.signal)
  expect(server.mails.map((mail) => mail.header('Subject'))).toEqual(['Crystals'])
  await sendDue(ctx)
  expect(server.mails.map((mail) => mail.header('Subject'))).toEqual(['Crystals', 'Ovens'])
})

test('a slow server makes nobody send twice: what one process has no time for is left to the next', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer({
    refuse: () => {
      passTime(app, 9 * MINUTE)
      return undefined
    },
  })
  await server.use(ctx)
  await comment(app, bob, id)
  await comment(app, bob, await app.given.experiment(ada, { title: 'Ovens' }))
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  passTime(app, MINUTE)
  await sendDue(ctx)
  expect(server.mails.map((mail) => mail.header('Subject'))).toEqual(['Crystals', 'Ovens'])
})

test('a mail server that falls silent does not hold up the end of the service, and the message waits', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const connected = Promise.withResolvers<void>()
  const silent = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail.example.org\r\n', () => connected.resolve())
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const server = await mailServer()
  await server.use(ctx, { smtp_port: String((silent.address() as AddressInfo).port) })
  await comment(app, bob, id)
  const worker = startMail(ctx)
  await connected.promise
  const start = performance.now()
  await worker.stop()
  expect(performance.now() - start).toBeLessThan(10_000)
  await server.use(ctx)
  passTime(app, 2 * MINUTE)
  await sendDue(ctx)
  expect(server.mails).toMatchObject([{ to: [ada.email] }])
})

test('one click without a session switches off that kind; opening the link or altering it changes nothing', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await comment(app, bob, id)
  await sendDue(ctx)
  const link = server.mails[0]?.header('List-Unsubscribe')?.slice(1, -1) ?? ''
  const path = new URL(link).pathname
  const wish = async () => (await app.as(ada).get('users/me')).body
  const page = await app.app.inject({ method: 'GET', url: path })
  expect(page.body).toMatch(/Stop these e-mails\?[\s\S]*Comments[\s\S]*<form method="post">/)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(await wish()).toMatchObject({ notif_comment_created_email: 1 })
  const click = (url: string) =>
    app.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await click(path.replace(/\/(\d+)\./, `/${bob.id}.`))).statusCode).toBe(404)
  expect((await click(path.replace('comment_created', 'step_deadline'))).statusCode).toBe(404)
  expect((await click('/unsubscribe/nonsense')).statusCode).toBe(404)
  expect(await wish()).toMatchObject({ notif_comment_created_email: 1 })
  expect((await click(path)).statusCode).toBe(200)
  expect((await click(path)).statusCode).toBe(200)
  expect(await wish()).toMatchObject({ notif_comment_created_email: 0, notif_step_deadline_email: 1 })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('no other key is made where something is only verified or decrypted', async () => {
  const { app, ctx, ada } = await givenLab()
  const login = { user: 'notebook', pass: 'letters' }
  const server = await mailServer({ login })
  await server.use(ctx)
  const path = `/unsubscribe/${await unsubscribeToken(ctx, ada.id, ['comment_created'])}`
  const file = join(ctx.config.DATA_DIR, 'secrets.key')
  await rm(file)
  expect((await app.app.inject({ method: 'POST', url: path })).statusCode).toBe(404)
  const root = app.as(await app.given.user({ isSysadmin: true }))
  expect((await root.post('instance', { action: 'test', email: 'x@example.org' })).status).toBe(400)
  expect(server.mails).toEqual([])
  expect(existsSync(file)).toBe(false)
})

test('what a server does not take now is sent later, after growing pauses; what it refuses for good is not', async () => {
  const { app, ctx, bob, id } = await givenLab()
  let code: number | undefined = 451
  const server = await mailServer({ refuse: () => code })
  await server.use(ctx)
  await comment(app, bob, id)
  await sendDue(ctx)
  await sendDue(ctx)
  expect(server.refused).toHaveLength(1)
  const health = await checkRunning(ctx.config, ctx.db)
  expect(health.find(({ name }) => name === 'mail')).toMatchObject({ state: 'warning', code: 'mail.failing' })
  passTime(app, MINUTE)
  await sendDue(ctx)
  passTime(app, MINUTE)
  await sendDue(ctx)
  expect(server.refused).toHaveLength(2)
  passTime(app, 5 * MINUTE)
  code = undefined
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)

  code = 550
  await comment(app, bob, id)
  for (const _ of [1, 2, 3]) {
    await sendDue(ctx)
    passTime(app, 24 * HOUR)
  }
  expect(server.refused).toHaveLength(3)
  expect(ctx.counters.mails.entries()).toEqual([
    ['sent', 1],
    ['failed', 2],
    ['given_up', 1],
  ])
})

test('a server that is away keeps everything waiting, and nothing is lost', async () => {
  const { app, ctx, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx, { smtp_port: '1' })
  await comment(app, bob, id)
  await sendDue(ctx)
  await server.use(ctx)
  passTime(app, MINUTE)
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
})

test.each(['ssl', 'starttls'] as const)('%s: encrypted with login; an unknown certificate is refused', async (kind) => {
  const { app, ctx, bob, id } = await givenLab()
  const login = { user: 'notebook', pass: 'a secret of the lab' }
  const server = await mailServer({ encryption: kind, login })
  await server.use(ctx)
  await comment(app, bob, id)
  await sendDue(ctx)
  expect(server.mails).toMatchObject([{ isEncrypted: true, user: 'notebook' }])

  const sysadmin = app.as(await app.given.user({ isSysadmin: true }))
  await server.use(ctx, { smtp_verify_cert: '1' })
  const refused = await sysadmin.post('instance', { action: 'test', email: 'x@example.org' })
  expect(refused).toMatchObject({ status: 400, body: { reason: 'instance.mail_failed' } })
  expect(JSON.stringify(refused.body)).toContain('certificate')
  await server.use(ctx, { smtp_password: 'wrong' })
  expect((await sysadmin.post('instance', { action: 'test', email: 'x@example.org' })).status).toBe(400)
  expect(server.mails).toHaveLength(1)
})

test('starttls is required when it is set: nothing is sent in clear', async () => {
  const { app, ctx, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx, { smtp_encryption: 'starttls' })
  await comment(app, bob, id)
  await sendDue(ctx)
  expect(server.mails).toEqual([])
})

test('nothing in names, titles, subjects and texts becomes a header or another recipient', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  const evil = 'Hello\r\nBcc: eve@example.org\r\n\r\nBody'
  await ctx.db.write((db) => db.updateTable('entities').set({ title: evil }).where('id', '=', id).execute())
  const names = { firstname: 'Ada\r\nBcc: eve@example.org', lastname: '"<eve@example.org>,' }
  await ctx.db.write((db) => db.updateTable('users').set(names).where('userid', '=', ada.id).execute())
  await comment(app, bob, id, `.\r\n${evil}`)
  await sendDue(ctx)
  await app.as(ada).post('instance', { action: 'emailteam', target: 'team', subject: evil, body: evil })
  expect(server.mails).toHaveLength(2)
  expect(server.mails[0]?.to).toEqual(['ada@example.org'])
  expect(server.mails[1]?.to.sort()).toEqual(['ada@example.org', 'bob@example.org'])
  for (const mail of server.mails) {
    expect(mail.header('Bcc')).toBeUndefined()
    expect(mail.header('Subject')).toBe('Hello Bcc: eve@example.org Body')
  }
})

test('new accounts: validation is mailed to the person, and the onboarding mail if there is one', async () => {
  const { app, ctx } = await givenLab()
  const server = await mailServer()
  await server.use(ctx, {
    onboarding_email_active: '1',
    onboarding_email_subject: 'Welcome\r\nBcc: eve@example.org',
    onboarding_email_body: '<p>Read the <b>rules</b><script>x()</script></p>',
    onboarding_email_different_for_admins: '1',
    onboarding_email_admins_subject: 'Welcome, admin',
    onboarding_email_admins_body: '<p>Read more rules</p>',
  })
  const max = await app.given.user({ email: 'max@example.org', isValidated: false })
  await app.given.user({ email: 'root@example.org', isAdmin: true })
  await sendDue(ctx)
  await setValidated(ctx, AUTHOR, max.id, true)
  await sendDue(ctx)
  const to = (address: string) =>
    server.mails.filter((mail) => mail.to[0] === address).map((mail) => mail.header('Subject'))
  expect(to('max@example.org')).toEqual([
    'Your account waits to be validated',
    'Welcome Bcc: eve@example.org',
    'Your account is ready',
  ])
  expect(to('root@example.org')).toEqual(['Welcome, admin'])
  expect(JSON.stringify(server.mails)).not.toContain('x()')
  expect((await app.as(max).get('users/me/notifications')).body).toEqual([])
})

test('a team welcomes who joins it, and others if an admin wants it', async () => {
  const { app, ctx, ada, bob } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  const admin = await app.given.user({ isAdmin: true })
  const other = await app.given.user({ team: await app.given.team('Other'), email: 'eve@example.org' })
  const welcome = { onboarding_email_subject: 'Welcome &amp; <b>hello</b>', onboarding_email_body: '<p>Gloves on</p>' }
  await app.as(admin).patch('teams/1', welcome)
  await app.given.user({ email: 'early@example.org' })
  await app.as(admin).patch('teams/1', { onboarding_email_active: 1 })
  await app.given.user({ email: 'max@example.org' })
  await change(ctx, AUTHOR, (work) => addMembership(work, other.id, 1, false))
  await sendDue(ctx)
  const sent = () =>
    server.mails
      .splice(0)
      .map((mail) => [mail.to[0], mail.header('Subject')])
      .filter(([, subject]) => subject?.startsWith('Welcome'))
  expect(sent().sort()).toEqual([
    ['eve@example.org', 'Welcome & hello'],
    ['max@example.org', 'Welcome & hello'],
  ])
  await archiveMembership(ctx, AUTHOR, bob.id, 1)
  const body = { action: 'sendonboardingemails', userids: [ada.id, ada.id, bob.id, 99_999] }
  expect((await app.as(ada).patch('teams/1', body)).status).toBe(403)
  expect((await app.as(admin).patch('teams/1', body)).status).toBe(200)
  await sendDue(ctx)
  expect(sent()).toEqual([['ada@example.org', 'Welcome & hello']])
})

test('the running service sends by itself, soon', async () => {
  const { app, ctx, bob, id } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  const worker = startMail(ctx)
  try {
    await comment(app, bob, id)
    await expect.poll(() => server.mails.length, { timeout: 10_000 }).toBe(1)
  } finally {
    await worker.stop()
  }
})
