import type { User } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { givenPerson, PASSWORD, signIn } from '../../../test/browser.ts'
import { digestDatabase } from '../../../test/digest.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { changeSettings } from '../config/config.service.ts'
import { archiveMembership } from './users.memberships.ts'
import { setValidated } from './users.state.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

interface Lab extends TestApp {
  ada: TestUser
  admin: TestUser
  root: TestUser
  second: number
}

async function lab(): Promise<Lab> {
  const app = await testApp()
  const second = await app.given.team('Second')
  const root = await app.given.user({ isSysadmin: true })
  const admin = await app.given.user({ isAdmin: true })
  const ada = await app.given.user()
  return Object.assign(app, { ada, admin, root, second })
}

/** A person with the right to manage memberships, but in no common team with the others. */
async function givenManager({ as, given, root, second }: Lab): Promise<TestUser> {
  const manager = await given.user({ team: second })
  expect((await as(root).patch(`users/${manager.id}`, { can_manage_users2teams: 1 })).status).toBe(200)
  return manager
}

test('one user: self, sysadmin, an admin of a team of theirs, or who manages places and is admin; else 403, unknown 404', async () => {
  const app = await lab()
  const { as, given, ada, admin, root, second } = app
  const manager = await givenManager(app)
  const status = async (who: TestUser, id: number | string) => (await as(who).get(`users/${id}`)).status
  expect(await status(ada, 'me')).toBe(200)
  expect(await status(root, ada.id)).toBe(200)
  expect(await status(admin, ada.id)).toBe(200)
  expect(await status(ada, admin.id)).toBe(403)
  expect(await status(await given.user({ team: second, isAdmin: true }), ada.id)).toBe(403)
  expect(await status(manager, ada.id)).toBe(403)
  await as(root).patch(`users/${manager.id}`, {
    action: 'patchuser2team',
    team: second,
    target: 'is_admin',
    content: 1,
  })
  expect(await status(manager, ada.id)).toBe(200)
  expect(await status(admin, 9999)).toBe(404)
})

test('PATCH: without a common team 403; who manages memberships changes those alone', async () => {
  const app = await lab()
  const { as, given, ada, second } = app
  const manager = await givenManager(app)
  const stranger = await given.user({ team: second, isAdmin: true })
  expect((await as(stranger).patch(`users/${ada.id}`, { lang: 'fr_FR' })).status).toBe(403)
  expect((await as(manager).patch(`users/${ada.id}`, { lang: 'fr_FR' })).status).toBe(403)
  expect((await as(manager).delete(`users/${ada.id}`)).status).toBe(403)
  expect((await as(manager).patch(`users/${ada.id}`, { action: 'add', team: second })).status).toBe(200)
})

test('PATCH update: explicit `action: update` is accepted', async () => {
  const { as, ada } = await lab()
  expect(await as(ada).patch('users/me', { action: 'update', lang: 'fr_FR' })).toMatchObject({
    status: 200,
    body: { lang: 'fr_FR' },
  })
})

test.each(['is_sysadmin', 'can_manage_users2teams', 'can_manage_compounds', 'can_manage_inventory_locations'])(
  'PATCH %s: sysadmin only (403)',
  async (right) => {
    const { as, ada, admin, root, ctx } = await lab()
    expect((await as(ada).patch('users/me', { [right]: 1 })).status).toBe(403)
    expect((await as(admin).patch(`users/${ada.id}`, { [right]: 1 })).status).toBe(403)
    expect(await as(root).patch(`users/${ada.id}`, { [right]: 1 })).toMatchObject({ status: 200, body: { [right]: 1 } })
    expect((await as(ada).get('users/me')).body).toMatchObject({ [right]: 1 })
    const [row] = (await as(ada).get<User[]>(`users?ids=${ada.id}`)).body
    if (right !== 'is_sysadmin') expect(row).toMatchObject({ [right]: 1 })
    expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  },
)

test('PATCH identity: 400 while allow_users_change_identity is 0; then one’s own, and of others all but the e-mail (403)', async () => {
  const { as, ada, admin, root } = await lab()
  const identity = { email: 'new@example.org', firstname: 'New', lastname: 'Name', orgid: 'o1' }
  for (const [key, value] of Object.entries(identity)) {
    expect((await as(ada).patch('users/me', { [key]: value })).status, key).toBe(400)
    expect((await as(admin).patch(`users/${ada.id}`, { [key]: value })).status, key).toBe(400)
  }
  await as(root).patch('config', { allow_users_change_identity: 1 })
  expect(await as(ada).patch('users/me', identity)).toMatchObject({ status: 200, body: identity })
  expect((await as(admin).patch(`users/${ada.id}`, { email: 'x@example.org' })).status).toBe(403)
  expect((await as(admin).patch(`users/${ada.id}`, { firstname: 'Admins' })).status).toBe(200)
  await as(root).patch('config', { allow_users_change_identity: 0 })
  expect((await as(ada).patch('users/me', { firstname: 'Again' })).status).toBe(400)
})

test('PATCH names: HTML is stripped', async () => {
  const { as, ada, root } = await lab()
  const { body } = await as(root).patch(`users/${ada.id}`, { firstname: '<b>Ada</b>', lastname: 'O’Neil <i>x</i>' })
  expect(body).toMatchObject({ firstname: 'Ada', lastname: 'O’Neil x' })
  expect((await as(root).patch(`users/${ada.id}`, { firstname: '<script></script>' })).status).toBe(400)
})

test('PATCH by non sysadmin on another sysadmin: 403', async () => {
  const { as, admin, root } = await lab()
  for (const body of [{ lang: 'fr_FR' }, { validated: 0 }, { action: 'validate' }]) {
    expect((await as(admin).patch(`users/${root.id}`, body)).status).toBe(403)
  }
})

test('email: outside email_domain 400, on POST and PATCH, also for sysadmins; wildcards, whatever the case', async () => {
  const { as, ada, admin, root } = await lab()
  await as(root).patch('config', { email_domain: 'Example.org, *.lab.example' })
  const add = async (email: string) => (await as(admin).post('users', { email })).status
  expect(await add('a@example.com')).toBe(400)
  expect(await add('a@sub.example.org')).toBe(400)
  expect(await add('a@exampleXorg')).toBe(400)
  expect(await add('a@EXAMPLE.org')).toBe(201)
  expect(await add('a@x.lab.example')).toBe(201)
  expect(await as(root).patch(`users/${ada.id}`, { email: 'ada@example.com' })).toMatchObject({
    status: 400,
    body: { message: 'email: must be an address of example.org, *.lab.example' },
  })
})

test('default levels: one that is switched off on the instance is 422', async () => {
  const { as, ada, root } = await lab()
  await as(root).patch('config', { allow_permission_full: '0' })
  expect((await as(ada).patch('users/me', { default_read_base: 50 })).status).toBe(422)
  expect((await as(ada).patch('users/me', { default_write_base: '50', lang: 'fr_FR' })).status).toBe(422)
  expect((await as(ada).patch('users/me', { default_read_base: 40 })).status).toBe(200)
})

test('POST: admins only while admins_create_users or admins_create_users_remote_dir is 1; sysadmins always', async () => {
  const { as, admin, root } = await lab()
  const add = async (who: TestUser, email: string) => (await as(who).post('users', { email })).status
  await as(root).patch('config', { admins_create_users: '0' })
  expect(await add(admin, 'a@x.org')).toBe(403)
  expect(await add(root, 'b@x.org')).toBe(201)
  await as(root).patch('config', { admins_create_users_remote_dir: '1' })
  expect(await add(admin, 'a@x.org')).toBe(201)
})

test('POST: only the e-mail is required, unknown keys are ignored', async () => {
  const { as, root } = await lab()
  const { id, status } = await as(root).post('users', { email: 'only@x.org', password: 'x', nonsense: 1 })
  expect(status).toBe(201)
  expect((await as(root).get(`users/${id}`)).body).toMatchObject({
    email: 'only@x.org',
    firstname: 'Unknown',
    lastname: 'Unknown',
    password_modified_at: null,
    validated: 1,
  })
})

test('POST: team by orgid', async () => {
  const { as, root, second } = await lab()
  await as(root).patch(`teams/${second}`, { orgid: 'org-2' })
  const { id } = await as(root).post('users', { email: 'o@x.org', team: 'org-2' })
  expect((await as(root).get(`users/${id}`)).body).toMatchObject({ teams: [{ id: second }] })
})

test('POST: a sysadmin gives away the e-mail of an account that is archived everywhere; it comes back only when it is free', async () => {
  const { as, ada, admin, root, ctx } = await lab()
  const { email } = ada
  expect((await as(admin).post('users', { email })).status).toBe(400)
  await archiveMembership(ctx, AUTHOR, ada.id, 1)
  const newer = await as(root).post('users', { email })
  expect(newer.status).toBe(201)
  expect((await as(root).get(`users/${ada.id}`)).body).toMatchObject({ email })
  const back = { action: 'patchuser2team', team: 1, target: 'is_archived', content: 0 }
  expect((await as(root).patch(`users/${ada.id}`, back)).status).toBe(422)
  await as(root).patch(`users/${newer.id}`, { email: 'newer@example.org' })
  expect((await as(root).patch(`users/${ada.id}`, back)).status).toBe(200)
  expect((await as(admin).post('users', { email })).status).toBe(400)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('add: sysadmin, who manages places, or an admin of that team when admins_import_users is 1; already member 200', async () => {
  const app = await lab()
  const { as, given, ada, admin, root, second } = app
  const manager = await givenManager(app)
  const importer = await given.user({ team: second, isAdmin: true })
  const add = async (who: TestUser, team?: number) => {
    const { status, body } = await as(who).patch<User>(`users/${ada.id}`, { action: 'add', ...(team && { team }) })
    return status === 200 ? body.teams.map(({ id }) => id) : status
  }
  expect(await add(importer)).toBe(403)
  expect(await add(admin, second)).toBe(403)
  await as(root).patch('config', { admins_import_users: '1' })
  expect(await add(admin, second)).toBe(403)
  expect(await add(importer)).toEqual([1, second])
  expect(await add(importer)).toEqual([1, second])
  const third = await given.team('Third')
  expect(await add(manager, third)).toEqual([1, second, third])
  expect(await add(root, 9999)).toBe(400)
  expect((await as(importer).patch('users/9999', { action: 'add' })).status).toBe(404)
})

test('unreference: deletes the keys and sessions of that team, and the places in its groups', async () => {
  const { as, given, ada, root, second, ctx } = await lab()
  await as(root).patch(`users/${ada.id}`, { action: 'add', team: second })
  const key = await given.key({ id: ada.id, team: second })
  const lead = await given.user({ team: second, isAdmin: true })
  const { id: group } = await as(lead).post(`teams/${second}/teamgroups`, { name: 'Inner circle' })
  await as(lead).patch(`teams/${second}/teamgroups/${group}`, { how: 'add', userid: ada.id })
  const entry = await given.experiment(lead, {
    canread_base: 10,
    canread: JSON.stringify({ teams: [], teamgroups: [group], users: [] }),
  })
  expect((await as(ada).get(`experiments/${entry}`)).status).toBe(200)
  expect((await as(key).get('users/me')).status).toBe(200)

  expect((await as(root).patch(`users/${ada.id}`, { action: 'unreference', team: second })).status).toBe(200)

  expect((await as(key).get('users/me')).status).toBe(401)
  expect((await as(ada).get('users/me')).status).toBe(200)
  expect((await as(ada).get(`experiments/${entry}`)).status).toBe(403)
  expect((await as(lead).get(`teams/${second}/teamgroups`)).body).toMatchObject({ [group]: { users: [] } })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('unreference and patchuser2team: who manages places may, is_owner is for sysadmins; a userid in the body is ignored', async () => {
  const app = await lab()
  const { as, ada, root, second } = app
  const manager = await givenManager(app)
  const place = (who: TestUser, target: string) =>
    as(who).patch(`users/${ada.id}`, { action: 'patchuser2team', team: 1, target, content: 1, userid: root.id })
  expect(await place(manager, 'is_admin')).toMatchObject({ status: 200, body: { userid: ada.id } })
  expect((await place(manager, 'is_owner')).status).toBe(403)
  expect((await place(root, 'is_owner')).status).toBe(200)
  await as(manager).patch(`users/${ada.id}`, { action: 'add', team: second })
  expect((await as(manager).patch(`users/${ada.id}`, { action: 'unreference', team: 1 })).status).toBe(200)
})

test('is_archived 1 by non sysadmins needs admins_archive_users; back again does not', async () => {
  const { as, ada, admin, root } = await lab()
  const archive = async (who: TestUser, content: number) => {
    const body = { action: 'patchuser2team', team: 1, target: 'is_archived', content }
    return (await as(who).patch(`users/${ada.id}`, body)).status
  }
  await as(root).patch('config', { admins_archive_users: '0' })
  expect(await archive(admin, 1)).toBe(403)
  expect(await archive(root, 1)).toBe(200)
  expect(await archive(admin, 0)).toBe(200)
  await as(root).patch('config', { admins_archive_users: '1' })
  expect(await archive(admin, 1)).toBe(200)
})

test('archive: sysadmin only, in all teams, not a toggle; keys and sessions end', async () => {
  const app = await lab()
  const { as, admin, root, second, ctx } = app
  const bob = await givenPerson(app, { teams: [second] })
  const browser = await signIn(app, bob, second)
  expect((await as(admin).patch(`users/${bob.id}`, { action: 'archive' })).status).toBe(403)
  expect((await as(bob).patch('users/me', { action: 'archive' })).status).toBe(403)
  for (let times = 0; times < 2; times++) {
    const archived = await as(root).patch<User>(`users/${bob.id}`, { action: 'archive' })
    expect(archived).toMatchObject({ status: 200, body: { teams: [{ is_archived: 1 }, { is_archived: 1 }] } })
  }
  expect((await as(bob).get('users/me')).status).toBe(401)
  expect((await browser.get('users/me')).status).toBe(401)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('archive: an unvalidated user 400, a sysadmin account 422', async () => {
  const { as, given, ada, root, ctx } = await lab()
  await setValidated(ctx, AUTHOR, ada.id, false)
  expect((await as(root).patch(`users/${ada.id}`, { action: 'archive' })).status).toBe(400)
  const other = await given.user({ isSysadmin: true })
  expect((await as(root).patch(`users/${other.id}`, { action: 'archive' })).status).toBe(422)
})

test('validate: admin or sysadmin (403), not a toggle', async () => {
  const { as, given, ada, admin, ctx } = await lab()
  const bob = await given.user()
  await setValidated(ctx, AUTHOR, ada.id, false)
  expect((await as(ada).get('users/me')).status).toBe(401)
  expect((await as(bob).patch('users/me', { action: 'validate' })).status).toBe(403)
  for (let times = 0; times < 2; times++) {
    const validated = await as(admin).patch(`users/${ada.id}`, { action: 'validate' })
    expect(validated).toMatchObject({ status: 200, body: { validated: 1 } })
  }
  expect((await as(ada).get('users/me')).status).toBe(200)
})

test('disable2fa: self or sysadmin, else 403', async () => {
  const { as, ada, admin, root, ctx } = await lab()
  const rows = await digestDatabase(ctx)
  expect((await as(ada).patch('users/me', { action: 'disable2fa' })).status).toBe(200)
  expect((await as(root).patch(`users/${ada.id}`, { action: 'disable2fa' })).status).toBe(200)
  expect((await as(admin).patch(`users/${ada.id}`, { action: 'disable2fa' })).status).toBe(403)
  expect(await digestDatabase(ctx)).toEqual(rows)
})

test('actions of other resources, and stray keys beside an action: 400', async () => {
  const { as, root } = await lab()
  for (const body of [{ action: 'lock' }, { action: 'archive', team: 1 }, { action: 'validate', validated: 1 }]) {
    expect((await as(root).patch('users/me', body)).status).toBe(400)
  }
})

test('updatepassword: min_password_length and password_complexity_requirement count', async () => {
  const app = await lab()
  const { as, root, ctx } = app
  const bob = await givenPerson(app)
  const set = (password: string, current = PASSWORD) =>
    as(bob).patch<{ message: string }>('users/me', { action: 'updatepassword', password, current_password: current })
  await as(root).patch('config', { min_password_length: 20 })
  expect((await set('sixteen or so is')).body.message).toBe('password: must have at least 20 characters')
  await as(root).patch('config', { min_password_length: 8, password_complexity_requirement: 30 })
  expect((await set('all small letters')).body.message).toBe('password: must have an upper-case letter')
  expect((await set('ALL LARGE LETTERS')).body.message).toBe('password: must have a lower-case letter')
  expect((await set('Large And Small!')).body.message).toBe('password: must have a digit')
  expect((await set('LargeSmallAnd7')).body.message).toMatch(/must have a symbol/)
  expect((await set('Kq7!vx2P')).status).toBe(200)
  await changeSettings(ctx, AUTHOR, { password_complexity_requirement: '10' })
  expect((await set('配列決定装置の試料を冷凍庫に', 'Kq7!vx2P')).status).toBe(200)
})

test('the last sysadmin cannot lock everybody out: 422, and nothing changes', async () => {
  const { as, given, ada, root, second, ctx } = await lab()
  await as(root).patch(`users/${root.id}`, { action: 'add', team: second })
  await as(root).patch(`users/${root.id}`, {
    ...{ action: 'patchuser2team', team: second, target: 'is_archived', content: 1 },
  })
  const spare = await given.user({ isSysadmin: true })
  await as(root).patch(`users/${spare.id}`, { valid_until: '2020-01-01' })
  const rows = await digestDatabase(ctx)
  const attempts: [TestUser, object][] = [
    [root, { is_sysadmin: 0 }],
    [root, { validated: 0 }],
    [root, { valid_until: '2020-01-01' }],
    [root, { action: 'archive' }],
    [root, { action: 'patchuser2team', team: 1, target: 'is_archived', content: 1 }],
    [root, { action: 'unreference', team: 1 }],
  ]
  for (const [who, body] of attempts) {
    expect.soft((await as(who).patch(`users/${root.id}`, body)).status, JSON.stringify(body)).toBe(422)
  }
  expect((await as(root).delete('users/me')).status).toBe(400)
  expect(await digestDatabase(ctx)).toEqual(rows)
  await as(root).patch(`users/${ada.id}`, { is_sysadmin: 1 })
  expect((await as(root).patch('users/me', { valid_until: '2020-01-01' })).status).toBe(200)
  expect((await as(root).get('users/me')).status).toBe(401)
})

test('two sysadmins who shut each other out in the same instant leave one', async () => {
  const { as, given, root, ctx } = await lab()
  const other = await given.user({ isSysadmin: true })
  const archive = { action: 'patchuser2team', team: 1, target: 'is_archived', content: 1 }
  await Promise.all([
    as(root).patch(`users/${other.id}`, { validated: 0 }),
    as(other).patch(`users/${root.id}`, archive),
  ])
  const statuses = [await as(root).get('users/me'), await as(other).get('users/me')].map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 401])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('DELETE: the account is gone for everybody, its key too, its name stays under what was done', async () => {
  const { as, given, ada, admin, root, ctx } = await lab()
  const gone = await given.experiment(ada, { title: 'Thrown away' })
  await as(ada).delete(`experiments/${gone}`)
  const before = (await as(root).get<{ all_users_count: number }>('info')).body.all_users_count
  expect((await as(admin).delete(`users/${ada.id}`)).status).toBe(204)
  expect((await as(ada).get('users/me')).status).toBe(401)
  for (const who of [admin, root]) {
    expect((await as(who).get(`users/${ada.id}`)).status).toBe(404)
    expect((await as(who).delete(`users/${ada.id}`)).status).toBe(404)
    expect((await as(who).patch(`users/${ada.id}`, { lang: 'fr_FR' })).status).toBe(404)
    expect((await as(who).get<User[]>(`users?q=${ada.email}`)).body).toEqual([])
    expect((await as(who).get<User[]>('users')).body.map(({ userid }) => userid)).not.toContain(ada.id)
  }
  expect((await as(root).get('info')).body).toMatchObject({ all_users_count: before - 1 })
  expect((await as(admin).post('users', { email: ada.email })).status).toBe(201)
  const [event] = await ctx.db.read.selectFrom('events').selectAll().where('verb', '=', 'deleted').execute()
  expect(event).toBeDefined()
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('DELETE: takes along what was only theirs, and leaves the team what was shared with it', async () => {
  const { as, ada, ctx, admin } = await lab()
  await as(ada).post('todolist', { content: 'Order tips' })
  await as(admin).post('teams/current/tags', { tag: 'gel' })
  await as(ada).post('favtags', { tag: 'gel' })
  const view = { entity_type: 'experiments', search: '{"q":"gel"}' }
  await as(ada).post('views', { ...view, name: 'mine' })
  await as(ada).post('views', { ...view, name: 'ours', is_shared: 1 })

  expect((await as(admin).delete(`users/${ada.id}`)).status).toBe(204)

  const left = async (table: 'todo_items' | 'favtags' | 'pins' | 'notifications' | 'views') =>
    ctx.db.read.selectFrom(table).selectAll().where('userid', '=', ada.id).execute()
  for (const table of ['todo_items', 'favtags', 'pins', 'notifications'] as const) expect(await left(table)).toEqual([])
  expect(await left('views')).toMatchObject([{ name: 'ours' }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('DELETE: one’s own account', async () => {
  const { as, ada } = await lab()
  expect((await as(ada).delete('users/me')).status).toBe(204)
  expect((await as(ada).get('users/me')).status).toBe(401)
})

test('DELETE: without the right 403, unknown 404', async () => {
  const { as, given, ada, admin, second } = await lab()
  const stranger = await given.user({ team: second, isAdmin: true })
  expect((await as(stranger).delete(`users/${ada.id}`)).status).toBe(403)
  expect((await as(ada).delete(`users/${admin.id}`)).status).toBe(403)
  expect((await as(ada).delete('users/9999')).status).toBe(404)
  expect((await as(ada).delete('users')).status).toBe(400)
})

test.each<[string, (app: Lab) => Promise<unknown>]>([
  ['experiments', ({ given, ada }) => given.experiment(ada)],
  [
    'archived experiments',
    async ({ given, ada, as }) => as(ada).patch(`experiments/${await given.experiment(ada)}`, { action: 'archive' }),
  ],
  ['resources', ({ ada, as }) => as(ada).post('items', {})],
  ['experiment templates', ({ ada, as }) => as(ada).post('experiments_templates', { title: 'T' })],
  [
    'comments on experiments',
    async ({ given, admin, ada, as }) =>
      as(ada).post(`experiments/${await given.experiment(admin)}/comments`, { comment: 'Mine' }),
  ],
  [
    'comments on resources',
    async ({ admin, ada, as }) =>
      as(ada).post(`items/${(await as(admin).post('items', {})).id}/comments`, { comment: 'Mine' }),
  ],
])('DELETE: refused with 400 when the user has %s', async (_name, leave) => {
  const app = await lab()
  await leave(app)
  const rows = await digestDatabase(app.ctx)
  expect(await app.as(app.admin).delete(`users/${app.ada.id}`)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^This user has /) },
  })
  expect(await digestDatabase(app.ctx)).toEqual(rows)
})

test('DELETE: refused with 400 when the user is sysadmin', async () => {
  const { as, given, root } = await lab()
  const other = await given.user({ isSysadmin: true })
  expect((await as(root).delete(`users/${other.id}`)).status).toBe(400)
})

test('DELETE on an old version is refused', async () => {
  const { as, ada, root } = await lab()
  const { headers } = await as(root).get(`users/${ada.id}`)
  await as(ada).patch('users/me', { lang: 'fr_FR' })
  expect((await as(root).delete(`users/${ada.id}`, undefined, { 'if-match': headers.etag ?? '' })).status).toBe(412)
})
