import type { AuditPage } from '@aliquot/contract/audit'
import { session } from '@aliquot/contract/session'
import { expect, test } from 'vitest'
import { givenPerson } from '../../test/browser.ts'
import { type TestApp, type TestUser, testApp } from '../../test/harness.ts'
import { verify } from '../verify/verify.ts'
import { flushAttempts } from './attempts.ts'

async function attemptsSeen({ as }: TestApp, root: TestUser) {
  const { status, body } = await as(root).get<AuditPage>('audit?subject=attempt')
  expect(status).toBe(200)
  return body.events.map(({ verb, subject_id, via, address, changes }) => {
    const told = JSON.parse(changes ?? '{}') as Record<string, { after: unknown }>
    return { verb, subject_id, via, address, kind: told.kind?.after, times: told.times?.after }
  })
}

async function lab(env: Record<string, string> = {}) {
  const app = await testApp(env)
  const { ctx } = app
  const now = ctx.now()
  ctx.now = () => now
  const root = await app.given.user({ isSysadmin: true })
  return Object.assign(app, { root })
}

test('failed sign-ins are in the audit trail: the first at once, those after it in the same minute as one', async () => {
  const app = await lab()
  const { as, ctx, root } = app
  const ada = await givenPerson(app)
  const guess = (email: string) => as(undefined).call(session.signIn, { body: { email, password: 'my secret' } })
  for (let n = 0; n < 11; n++) await guess(ada.email)
  await guess('nobody@example.org')
  const common = { verb: 'refused', via: 'password', address: '127.0.0.1', times: 1 }
  expect(await attemptsSeen(app, root)).toEqual([
    { ...common, subject_id: 0, kind: 'wrong password' },
    { ...common, subject_id: ada.id, kind: 'slowed down' },
    { ...common, subject_id: ada.id, kind: 'wrong password' },
  ])
  await flushAttempts(ctx)
  expect((await attemptsSeen(app, root))[0]).toEqual({
    ...common,
    subject_id: ada.id,
    kind: 'wrong password',
    times: 9,
  })
  const events = JSON.stringify(await ctx.db.read.selectFrom('events').selectAll().execute())
  expect(events).not.toMatch(/my secret|nobody@example/)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a wrong key with a real id is in the audit trail, one with a made-up id is not', async () => {
  const app = await lab()
  const { as, given, root } = app
  const ada = await given.user()
  const id = Number(ada.key.split('-')[0])
  expect((await as(`${id}-${'0'.repeat(64)}`).get('users/me')).status).toBe(401)
  expect((await as(`99999-${'0'.repeat(64)}`).get('users/me')).status).toBe(401)
  await expect.poll(async () => (await attemptsSeen(app, root)).length).toBe(1)
  expect(await attemptsSeen(app, root)).toMatchObject([
    { kind: 'wrong API key', via: `apikey:${id}`, subject_id: ada.id },
  ])
})

test('however many attempts come from however many addresses, a minute has few events', async () => {
  const app = await lab({ TRUST_PROXY: '127.0.0.1' })
  const { as, ctx, root } = app
  for (let n = 0; n < 30; n++) {
    const headers = { 'x-forwarded-for': `192.0.2.${n}` }
    await as(undefined).call(session.signIn, { body: { email: `u${n}@x.org`, password: 'x' }, headers })
  }
  await flushAttempts(ctx)
  const seen = await attemptsSeen(app, root)
  expect(seen).toHaveLength(21)
  expect(seen[0]).toMatchObject({ kind: 'from many addresses', address: '', times: 10 })
})
