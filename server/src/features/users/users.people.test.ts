import { users } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { givenPerson, signIn } from '../../../test/browser.ts'
import { testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { addMembership, archiveMembership } from './users.memberships.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

const SHOWN_TO_ALL = [
  ...['userid', 'firstname', 'lastname', 'email', 'fullname', 'initials', 'orcid', 'sig_pubkey'],
  ...['can_manage_users2teams', 'can_manage_compounds', 'can_manage_inventory_locations'],
]

test('everybody sees who there is, admins see the accounts', async () => {
  const { as, given } = await testApp()
  const ada = await given.user({ firstname: 'Ada', lastname: 'Lovelace', passwordHash: '$argon2id$secret' })
  const admin = await given.user({ isAdmin: true })
  const seen = await as(ada).call(users.list)
  expect(seen.headers['x-total-count']).toBe('2')
  expect(seen.body.map(({ userid }) => userid)).toEqual([ada.id, admin.id])
  expect(Object.keys(seen.body[0] ?? {}).sort()).toEqual([...SHOWN_TO_ALL].sort())

  const all = await as(admin).call(users.list)
  expect(all.body).toMatchObject([
    { fullname: 'Ada Lovelace', initials: 'AL', has_password: 1, validated: 1, teams: [{ id: 1, is_admin: 0 }] },
    { has_password: 0, is_sysadmin: 0, last_login: null, teams: [{ id: 1, is_admin: 1, usergroup: 2 }] },
  ])
  expect(JSON.stringify(all.body)).not.toContain('argon2id')
})

test('the list is narrowed by name, team, and place in a team', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user({ firstname: 'Adèle', lastname: 'Lovelace', email: 'adele@x.org' })
  const bob = await given.user({ team: second, firstname: 'Bob', lastname: 'Ross', email: 'bob@y.org' })
  const admin = await given.user({ isAdmin: true })
  await change(ctx, AUTHOR, (work) => addMembership(work, admin.id, second, false))
  await archiveMembership(ctx, AUTHOR, bob.id, second)
  const found = async (query: Record<string, string | number>) =>
    (await as(admin).call(users.list, { query })).body.map(({ userid }) => userid)

  expect(await found({})).toEqual([ada.id, bob.id, admin.id])
  expect(await found({ q: 'ADELE' })).toEqual([ada.id])
  expect(await found({ q: 'bob ro' })).toEqual([bob.id])
  expect(await found({ q: 'y.org' })).toEqual([bob.id])
  expect(await found({ q: 'Ross  bob' })).toEqual([bob.id])
  expect(await found({ q: 'velac' })).toEqual([ada.id])
  expect(await found({ q: 'love bob' })).toEqual([])
  for (const sign of ['%', '_', '\\', 'a%e', 'b_b', "'"]) expect(await found({ q: sign }), sign).toEqual([])
  expect(await found({ q: 'bob '.repeat(60) })).toEqual([bob.id])
  const words = Array.from({ length: 25 }, (_, number) => `w${number}`).join(' ')
  expect(await as(admin).call(users.list, { query: { q: words } })).toMatchObject({
    status: 400,
    body: { message: 'q: must have at most 24 words' },
  })
  expect(await found({ ids: `${bob.id},${ada.id},9999` })).toEqual([ada.id, bob.id])
  expect(await found({ ids: `${bob.id}`, q: 'adele' })).toEqual([])
  expect(await found({ currentTeam: 1, team: second })).toEqual([ada.id, admin.id])
  expect(await found({ team: second })).toEqual([bob.id, admin.id])
  expect(await found({ team: 999 })).toEqual([])
  expect(await found({ onlyAdmins: 1 })).toEqual([admin.id])
  expect(await found({ onlyAdmins: 'true', team: second })).toEqual([])
  expect(await found({ onlyArchived: 1 })).toEqual([bob.id])
  expect(await found({ onlyArchived: 0, limit: 2, offset: 1 })).toEqual([bob.id, admin.id])
  for (const wrong of ['team=abc', 'ids=x', `q=${'a'.repeat(768)}`]) {
    const refused = await as(admin).get<{ message: string }>(`users?${wrong}`)
    expect(refused.status).toBe(400)
    expect(refused.body.message.startsWith(`${wrong.split('=', 1)[0]}: `), refused.body.message).toBe(true)
  }
  const [row] = (await as(admin).call(users.list, { query: { onlyAdmins: 1 } })).body
  expect(row?.teams).toMatchObject([{ id: 1 }])
})

test('who was not let in yet is found by admins, with or without words; to everybody else it is no filter', async () => {
  const { as, given } = await testApp()
  const root = await given.user({ isSysadmin: true })
  const member = await given.user()
  const waiting = await given.user({ firstname: 'Wanda' })
  await as(root).patch(`users/${waiting.id}`, { validated: 0 })
  const found = async (who: typeof root, query: Record<string, string | number>) =>
    (await as(who).call(users.list, { query })).body.map(({ userid }) => userid)

  expect(await found(root, { onlyUnvalidated: 1 })).toEqual([waiting.id])
  expect(await found(root, { onlyUnvalidated: 1, limit: 1 })).toEqual([waiting.id])
  expect(await found(root, { onlyUnvalidated: 1, q: 'wan' })).toEqual([waiting.id])
  expect(await found(root, { onlyUnvalidated: 1, q: 'nobody' })).toEqual([])
  expect(await found(root, { onlyUnvalidated: 0 })).toHaveLength(3)
  expect(await found(member, { onlyUnvalidated: 1 })).toHaveLength(3)
  const page = await as(root).call(users.list, { query: { onlyUnvalidated: 1, limit: 1 } })
  expect(page.headers['x-total-count']).toBe('1')
})

test('a page of people tells how many there are, and carries the places of those on it', async () => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true, firstname: 'Ann', lastname: 'Admin' })
  for (const lastname of ['Berg', 'Bergman', 'Bergson']) await given.user({ firstname: 'Bo', lastname })
  const page = async (query: Record<string, string | number>) => {
    const { body, headers } = await as(admin).call(users.list, { query })
    const places = body.every(({ teams }) => teams?.length === 1)
    return { names: body.map(({ lastname }) => lastname), total: headers['x-total-count'], places }
  }
  expect(await page({ q: 'berg', limit: 2 })).toEqual({ names: ['Berg', 'Bergman'], total: '3', places: true })
  expect(await page({ q: 'berg', limit: 2, offset: 2 })).toMatchObject({ names: ['Bergson'], total: '3' })
  expect(await page({ q: 'berg', limit: 2, offset: 8 })).toMatchObject({ names: [], total: '3' })
  expect(await page({ q: 'nobody', limit: 2 })).toMatchObject({ names: [], total: '0' })
  expect(await page({ limit: 4 })).toMatchObject({ total: '4', places: true })
})

test('people are found by the name they have now', async () => {
  const { as, given, ctx } = await testApp()
  const sysadmin = await given.user({ isSysadmin: true })
  const bob = await given.user({ firstname: 'Bob', lastname: 'Ross' })
  await as(sysadmin).patch(`users/${bob.id}`, { lastname: 'Ångström' })
  const found = async (q: string) => (await as(bob).call(users.list, { query: { q } })).body.map(({ userid }) => userid)
  expect([await found('angstrom'), await found('ross')]).toEqual([[bob.id], []])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  await ctx.db.write((db) => db.updateTable('users').set({ name_key: 'x' }).where('userid', '=', bob.id).execute())
  expect(await verify(ctx.db)).toMatchObject({ ok: false, findings: [{ table: 'users', id: bob.id }] })
})

test('admins make accounts in their team, without a password', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const admin = await given.user({ team: second, isAdmin: true })
  const body = { email: 'Grace@x.org', firstname: 'Grace', lastname: 'Hopper', team: 1, usergroup: 2 }

  const made = await as(admin).call(users.add, { body })

  expect(made).toMatchObject({ status: 201, path: `/api/v2/users/${made.id}` })
  expect((await as(admin).get(`users/${made.id}`)).body).toMatchObject({
    email: 'grace@x.org',
    validated: 1,
    password_modified_at: null,
    teams: [{ id: second, is_admin: 1 }],
  })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('sysadmins choose the team by id, name or orgid', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const sysadmin = await given.user({ isSysadmin: true })
  for (const [index, team] of [second, String(second), 'Second', undefined].entries()) {
    const body = { email: `p${index}@x.org`, firstname: 'P', lastname: 'Q', team, valid_until: '2040-01-31' }
    const { id, status } = await as(sysadmin).call(users.add, { body })
    expect(status).toBe(201)
    expect((await as(sysadmin).get(`users/${id}`)).body).toMatchObject({
      valid_until: '2040-01-31',
      teams: [{ id: team === undefined ? 1 : second }],
    })
  }
  const body = { email: 's@x.org', firstname: 'S', lastname: 'A', usergroup: 1 }
  const { id } = await as(sysadmin).call(users.add, { body })
  expect((await as(sysadmin).get(`users/${id}`)).body).toMatchObject({ is_sysadmin: 1 })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each([
  ['email', { email: undefined }],
  ['email', { email: 'nonsense' }],
  ['email', { email: 'USER1@example.org' }],
  ['firstname', { firstname: ' ' }],
  ['lastname', { lastname: '' }],
  ['usergroup', { usergroup: 1 }],
  ['usergroup', { usergroup: 3 }],
  ['valid_until', { valid_until: '2040-02-30' }],
  ['action', { action: 'archive' }],
  ['team', { team: {} }],
])('an account is refused over %s: %j', async (field, wrong) => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const refused = await as(admin).post('users', { email: 'g@x.org', firstname: 'G', lastname: 'H', ...wrong })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(new RegExp(`^${field}: `)) } })
  expect((await as(admin).call(users.list)).body).toHaveLength(1)
})

test('who is neither admin nor sysadmin makes no accounts, and a team must exist', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const sysadmin = await given.user({ isSysadmin: true })
  const body = { email: 'g@x.org', firstname: 'G', lastname: 'H', team: 99 }
  expect((await as(ada).post('users', body)).status).toBe(403)
  expect((await as(ada).post('users', { nonsense: 1 })).status).toBe(403)
  expect(await as(sysadmin).post('users', body)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^team: /) },
  })
})

test('an admin makes members admins and archives them; their keys and sessions end', async () => {
  const lab = await testApp()
  const { as, given, ctx } = lab
  const ada = await givenPerson(lab)
  const admin = await given.user({ isAdmin: true })
  const browser = await signIn(lab, ada)
  const place = (target: string, content: unknown, team: unknown = 1) =>
    as(admin).patch(`users/${ada.id}`, { action: 'patchuser2team', team, target, content })

  expect(await place('is_admin', 1)).toMatchObject({ status: 200, body: { teams: [{ is_admin: 1 }] } })
  expect((await browser.get('session')).body).toMatchObject({ is_admin: 1 })
  expect(await place('is_admin', '0')).toMatchObject({ status: 200, body: { teams: [{ is_admin: 0 }] } })
  expect(await place('is_archived', true)).toMatchObject({ status: 200, body: { teams: [{ is_archived: 1 }] } })
  expect((await browser.get('session')).status).toBe(401)
  expect((await as(ada).get('session')).status).toBe(401)
  expect(await place('is_archived', 0)).toMatchObject({ status: 200, body: { teams: [{ is_archived: 0 }] } })
  await expect(signIn(lab, ada)).resolves.toBeDefined()

  expect((await place('is_owner', 1)).status).toBe(403)
  expect((await place('nonsense', 1)).status).toBe(400)
  expect((await place('is_admin', 7)).status).toBe(400)
  expect((await place('is_admin', undefined)).status).toBe(400)
  expect((await place('is_admin', 1, 'x')).status).toBe(400)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('nobody else changes a place in a team', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user()
  const otherAdmin = await given.user({ team: second, isAdmin: true })
  const sysadmin = await given.user({ team: second, isSysadmin: true })
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, second, false))
  const body = (team: number, target = 'is_admin') => ({ action: 'patchuser2team', team, target, content: 1 })
  const path = `users/${ada.id}`

  expect((await as(ada).patch('users/me', body(1))).status).toBe(403)
  expect((await as(otherAdmin).patch(path, body(1))).status).toBe(403)
  expect((await as(otherAdmin).patch(path, body(second))).status).toBe(200)
  expect((await as(sysadmin).patch(path, body(1, 'is_owner'))).status).toBe(200)
  expect((await as(sysadmin).patch(path, body(999))).status).toBe(400)
  expect((await as(sysadmin).patch('users/9999', body(1))).status).toBe(404)
  expect((await as(sysadmin).patch(path, { ...body(1), sort: 'asc' })).status).toBe(400)
  expect((await as(sysadmin).patch(path, { team: 1, target: 'is_admin', content: 1 })).status).toBe(400)
  expect((await as(sysadmin).get(path)).body).toMatchObject({
    teams: [
      { id: 1, is_admin: 0, is_owner: 1 },
      { id: second, is_admin: 1 },
    ],
  })
})
