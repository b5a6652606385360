import { Preferences } from '@aliquot/contract/preferences'
import { type User, users } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { givenPerson, PASSWORD, signIn } from '../../../test/browser.ts'
import { sharedApp, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { addMembership, archiveMembership, removeMembership, setAdmin } from './users.memberships.ts'
import { createUser, listUsers } from './users.service.ts'
import { setPassword, setSysadmin, setValidated, setValidUntil } from './users.state.ts'

const shared = sharedApp()

const AUTHOR = { userid: null, via: 'test', address: '' }
const NEW_PASSWORD = 'another rather long line'

/** Every key of a user in the API, without the preferences. */
const KEYS = [
  ...[
    'userid',
    'email',
    'firstname',
    'lastname',
    'orgid',
    'orcid',
    'is_sysadmin',
    'is_admin',
    'can_manage_users2teams',
  ],
  ...['can_manage_compounds', 'can_manage_inventory_locations', 'validated', 'valid_until', 'created_at'],
  ...['password_modified_at', 'last_login', 'token_created_at', 'auth_lock_time', 'auth_service'],
  ...['last_seen_version', 'allow_untrusted', 'fullname', 'initials', 'has_mfa_enabled', 'sig_pubkey', 'sig_privkey'],
  ...['teams', 'team', 'default_read_base_human', 'default_write_base_human'],
]

test('one reads oneself with every key, and without any secret', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user({ firstname: 'Ada', lastname: 'Lovelace', passwordHash: '$argon2id$secret' })
  const { status, body } = await as(ada).get<User>('users/me')
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual([...KEYS, ...Object.keys(Preferences.shape)].sort())
  expect(body).toMatchObject({
    userid: ada.id,
    fullname: 'Ada Lovelace',
    initials: 'AL',
    validated: 1,
    valid_until: null,
    team: 1,
    teams: [{ id: 1, name: 'Default team', is_admin: 0, is_owner: 0, is_archived: 0, usergroup: 4 }],
    limit_nb: 15,
    lang: 'en_GB',
    sc_create: 'c',
    scope_events: 3,
    inc_files_pdf: 1,
    notif_event_deleted_email: 1,
    pdf_format: 'A4',
    primary_bg: null,
    default_read: '{"teams": [], "teamgroups": [], "users": []}',
    default_read_base: 30,
    default_write_base: 20,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  })
  expect(JSON.stringify(body)).not.toContain('argon2id')
  expect(await ctx.db.read.selectFrom('users').select('preferences').execute()).toEqual([{ preferences: '{}' }])
})

test('stored preferences replace the defaults', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const preferences = JSON.stringify({ lang: 'fr_FR', default_read_base: 10 })
  await ctx.db.write((db) => db.updateTable('users').set({ preferences }).execute())
  const { body } = await as(ada).get<User>('users/me')
  expect(body).toMatchObject({ lang: 'fr_FR', default_read_base: 10, default_read_base_human: 'Only me', sort: 'desc' })
})

test('a user is read by themselves, sysadmins and admins of one of their teams', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user()
  const colleague = await given.user()
  const admin = await given.user({ isAdmin: true })
  const otherAdmin = await given.user({ team: second, isAdmin: true })
  const sysadmin = await given.user({ team: second, isSysadmin: true })
  const status = async (who: typeof ada, id: number | string) => (await as(who).get(`users/${id}`)).status

  expect(await status(ada, ada.id)).toBe(200)
  expect(await status(admin, ada.id)).toBe(200)
  expect(await status(sysadmin, ada.id)).toBe(200)
  expect(await status(colleague, ada.id)).toBe(403)
  expect(await status(otherAdmin, ada.id)).toBe(403)
  for (const who of [ada, admin, sysadmin]) {
    expect(await status(who, 9999)).toBe(404)
    expect(await status(who, 0)).toBe(404)
    expect(await status(who, 'abc')).toBe(400)
  }
  await archiveMembership(ctx, AUTHOR, ada.id, 1)
  expect(await status(admin, ada.id)).toBe(200)
})

test('who is admin in another team only sees nobody from here', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user()
  const visitor = await given.user()
  await change(ctx, AUTHOR, (work) => addMembership(work, visitor.id, second, true))
  expect((await as(visitor).get(`users/${ada.id}`)).status).toBe(403)
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, second, false))
  // Admin rights count only in the team in which one acts, and the visitor is no admin here.
  expect((await as(visitor).get(`users/${ada.id}`)).status).toBe(403)
  const inSecond = await given.key({ id: visitor.id, team: second })
  expect((await as(inSecond).get<User>(`users/${ada.id}`)).body).toMatchObject({ userid: ada.id, team: second })
})

test('private keys are shown to nobody else, and team rows say admin in both ways', async () => {
  const { as, given } = await testApp()
  const ada = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const seen = (await as(sysadmin).get<User>(`users/${ada.id}`)).body
  expect(seen).not.toHaveProperty('sig_privkey')
  expect(seen.teams).toMatchObject([{ is_admin: 1, usergroup: 2 }])
  expect((await as(sysadmin).get<User>('users/me')).body.teams).toMatchObject([{ is_admin: 0, usergroup: 1 }])
})

test('a record that is known already is not sent again', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const { headers } = await as(ada).get('users/me')
  const again = { 'if-none-match': headers.etag ?? '' }
  expect((await as(ada).get('users/me', again)).status).toBe(304)
  await setAdmin(ctx, AUTHOR, ada.id, 1, true)
  expect((await as(ada).get('users/me', again)).status).toBe(200)
})

test('a new password works, the old one does not, and other browsers are signed out', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const [browser, other] = [await signIn(lab, ada), await signIn(lab, ada)]

  const changed = await browser.call(users.patch, {
    params: { id: 'me' },
    body: { action: 'updatepassword', current_password: PASSWORD, password: NEW_PASSWORD },
  })

  expect(changed).toMatchObject({ status: 200, body: { userid: ada.id, password_modified_at: expect.any(String) } })
  expect((await browser.get('users/me')).status).toBe(200)
  expect((await other.get('users/me')).status).toBe(401)
  expect((await lab.as(ada).get('users/me')).status).toBe(200)
  await expect(signIn(lab, ada)).rejects.toThrow('password is wrong')
  const again = { email: ada.email, password: NEW_PASSWORD }
  expect((await lab.as(undefined).post('session', again)).status).toBe(201)
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each([
  ['current_password', {}],
  ['current_password', { current_password: '' }],
  ['current_password', { current_password: 'wrong' }],
  ['password', { current_password: PASSWORD, password: undefined }],
  ['password', { current_password: PASSWORD, password: 'short' }],
  ['password', { current_password: PASSWORD, password: 'password1234' }],
  ['password', { current_password: PASSWORD, password: 'x'.repeat(2000) }],
  ['action', { action: 'lock' }],
  ['action', { action: undefined }],
  ['is_sysadmin', { current_password: PASSWORD, is_sysadmin: 1 }],
])('a password change is refused over %s: %j', async (field, wrong) => {
  const lab = await shared()
  const ada = await givenPerson(lab)
  const body = { action: 'updatepassword', password: NEW_PASSWORD, ...wrong }
  const refused = await lab.as(ada).patch('users/me', body)
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(new RegExp(`^${field}: `)) } })
  await expect(signIn(lab, ada)).resolves.toBeDefined()
})

test('guessing the current password is limited like signing in, and keeps nobody from signing in', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const guess = { action: 'updatepassword', current_password: 'wrong', password: NEW_PASSWORD }
  for (let n = 0; n < 10; n++) expect((await lab.as(ada).patch('users/me', guess)).status).toBe(400)
  expect((await lab.as(ada).patch('users/me', guess)).status).toBe(429)
  expect((await lab.as(undefined).post('session', { email: ada.email, password: PASSWORD })).status).toBe(201)
})

test('new API keys give no new guesses at the password, and those of keys do not hinder the session', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const browser = await signIn(lab, ada)
  const body = { action: 'updatepassword', current_password: 'wrong', password: NEW_PASSWORD }
  for (let n = 0; n < 10; n++) {
    const key = await lab.given.key({ id: ada.id, team: 1 })
    expect((await lab.as(key).patch('users/me', body)).status).toBe(400)
  }
  const key = await lab.given.key({ id: ada.id, team: 1 })
  expect((await lab.as(key).patch('users/me', { ...body, current_password: PASSWORD })).status).toBe(429)
  expect((await browser.patch('users/me', { ...body, current_password: PASSWORD })).status).toBe(200)
})

test('another’s password: sysadmins set it; an admin cannot guess it, nor may colleagues', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const browser = await signIn(lab, ada)
  const colleague = await lab.given.user()
  const admin = await lab.given.user({ isAdmin: true })
  const sysadmin = await lab.given.user({ isSysadmin: true })
  const body = { action: 'updatepassword', password: NEW_PASSWORD }
  const path = `users/${ada.id}`

  expect((await lab.as(colleague).patch(path, body)).status).toBe(403)
  expect((await lab.as(colleague).patch(path, { nonsense: 1 })).status).toBe(403)
  expect((await lab.as(sysadmin).patch('users/9999', body)).status).toBe(404)
  expect((await lab.as(admin).patch(path, body)).status).toBe(403)
  expect((await lab.as(admin).patch(path, { ...body, current_password: PASSWORD })).status).toBe(403)
  expect((await browser.get('users/me')).status).toBe(200)
  expect((await lab.as(sysadmin).patch(path, body)).status).toBe(200)
  expect((await browser.get('users/me')).status).toBe(401)
  expect((await lab.as(undefined).post('session', { email: ada.email, password: NEW_PASSWORD })).status).toBe(201)
})

test('a password change on an old version is refused with the present record', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const { headers } = await lab.as(ada).get('users/me')
  await setSysadmin(lab.ctx, AUTHOR, ada.id, true)
  const body = { action: 'updatepassword', password: NEW_PASSWORD, current_password: PASSWORD }
  const refused = await lab.as(ada).patch('users/me', body, { 'if-match': headers.etag ?? '' })
  expect(refused).toMatchObject({ status: 412, body: { current: { userid: ada.id, is_sysadmin: 1 } } })
})

test.each([
  ['email', { email: 'nobody' }],
  ['email', { email: '@' }],
  ['email', { email: 'two@at@signs' }],
  ['email', { email: 'a@b.org\r\nBcc: c@d.org' }],
  ['email', { email: 'a\0@b.org' }],
  ['email', { email: '<script>@b.org' }],
  ['email', { email: `${'x'.repeat(250)}@example.org` }],
  ['firstname', { firstname: '' }],
  ['firstname', { firstname: ' \n ' }],
  ['lastname', { lastname: 'x'.repeat(256) }],
  ['lastname', { lastname: 'L\0velace' }],
  ['lastname', { lastname: 'L\ud800velace' }],
])('no account is made with a wrong %s: %j', async (field, wrong) => {
  const { ctx } = await testApp()
  const input = { email: 'ada@example.org', firstname: 'Ada', lastname: 'Lovelace', team: 1, ...wrong }
  await expect(createUser(ctx, AUTHOR, input)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(new RegExp(`^${field}: `)),
  })
  expect(await listUsers(ctx)).toEqual([])
})

test('an e-mail belongs to one account, also when two are made at once', async () => {
  const { ctx } = await testApp()
  const make = (email: string) => createUser(ctx, AUTHOR, { email, firstname: 'Ada', lastname: 'Lovelace', team: 1 })
  const made = await Promise.allSettled(['ada@x.org', 'ADA@x.org', 'Ada@X.org', 'ada@x.org'].map(make))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of made) {
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ status: 400, message: expect.stringMatching(/^email: /) })
  }
  expect(await listUsers(ctx)).toHaveLength(1)
})

test('an account needs a team that exists', async () => {
  const { ctx } = await testApp()
  const input = { email: 'ada@x.org', firstname: 'Ada', lastname: 'Lovelace', team: 99 }
  await expect(createUser(ctx, AUTHOR, input)).rejects.toMatchObject({ status: 422 })
})

test('the list of users shows each with all memberships', async () => {
  const { ctx, given } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user({ isAdmin: true })
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, second, false))
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, second, true))
  await given.user({ isSysadmin: true })
  expect(await listUsers(ctx)).toMatchObject([
    {
      userid: 1,
      is_sysadmin: 0,
      teams: [
        { id: 1, is_admin: 1 },
        { id: second, is_admin: 0 },
      ],
    },
    { userid: 2, is_sysadmin: 1, teams: [{ id: 1, is_admin: 0 }] },
  ])
})

test('archiving takes away the keys and sessions of that team and no others, each with its event', async () => {
  const lab = await testApp()
  const { ctx, given, as } = lab
  const second = await given.team('Second')
  const ada = await givenPerson(lab, { teams: [second] })
  const inSecond = await given.key({ id: ada.id, team: second })
  const [here, there] = [await signIn(lab, ada, 1), await signIn(lab, ada, second)]

  await archiveMembership(ctx, AUTHOR, ada.id, 1)

  expect((await as(ada).get('users/me')).status).toBe(401)
  expect((await here.get('users/me')).status).toBe(401)
  expect((await as(inSecond).get('users/me')).status).toBe(200)
  expect((await there.get<User>('users/me')).body.teams).toMatchObject([{ id: 1, is_archived: 1 }, { id: second }])
  const told = await ctx.db.read
    .selectFrom('events')
    .select(['subject', 'verb'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  expect(told).toEqual([
    { subject: 'session', verb: 'deleted' },
    { subject: 'apikey', verb: 'deleted' },
    { subject: 'membership', verb: 'updated' },
  ])

  // Coming back does not restore what was taken away.
  await archiveMembership(ctx, AUTHOR, ada.id, 1, false)
  expect((await as(ada).get('users/me')).status).toBe(401)
  expect((await here.get('users/me')).status).toBe(401)
  await expect(signIn(lab, ada, 1)).resolves.toBeDefined()
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('nobody is taken out of their last team, not even by two at once', async () => {
  const { ctx, given } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user()
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, second, false))
  const removed = await Promise.allSettled([1, second].map((team) => removeMembership(ctx, AUTHOR, ada.id, team)))
  expect(removed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await listUsers(ctx)).toMatchObject([{ teams: [expect.anything()] }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('every change of a person is told in the journal, and one that changes nothing is not', async () => {
  const { ctx, given } = await testApp()
  const ada = await given.user()
  const count = async () => (await ctx.db.read.selectFrom('events').selectAll().execute()).length
  const changes = [
    () => setValidated(ctx, AUTHOR, ada.id, false),
    () => setValidUntil(ctx, AUTHOR, ada.id, '2030-12-31'),
    () => setValidUntil(ctx, AUTHOR, ada.id, null),
    () => setSysadmin(ctx, AUTHOR, ada.id, true),
    () => setAdmin(ctx, AUTHOR, ada.id, 1, true),
    () => setPassword(ctx, AUTHOR, ada.id, '$argon2id$one'),
  ]
  for (const make of changes) {
    const before = await count()
    await make()
    expect(await count()).toBe(before + 1)
  }
  const before = await count()
  await setValidated(ctx, AUTHOR, ada.id, false)
  await setAdmin(ctx, AUTHOR, ada.id, 1, true)
  expect(await count()).toBe(before)
  expect(JSON.stringify(await ctx.db.read.selectFrom('events').selectAll().execute())).not.toContain('argon2id')
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('what does not exist cannot be changed', async () => {
  const { ctx, given } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user()
  await expect(setValidated(ctx, AUTHOR, 99, true)).rejects.toMatchObject({ status: 404 })
  await expect(setPassword(ctx, AUTHOR, 99, 'x')).rejects.toMatchObject({ status: 404 })
  await expect(archiveMembership(ctx, AUTHOR, ada.id, second)).rejects.toMatchObject({ status: 404 })
  await expect(removeMembership(ctx, AUTHOR, ada.id, second)).rejects.toMatchObject({ status: 404 })
  await expect(removeMembership(ctx, AUTHOR, 99, 1)).rejects.toMatchObject({ status: 404 })
  await expect(setValidUntil(ctx, AUTHOR, ada.id, '2030-02-30')).rejects.toMatchObject({ status: 400 })
})
