import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { change } from '../../change.ts'
import { notifyOfWebhookOff } from '../notifications/notify.ts'
import { archiveMembership } from '../users/users.memberships.ts'
import { sendDue } from './mail.outbox.ts'

const BASE_URL = 'https://notebook.example.org'
const AUTHOR = { userid: null, via: 'test', address: '' }

async function givenLab() {
  const app = await testApp({ BASE_URL })
  const ada = await app.given.user()
  const server = await mailServer()
  await server.use(app.ctx)
  const fail = () =>
    change(app.ctx, AUTHOR, (work) =>
      notifyOfWebhookOff(work, {
        userid: ada.id,
        webhook: 4,
        url: 'https://receiver.example.org',
        scope: 'user',
        reason: 'failing',
      }),
    )
  return { ...app, ada, server, fail }
}

test('trouble is mailed at once unless one wants it otherwise', async () => {
  const { as, ctx, ada, server, fail } = await givenLab()
  await fail()
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  await as(ada).patch('users/me', { notif_trouble_email: 0 })
  await fail()
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
})

test('trouble waits for the daily message, and is not mailed once it was read', async () => {
  const { as, ctx, ada, server, fail } = await givenLab()
  await as(ada).patch('users/me', { notif_trouble_email_when: 'daily' })
  await fail()
  await sendDue(ctx)
  expect(server.mails).toEqual([])
  const { now } = ctx
  ctx.now = () => new Date(Date.parse(now()) + 25 * 3_600_000).toISOString()
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  await as(ada).patch('users/me', { notif_trouble_email_when: 'now' })
  await fail()
  await as(ada).patch('users/me/notifications', { is_ack: 1 })
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
})

test('one click ends messages about trouble, which say how', async () => {
  const { app, as, ctx, ada, server, fail } = await givenLab()
  await fail()
  await sendDue(ctx)
  const [mail] = server.mails
  expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const link = mail?.header('List-Unsubscribe')?.slice(1, -1) ?? ''
  expect(mail?.html).toContain(`href="${link}"`)
  expect(mail?.html).toContain(`href="${BASE_URL}/account/notifications"`)
  // As mail programs should send it (RFC 8058, 3.2).
  const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const clicked = await app.inject({
    method: 'POST',
    url: new URL(link).pathname,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: part,
  })
  expect(clicked.statusCode).toBe(200)
  expect((await as(ada).get('users/me')).body).toMatchObject({ notif_trouble_email: 0, notif_trouble: 1 })
})

test('nobody is written to whose account is archived, has expired or was deleted meanwhile', async () => {
  const { ctx, ada, server, fail } = await givenLab()
  await fail()
  await archiveMembership(ctx, AUTHOR, ada.id, 1)
  await sendDue(ctx)
  await ctx.db.write((db) => db.updateTable('memberships').set({ is_archived: 0 }).execute())
  const set = (columns: object) =>
    ctx.db.write((db) => db.updateTable('users').set(columns).where('userid', '=', ada.id).execute())
  for (const closed of [{ valid_until: '2020-01-01' }, { validated: 0 }, { state: 3 }]) {
    await set({ valid_until: null, validated: 1, state: 1 })
    await fail()
    await set(closed)
    await sendDue(ctx)
  }
  expect(server.mails).toEqual([])
})

test('people who turned trouble off find it among the read ones', async () => {
  const { as, ada, fail } = await givenLab()
  await as(ada).patch('users/me', { notif_trouble: 0 })
  await fail()
  expect((await as(ada).get('users/me/notifications')).body).toMatchObject([{ category: 130, is_ack: 1 }])
})
