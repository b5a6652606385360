import { apikeys } from '@aliquot/contract/apikeys'
import { session } from '@aliquot/contract/session'
import { users } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { browserAfter, givenPerson, signIn } from '../../../test/browser.ts'
import { digestDatabase } from '../../../test/digest.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { addMembership, archiveMembership } from './users.memberships.ts'

/** What an admin must not be able to gain from rights over one team. */

const AUTHOR = { userid: null, via: 'test', address: '' }

async function lab() {
  const app = await testApp()
  const root = await app.given.user({ isSysadmin: true, email: 'root@lab.example' })
  const boss = await app.given.user({ isSysadmin: true, email: 'boss@lab.example' })
  const admin = await app.given.user({ isAdmin: true })
  return Object.assign(app, { root, boss, admin })
}

test.each([
  ['archived', { action: 'patchuser2team', team: 1, target: 'is_archived', content: 1 }],
  ['made admin', { action: 'patchuser2team', team: 1, target: 'is_admin', content: 1 }],
  ['removed', { action: 'unreference', team: 1 }],
])('a sysadmin is not %s in a team by its admin, nor by who manages places', async (_, body) => {
  const app = await lab()
  const { as, given, ctx, boss, admin, root } = app
  const second = await given.team('Second')
  await change(ctx, AUTHOR, (work) => addMembership(work, boss.id, second, false))
  const manager = await given.user({ team: second })
  await as(root).patch(`users/${manager.id}`, { can_manage_users2teams: 1 })
  const before = await digestDatabase(ctx)
  for (const who of [admin, manager]) {
    expect(await as(who).patch(`users/${boss.id}`, body)).toMatchObject({
      status: 403,
      body: { message: 'Only a sysadmin can change the account of a sysadmin' },
    })
  }
  expect(await digestDatabase(ctx)).toEqual(before)
  expect((await as(boss).get('config')).status).toBe(200)
  expect((await as(root).patch(`users/${boss.id}`, body)).status).toBe(200)
})

test('an admin changes nothing of a person that counts in another team, whatever the place there', async () => {
  const { as, given, ctx, admin, root } = await lab()
  const second = await given.team('Second')
  const bea = await given.user({ team: second, isAdmin: true })
  await change(ctx, AUTHOR, (work) => addMembership(work, bea.id, 1, false))
  const left = await given.user()
  await change(ctx, AUTHOR, (work) => addMembership(work, left.id, second, false))
  await archiveMembership(ctx, AUTHOR, left.id, second)
  const before = await digestDatabase(ctx)
  for (const { id } of [bea, left]) {
    for (const body of [
      { valid_until: '2020-01-01' },
      { validated: 0 },
      { action: 'validate' },
      { default_read_base: 50 },
      { orcid: '0000-0002-1825-0097' },
    ]) {
      expect((await as(admin).patch(`users/${id}`, body)).status, JSON.stringify(body)).toBe(403)
    }
    expect((await as(admin).delete(`users/${id}`)).status).toBe(403)
  }
  expect(await digestDatabase(ctx)).toEqual(before)
  // In their own team, and with people who are in no other, they go on.
  const place = { action: 'patchuser2team', team: 1, target: 'is_archived', content: 1 }
  expect((await as(admin).patch(`users/${bea.id}`, place)).status).toBe(200)
  const ada = await given.user()
  expect((await as(admin).patch(`users/${ada.id}`, { valid_until: '2020-01-01' })).status).toBe(200)
  expect((await as(admin).delete(`users/${ada.id}`)).status).toBe(204)
  expect((await as(bea).patch('users/me', { lang: 'fr_FR' })).status).toBe(200)
  expect((await as(root).delete(`users/${left.id}`)).status).toBe(204)
})

test('the address of an archived account stays theirs: an admin cannot give it to a new account, a sysadmin can', async () => {
  const { as, given, ctx, admin, root } = await lab()
  const ada = await given.user({ email: 'ada@lab.example' })
  await archiveMembership(ctx, AUTHOR, ada.id, 1)
  const poser = { email: 'ADA@lab.example', firstname: 'A', lastname: 'B' }
  const refused = {
    status: 400,
    body: { message: 'email: belongs to an archived account, only a sysadmin can assign it to another account' },
  }
  expect(await as(admin).post('users', poser)).toMatchObject(refused)
  await as(root).patch('config', { allow_users_change_identity: 1 })
  expect(await as(admin).patch('users/me', { email: 'ada@lab.example' })).toMatchObject(refused)
  expect((await as(root).post('users', poser)).status).toBe(201)
})

test.each(['key', 'session'])(
  'a %s of team A gives no admin rights in team B, though its owner is admin there',
  async (by) => {
    const app = await lab()
    const { as, given, ctx } = app
    const second = await given.team('Second')
    const visitor = await givenPerson(app)
    await change(ctx, AUTHOR, (work) => addMembership(work, visitor.id, second, true))
    const bea = await given.user({ team: second, email: 'bea@lab.example' })
    const [inFirst, inSecond] =
      by === 'key'
        ? [as(visitor), as(await given.key({ id: visitor.id, team: second }))]
        : [await signIn(app, visitor, 1), await signIn(app, visitor, second)]
    const before = await digestDatabase(ctx)
    for (const body of [
      { action: 'patchuser2team', team: second, target: 'is_admin', content: 1 },
      { action: 'patchuser2team', team: second, target: 'is_archived', content: 1 },
      { action: 'unreference', team: second },
      { firstname: 'Other' },
      { validated: 0 },
    ]) {
      const refused = await inFirst.patch(`users/${bea.id}`, body)
      expect(refused).toMatchObject({ status: 403 })
      expect(JSON.stringify(refused.body)).not.toContain('bea@')
    }
    expect((await inFirst.delete(`users/${bea.id}`)).status).toBe(403)
    expect((await inFirst.call(users.addPasswordLink, { params: { id: bea.id }, body: {} })).status).toBe(403)
    expect(await digestDatabase(ctx)).toEqual(before)
    const body = { action: 'patchuser2team', team: second, target: 'is_admin', content: 1 }
    expect((await inSecond.patch(`users/${bea.id}`, body)).status).toBe(200)
  },
)

test('an admin of two teams reads what is for admins of the team the key acts in, and of no other', async () => {
  const { as, given, ctx } = await lab()
  const second = await given.team('Second')
  const admin = await given.user({ isAdmin: true })
  await change(ctx, AUTHOR, (work) => addMembership(work, admin.id, second, true))
  const bea = await given.user({ team: second })
  const entry = await given.experiment(bea, { canread_base: 20 })
  const path = `experiments/${entry}`
  expect((await as(bea).patch(path, { canread_base: 20, canwrite_base: 20 })).status).toBe(200)
  const inSecond = await given.key({ id: admin.id, team: second })
  expect((await as(admin).get(path)).status).toBe(403)
  expect((await as(inSecond).get(path)).status).toBe(200)
})

test('a link to set a password is void once the e-mail address was corrected', async () => {
  const app = await lab()
  const { as, root } = app
  const ada = await app.given.user()
  const token = await linkTo(app, root, ada.id)
  expect((await as(root).patch(`users/${ada.id}`, { firstname: 'Adele' })).status).toBe(200)
  expect((await as(root).patch(`users/${ada.id}`, { email: 'right@lab.example' })).status).toBe(200)
  const set = await as(undefined).call(users.setPassword, { body: { token, password: 'another rather long line' } })
  expect(set).toMatchObject({ status: 403 })
})

const ofTeam = (team: number, target: string, content: number) => ({ action: 'patchuser2team', team, target, content })

test.each([
  ['sysadmin', () => ({ is_sysadmin: 1 })],
  ['a manager of memberships', () => ({ can_manage_users2teams: 1 })],
  ['a member of another team', (second: number) => ({ action: 'add', team: second })],
])('who used the link of another keeps neither session nor key once the person is %s', async (_, gained) => {
  const app = await lab()
  const { as, root } = app
  const second = await app.given.team('Second')
  const { ada, browser, key } = await usedByAdmin(app, app.admin)
  expect((await as(root).patch(`users/${ada.id}`, gained(second))).status).toBe(200)
  expect((await browser.call(session.read)).status).toBe(401)
  // A key acts in its own team only, where nothing was gained by joining another.
  const isOfInstance = !('action' in gained(second))
  expect((await as(key).get('users/me')).status).toBe(isOfInstance ? 401 : 200)
  // What they have from before the link stays.
  expect((await as(ada).get('users/me')).status).toBe(200)
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('who used the link of another keeps no key once the person is admin where they are not, whatever links came later', async () => {
  const app = await lab()
  const { as, root, admin } = app
  const { ada, key } = await usedByAdmin(app, admin)
  const later = { token: await linkTo(app, root, ada.id), password: 'a line of her own, rather long' }
  const set = await as(undefined).call(users.setPassword, { body: later })
  expect(set.status).toBe(201)
  expect((await as(key).get('users/me')).status).toBe(200)
  expect((await as(root).patch(`users/${admin.id}`, ofTeam(1, 'is_admin', 0))).status).toBe(200)
  expect((await as(root).patch(`users/${ada.id}`, ofTeam(1, 'is_admin', 1))).status).toBe(200)
  expect((await as(key).get('users/me')).status).toBe(401)
})

test('a promotion ends nothing where the creator of the link has the same rights', async () => {
  const app = await lab()
  const { as, root, boss, admin } = app
  const byAdmin = await usedByAdmin(app, admin)
  expect((await as(root).patch(`users/${byAdmin.ada.id}`, ofTeam(1, 'is_admin', 1))).status).toBe(200)
  const bySysadmin = await usedByAdmin(app, boss)
  expect((await as(root).patch(`users/${bySysadmin.ada.id}`, { is_sysadmin: 1 })).status).toBe(200)
  for (const { browser, key } of [byAdmin, bySysadmin]) {
    expect((await browser.call(session.read)).status).toBe(200)
    expect((await as(key).get('users/me')).status).toBe(200)
  }
})

/** A new person, whose password link was used by who created it, to sign in and make a key. */
async function usedByAdmin(app: TestApp, admin: TestUser) {
  const ada = await app.given.user()
  const body = { token: await linkTo(app, admin, ada.id), password: 'another rather long line' }
  const browser = browserAfter(app.app, await app.as(undefined).call(users.setPassword, { body }))
  const made = await browser.call(apikeys.add, { body: { name: 'Kept', canwrite: 1 } })
  expect(made.status).toBe(201)
  return { ada, browser, key: made.headers.location?.split('/').at(-1) ?? '' }
}

async function linkTo({ as }: TestApp, admin: { key: string }, id: number): Promise<string> {
  const reply = await as(admin.key).call(users.addPasswordLink, { params: { id }, body: {} })
  return /token=([\w-]+)/.exec(reply.headers.location ?? '')?.[1] ?? ''
}
