import { judgePassword } from '@aliquot/contract/password-rules'
import { session } from '@aliquot/contract/session'
import { users } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { browserAfter, givenPerson, signIn } from '../../../test/browser.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { addMembership, archiveMembership } from './users.memberships.ts'
import { setPassword } from './users.state.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const password = 'another rather long line'

async function linkTo({ as }: TestApp, admin: TestUser, id: number): Promise<string> {
  const reply = await as(admin).call(users.addPasswordLink, { params: { id }, body: {} })
  expect(reply).toMatchObject({ status: 201, body: '' })
  const link = new URL(reply.headers.location ?? '')
  expect(link.pathname).toBe('/set-password')
  return /^#token=([\w-]{43})$/.exec(link.hash)?.[1] ?? ''
}

function setBy({ as }: TestApp, token: string, chosen = password) {
  return as(undefined).call(users.setPassword, { body: { token, password: chosen } })
}

test('a new member sets a password by the link and is signed in, once', async () => {
  const lab = await testApp()
  const admin = await lab.given.user({ isAdmin: true })
  const ada = await lab.given.user()
  const token = await linkTo(lab, admin, ada.id)

  const set = await setBy(lab, token)

  expect(set).toMatchObject({ status: 201, path: '/api/v2/session' })
  expect((await browserAfter(lab.app, set).call(session.read)).body).toMatchObject({ userid: ada.id, team: 1 })
  expect((await lab.as(undefined).post('session', { email: ada.email, password })).status).toBe(201)
  expect((await setBy(lab, token)).status).toBe(403)
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('neither the token nor its hash is in the journal, and the token is stored nowhere', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const admin = await lab.given.user({ isAdmin: true })
  const ada = await lab.given.user()
  const token = await linkTo(lab, admin, ada.id)
  const [row] = await ctx.db.read.selectFrom('users').selectAll().where('userid', '=', ada.id).execute()
  const events = JSON.stringify(await ctx.db.read.selectFrom('events').selectAll().execute())
  expect(row?.password_link_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(events).not.toContain(row?.password_link_hash)
  expect(events).toContain('password_link_expires')
  expect(events + JSON.stringify(row)).not.toContain(token)
})

test('who holds a link is told whose password it sets, and nobody else is', async () => {
  const lab = await testApp()
  const second = await lab.given.team('Second')
  const admin = await lab.given.user({ isAdmin: true, firstname: 'Mary', lastname: 'Somerville' })
  const ada = await lab.given.user({ firstname: 'Augusta', lastname: 'Byron-King' })
  const ask = (token: string) => lab.as(undefined).call(users.readPasswordLink, { body: { token } })
  const older = await linkTo(lab, admin, ada.id)
  const token = await linkTo(lab, admin, ada.id)

  const answer = await ask(token)

  const owner = { email: ada.email, firstname: 'Augusta', lastname: 'Byron-King' }
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(answer.body).toEqual({ ...owner, teams: ['Default team'], sent_by: 'Mary Somerville' })
  for (const wrong of [older, `${token}x`, 'nonsense']) {
    const refused = await ask(wrong)
    expect(refused).toMatchObject({ status: 403, body: { reason: 'password.used_link' } })
    expect(JSON.stringify(refused.body)).not.toMatch(/Augusta|Somerville|Default team/)
  }
  // The page and the service judge a password by the same words.
  for (const chosen of ['augustabyron 1815', 'august rain on tin roofs']) {
    const { problem } = judgePassword(chosen, [answer.body.email, answer.body.firstname, answer.body.lastname])
    expect((await setBy(lab, token, chosen)).status).toBe(problem ? 400 : 201)
  }
  expect((await ask(token)).status).toBe(403)

  const inTwo = await lab.given.user()
  await change(lab.ctx, AUTHOR, (work) => addMembership(work, inTwo.id, second, false))
  await archiveMembership(lab.ctx, AUTHOR, inTwo.id, 1)
  const sysadmin = await lab.given.user({ isSysadmin: true })
  const told = await ask(await linkTo(lab, sysadmin, inTwo.id))
  expect(told.body).toMatchObject({ teams: ['Second'] })
})

test('of two who use a link at once one succeeds', async () => {
  const lab = await testApp()
  const admin = await lab.given.user({ isAdmin: true })
  const token = await linkTo(lab, admin, (await lab.given.user()).id)
  const both = await Promise.all([setBy(lab, token), setBy(lab, token)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
})

test('a newer link replaces the older one, and seven days are the end of it', async () => {
  const lab = await testApp()
  const { ctx } = lab
  const admin = await lab.given.user({ isAdmin: true })
  const ada = await lab.given.user()
  const first = await linkTo(lab, admin, ada.id)
  const second = await linkTo(lab, admin, ada.id)
  expect((await setBy(lab, first)).status).toBe(403)
  const start = Date.parse(ctx.now())
  ctx.now = () => new Date(start + 7 * 86_400_000 + 1000).toISOString()
  expect((await setBy(lab, second)).status).toBe(403)
  ctx.now = () => new Date(start + 6 * 86_400_000).toISOString()
  expect((await setBy(lab, second)).status).toBe(201)
})

test('a bad password is refused and the link still works', async () => {
  const lab = await testApp()
  const admin = await lab.given.user({ isAdmin: true })
  const token = await linkTo(lab, admin, (await lab.given.user()).id)
  expect(await setBy(lab, token, 'short')).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^password: /) },
  })
  expect((await setBy(lab, 'nonsense', 'short')).status).toBe(403)
  expect((await lab.as(undefined).post('password', { token, password, userid: 1 })).status).toBe(400)
  expect((await lab.as(undefined).post('password', { password })).status).toBe(400)
  expect((await setBy(lab, token)).status).toBe(201)
})

test('admins cannot get into accounts by a link, sysadmins help everybody', async () => {
  const lab = await testApp()
  const { as, given, ctx } = lab
  const second = await given.team('Second')
  const colleague = await given.user()
  const admin = await given.user({ isAdmin: true })
  const otherAdmin = await given.user({ team: second, isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const settled = await givenPerson(lab)
  const fresh = await given.user()
  const status = async (who: TestUser, id: number) => (await as(who).post(`users/${id}/password_link`, {})).status

  expect(await status(admin, settled.id)).toBe(403)
  expect(await status(admin, sysadmin.id)).toBe(403)
  expect(await status(otherAdmin, fresh.id)).toBe(403)
  expect(await status(colleague, fresh.id)).toBe(403)
  expect(await status(colleague, colleague.id)).toBe(403)
  const inBoth = await given.user()
  await change(ctx, AUTHOR, (work) => addMembership(work, inBoth.id, second, false))
  expect(await status(admin, inBoth.id)).toBe(403)
  expect(await status(sysadmin, inBoth.id)).toBe(201)
  expect(await status(sysadmin, 9999)).toBe(404)
  expect((await as(admin).post(`users/${fresh.id}/password_link`, { nonsense: 1 })).status).toBe(400)

  const browser = await signIn(lab, settled)
  expect((await setBy(lab, await linkTo(lab, sysadmin, settled.id))).status).toBe(201)
  expect((await browser.call(session.read)).status).toBe(401)
})

test('a link is void once the password was changed otherwise or the account is closed', async () => {
  const lab = await testApp()
  const { ctx, given } = lab
  const admin = await given.user({ isAdmin: true })
  const [ada, bob] = [await given.user(), await given.user()]
  const [forAda, forBob] = [await linkTo(lab, admin, ada.id), await linkTo(lab, admin, bob.id)]
  await setPassword(ctx, AUTHOR, ada.id, '$argon2id$one')
  expect((await setBy(lab, forAda)).status).toBe(403)
  await archiveMembership(ctx, AUTHOR, bob.id, 1)
  expect((await setBy(lab, forBob)).status).toBe(403)
  await archiveMembership(ctx, AUTHOR, bob.id, 1, false)
  expect((await setBy(lab, forBob)).status).toBe(201)
})

test.each<[string, object]>([
  ['is sysadmin', { is_sysadmin: 1 }],
  ['manages memberships', { can_manage_users2teams: 1 }],
  ['manages compounds', { can_manage_compounds: 1 }],
  ['is in another team', { action: 'add', team: 2 }],
])('a link that an admin gave is void once the person %s', async (_, gain) => {
  const lab = await testApp()
  const { as, given } = lab
  await given.team('Second')
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const ada = await given.user()
  const token = await linkTo(lab, admin, ada.id)
  expect((await as(sysadmin).patch(`users/${ada.id}`, gain)).status).toBe(200)
  expect((await setBy(lab, token)).status).toBe(403)
  expect((await as(admin).post(`users/${ada.id}/password_link`, {})).status).toBe(403)
  expect((await setBy(lab, await linkTo(lab, sysadmin, ada.id))).status).toBe(201)
})

test('a link that a sysadmin gave still works after a promotion', async () => {
  const lab = await testApp()
  const sysadmin = await lab.given.user({ isSysadmin: true })
  const ada = await lab.given.user()
  const token = await linkTo(lab, sysadmin, ada.id)
  expect((await lab.as(sysadmin).patch(`users/${ada.id}`, { is_sysadmin: 1 })).status).toBe(200)
  expect((await setBy(lab, token)).status).toBe(201)
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each<[string, object]>([
  ['is admin no more', { action: 'patchuser2team', team: 1, target: 'is_admin', content: 0 }],
  ['is archived', { action: 'patchuser2team', team: 1, target: 'is_archived', content: 1 }],
  ['is locked out', { validated: 0 }],
])('a link is void once its giver %s', async (_, loss) => {
  const lab = await testApp()
  const { as, given } = lab
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const token = await linkTo(lab, admin, (await given.user()).id)
  expect((await as(sysadmin).patch(`users/${admin.id}`, loss)).status).toBe(200)
  expect((await setBy(lab, token)).status).toBe(403)
})

test('a repeated request for a link gives the same one, only to who asked', async () => {
  const lab = await testApp()
  const admin = await lab.given.user({ isAdmin: true })
  const ada = await lab.given.user()
  const ask = () => lab.as(admin).post(`users/${ada.id}/password_link`, {}, { 'idempotency-key': 'k1' })
  const [first, second] = [await ask(), await ask()]
  expect(second.headers.location).toBe(first.headers.location)
  const token = /#token=([\w-]{43})$/.exec(first.headers.location ?? '')?.[1]
  expect(token).toBeDefined()
  const kept = JSON.stringify(await lab.ctx.db.read.selectFrom('idempotency').selectAll().execute())
  expect(kept).not.toContain(token)
})
