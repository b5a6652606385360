import { Preferences } from '@aliquot/contract/preferences'
import { type User, users } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { sharedApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const shared = sharedApp()

const ME = { params: { id: 'me' } }

test('preferences are set together, kept, told in the journal, and raise the version', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const before = await as(ada).get<User>('users/me')
  const body = {
    lang: 'fr_FR',
    display_mode: 'tb',
    orderby: 'title',
    sort: 'asc',
    limit_nb: 50,
    scope_experiments: 3,
    use_markdown: 1,
    theme_variant: 2,
    default_read: '{"teams":[1],"teamgroups":[],"users":[]}',
    default_read_base: 20,
    default_write_base: 10,
    orcid: '0000-0002-1825-0097',
  }

  const changed = await as(ada).call(users.patch, { ...ME, body })

  const now = { ...body, default_read: '{"teams": [1], "teamgroups": [], "users": []}' }
  expect(changed).toMatchObject({ status: 200, body: now })
  expect(changed.headers.etag).not.toBe(before.headers.etag)
  expect((await as(ada).get<User>('users/me')).body).toMatchObject({ ...now, sc_create: 'c' })
  const [event] = await ctx.db.read.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(event).toMatchObject({ subject: 'user', verb: 'updated', userid: ada.id, fields: 'orcid,preferences' })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('what one chose shows in what one makes', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  await as(ada).patch('users/me', { default_read_base: 10, use_markdown: '1' })
  const id = await given.experiment(ada)
  expect((await as(ada).get(`experiments/${id}`)).body).toMatchObject({ canread_base: 10, content_type: 2 })
})

test.each([
  [{ lang: 'xx_XX' }, { lang: 'en_GB' }],
  [{ display_mode: 'nonsense' }, { display_mode: 'it' }],
  [{ orderby: 'nonsense' }, { orderby: 'date' }],
  [{ sort: 7 }, { sort: 'desc' }],
  [{ limit_nb: -1 }, { limit_nb: 15 }],
  [{ limit_nb: '40' }, { limit_nb: 40 }],
  [{ scope_items: '1' }, { scope_items: 1 }],
  [{ scope_items: 9 }, { scope_items: 2 }],
  [{ use_isodate: 'on' }, { use_isodate: 1 }],
  [{ inc_files_pdf: 'off' }, { inc_files_pdf: 0 }],
  [{ inc_files_pdf: false }, { inc_files_pdf: 0 }],
  [{ sc_create: 'new' }, { sc_create: 'n' }],
  [{ pdf_format: 'LETTER' }, { pdf_format: 'LETTER' }],
  [{ theme_variant: 12 }, { theme_variant: 0 }],
  [{ primary_bg: '#AABBCC' }, { primary_bg: 'aabbcc' }],
  [{ primary_bg: '' }, { primary_bg: null }],
  [{ orcid: '' }, { orcid: '' }],
  [{ orcid: '0000-0002-9079-593x' }, { orcid: '0000-0002-9079-593X' }],
])('%j becomes %j', async (body, expected) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(ada).call(users.patch, { ...ME, body })).toMatchObject({ status: 200, body: expected })
})

test('a choice that there is not becomes the usual one, whatever was chosen before', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const choices: [name: string, chosen: unknown, usual: unknown][] = [
    ['entrypoint', 3, 0],
    ['pdf_format', 'ROYAL', 'A4'],
    ['theme_variant', 3, 0],
    ['display_mode', 'tb', 'it'],
    ['sort', 'asc', 'desc'],
    ['orderby', 'title', 'date'],
    ['lang', 'fr_FR', 'en_GB'],
    ['limit_nb', 200, 15],
    ...['experiments', 'items', 'experiments_templates', 'items_types', 'events', 'teamgroups'].map(
      (name): [string, unknown, unknown] => [`scope_${name}`, 3, 2],
    ),
  ]
  for (const [name, chosen, usual] of choices) {
    for (const [sent, kept] of [
      [chosen, chosen],
      [-7, usual],
    ] as const) {
      const { status, body } = await as(ada).call(users.patch, { ...ME, body: { [name]: sent } })
      expect([name, sent, status, (body as Record<string, unknown>)[name]]).toEqual([name, sent, 200, kept])
    }
  }
})

test.each([
  ['nonsense', { nonsense: 1 }],
  ['action', { action: 'lock' }],
  ['limit_nb', { action: 'disable2fa' }],
  ['mfa_secret', { mfa_secret: 'x' }],
  ['userid', { userid: 7 }],
  ['email', { email: 'other@example.org' }],
  ['firstname', { firstname: 'Else' }],
  ['lastname', { lastname: 'Else' }],
  ['orgid', { orgid: 'x' }],
  ['orcid', { orcid: '0000-0002-1825-0098' }],
  ['orcid', { orcid: 'nonsense' }],
  ['orcid', { orcid: 7 }],
  ['sc_edit', { sc_edit: '7' }],
  ['sc_edit', { sc_edit: '' }],
  ['primary_fg', { primary_fg: 'red' }],
  ['default_read', { default_read: '{"teams": []}' }],
  ['default_read', { default_read: 'nonsense' }],
  ['default_write', { default_write: 7 }],
  ['default_read_base', { default_read_base: 25 }],
  ['default_write_base', { default_write_base: null }],
  ['lang', { lang: {} }],
  ['use_markdown', { use_markdown: [1] }],
])('a change is refused over %s, and all of it: %j', async (field, wrong) => {
  const { as, given, ctx } = await shared()
  const ada = await given.user()
  const rows = await digestDatabase(ctx)
  const refused = await as(ada).patch('users/me', { limit_nb: 40, ...wrong })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(new RegExp(`^${field}: `)) } })
  expect(await digestDatabase(ctx)).toEqual(rows)
})

test('an e-mail is changed by sysadmins, told in the journal, and stays one person’s', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const sysadmin = await given.user({ isSysadmin: true })
  const patch = (email: string) => as(sysadmin).call(users.patch, { params: { id: ada.id }, body: { email } })
  const taken = (await as(sysadmin).get<User>('users/me')).body.email

  expect(await patch('Ada.King@example.org')).toMatchObject({ status: 200, body: { email: 'ada.king@example.org' } })
  const [event] = await ctx.db.read.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(event).toMatchObject({ subject: 'user', verb: 'updated', userid: sysadmin.id, fields: 'email' })
  expect(await patch(taken.toUpperCase())).toMatchObject({
    status: 400,
    body: { message: 'email: is already used by another account' },
  })
  expect((await patch('nonsense')).status).toBe(400)
  const found = await as(sysadmin).get<User[]>('users?q=ada.king')
  expect(found.body).toMatchObject([{ userid: ada.id }])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('of several accounts that are given one e-mail in the same instant, one gets it', async () => {
  const { as, given } = await testApp()
  const sysadmin = await given.user({ isSysadmin: true })
  const people = await Promise.all(Array.from({ length: 6 }, () => given.user()))
  const replies = await Promise.all(
    people.map(({ id }) => as(sysadmin).patch(`users/${id}`, { email: 'shared@example.org' })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400])
})

test('who is sysadmin is for sysadmins to say, and the last one stays', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const set = (who: typeof ada, id: number, is_sysadmin: number) => as(who).patch(`users/${id}`, { is_sysadmin })

  expect((await set(ada, ada.id, 1)).status).toBe(403)
  expect((await set(admin, ada.id, 1)).status).toBe(403)
  expect((await set(sysadmin, sysadmin.id, 0)).status).toBe(422)
  expect(await set(sysadmin, ada.id, 1)).toMatchObject({ status: 200, body: { is_sysadmin: 1 } })
  expect(await set(sysadmin, sysadmin.id, 0)).toMatchObject({ status: 200, body: { is_sysadmin: 0 } })
})

test('of two sysadmins who take the right from each other in the same instant, one keeps it', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user({ isSysadmin: true })
  const bob = await given.user({ isSysadmin: true })
  const replies = await Promise.all([
    as(ada).patch(`users/${bob.id}`, { is_sysadmin: 0 }),
    as(bob).patch(`users/${ada.id}`, { is_sysadmin: 0 }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const left = await ctx.db.read.selectFrom('users').select('userid').where('is_sysadmin', '=', 1).execute()
  expect(left).toHaveLength(1)
})

test('names are changed by sysadmins', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const sysadmin = await given.user({ isSysadmin: true })
  const body = { firstname: ' Ada ', lastname: 'King', orgid: 'a-1' }
  const changed = await as(sysadmin).call(users.patch, { params: { id: ada.id }, body })
  expect(changed).toMatchObject({ status: 200, body: { fullname: 'Ada King', orgid: 'a-1' } })
  expect((await as(sysadmin).patch('users/me', { lastname: '  ' })).status).toBe(400)
  expect((await as(ada).get('users/me')).body).toMatchObject({ fullname: 'Ada King' })
})

test('whether an account is open is for admins to say, about sysadmins for sysadmins', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const body = { valid_until: '2040-12-31' }
  const patch = async (who: typeof ada, id: number | string, more = body) =>
    (await as(who).patch(`users/${id}`, more)).status

  expect(await patch(ada, 'me')).toBe(403)
  expect(await patch(ada, admin.id)).toBe(403)
  expect(await patch(ada, 9999)).toBe(404)
  expect(await patch(admin, ada.id)).toBe(200)
  expect(await patch(admin, ada.id, { valid_until: 'tomorrow' })).toBe(400)
  expect(await patch(admin, sysadmin.id)).toBe(403)
  expect(await patch(sysadmin, admin.id)).toBe(200)
  expect((await as(ada).get('users/me')).body).toMatchObject({ valid_until: '2040-12-31' })
  expect(await patch(admin, ada.id, { valid_until: '' })).toBe(200)
  expect((await as(ada).get('users/me')).body).toMatchObject({ valid_until: '3000-01-01' })
})

test('a change on an old version is refused with the present record, nothing is half done', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { headers } = await as(ada).get('users/me')
  const etag = { 'if-match': headers.etag ?? '' }
  expect((await as(ada).patch('users/me', { sort: 'asc' }, etag)).status).toBe(200)
  const refused = await as(ada).patch('users/me', { sort: 'desc' }, etag)
  expect(refused).toMatchObject({ status: 412, body: { current: { sort: 'asc' } } })
})

test('going back to the usual leaves nothing behind, and a change that changes nothing is no event', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  await as(ada).patch('users/me', { sort: 'asc' })
  await as(ada).patch('users/me', { sort: 'desc' })
  expect(await ctx.db.read.selectFrom('users').select('preferences').execute()).toEqual([{ preferences: '{}' }])
  const rows = await digestDatabase(ctx)
  expect((await as(ada).patch('users/me', { sort: 'desc' })).status).toBe(200)
  expect((await as(ada).patch('users/me', {})).status).toBe(200)
  expect(await digestDatabase(ctx)).toEqual(rows)
})

test('every preference that is shown can be set', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { body } = await as(ada).get<User>('users/me')
  for (const name of Object.keys(Preferences.shape) as (keyof Preferences)[]) {
    expect((await as(ada).patch('users/me', { [name]: body[name] })).status, name).toBe(200)
  }
  expect((await as(ada).get<User>('users/me')).body).toEqual(body)
})
