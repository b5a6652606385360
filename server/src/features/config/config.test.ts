import { CONFIG_KEYS, config, SECRET_KEYS, SECRET_MASK } from '@aliquot/contract/config'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { configIn, configOf } from '../../instance-config/current.ts'
import { verify } from '../../verify/verify.ts'
import { changeSettings } from './config.service.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

test('GET: one flat object, every value text or null, with the defaults of the facts', async () => {
  const { as, given } = await testApp()
  const { status, body, headers } = await as(await given.user({ isSysadmin: true })).call(config.read)
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual([...CONFIG_KEYS, 'schema'].sort())
  for (const value of Object.values(body)) expect(value === null || typeof value === 'string').toBe(true)
  expect(body).toMatchObject({
    admin_validate: '1',
    admins_create_users: '1',
    admins_import_users: '0',
    anon_users: '0',
    email_domain: null,
    min_password_length: '12',
    cookie_validity_time: '43200',
    mail_from: 'notconfigured@example.com',
    saml_team_default: '-1',
    ldap_team: 'on',
    smtp_password: '',
    schema: expect.stringMatching(/^\d+$/),
  })
  expect(headers.etag).toMatch(/^"0-/)
})

test('every verb is for sysadmins: 403 for everybody else, also for admins, also with a wrong body', async () => {
  const { as, given } = await testApp()
  for (const who of [await given.user(), await given.user({ isAdmin: true })]) {
    expect((await as(who).get('config')).status).toBe(403)
    expect((await as(who).patch('config', { lang: 'fr_FR' })).status).toBe(403)
    expect((await as(who).patch('config', { lang: {} })).status).toBe(403)
    expect((await as(who).delete('config')).status).toBe(403)
  }
})

test('POST: 400', async () => {
  const { as, given } = await testApp()
  expect((await as(await given.user({ isSysadmin: true })).post('config', {})).status).toBe(400)
})

test('PATCH: any subset of keys, answers the full object; numbers become text, unknown keys are ignored', async () => {
  const { as, given, ctx } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const { status, body } = await root.call(config.patch, {
    body: { login_tries: 7, anon_users: true, lang: 'fr_FR', nonsense: 'x', schema: '99', support_url: null },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ login_tries: '7', anon_users: '1', lang: 'fr_FR', support_url: null })
  expect(body).not.toHaveProperty('nonsense')
  expect(body.schema).not.toBe('99')
  expect((await root.call(config.read)).body).toEqual(body)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('PATCH: all or none, the refusal names the key', async () => {
  const { as, given } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const before = (await root.get('config')).body
  for (const [key, value] of Object.entries({
    lang: {},
    announcement: ['x'],
    anon_users: 'perhaps',
    admins_import_users: null,
    min_password_length: '7',
    password_complexity_requirement: '15',
    autologout_time: '-1',
    cookie_validity_time: 0,
    email_domain: 'example.org, a b',
    logout_url: 'x'.repeat(65_536),
    chat_url: 'a\0b',
  })) {
    const { status, body } = await root.patch('config', { login_tries: '9', [key]: value })
    expect.soft({ status, body }, key).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(new RegExp(`^${key}: `)) },
    })
  }
  expect((await root.get('config')).body).toEqual(before)
})

test('PATCH: the last allow_permission_* cannot be switched off: 422, and nothing is saved', async () => {
  const { as, given, ctx } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const off = { allow_permission_full: 0, allow_permission_organization: '0', allow_permission_team: '0' }
  const refused = await root.patch('config', { ...off, allow_permission_user: '0', allow_permission_useronly: '0' })
  expect(refused).toMatchObject({ status: 422, body: { code: 422 } })
  expect((await root.patch('config', { ...off, allow_permission_user: '0' })).status).toBe(200)
  expect([...(await configOf(ctx)).allowedLevels]).toEqual([10])
  expect((await root.patch('config', { allow_permission_useronly: '0', lang: 'de_DE' })).status).toBe(422)
  expect((await root.get('config')).body).toMatchObject({ allow_permission_useronly: '1', lang: 'en_GB' })
})

test('PATCH: announcements are cleaned HTML, empty is none', async () => {
  const { as, given, ctx } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  await root.patch('config', { announcement: '<b>Down</b><script>x()</script>', login_announcement: '<p>Hello</p>' })
  expect(await configOf(ctx)).toMatchObject({ announcement: '<b>Down</b>', loginAnnouncement: '<p>Hello</p>' })
  await root.patch('config', { announcement: '' })
  expect(await configOf(ctx)).toMatchObject({ announcement: null })
})

test('secrets go in and never come out: not in answers, not in the journal, not in the database in clear', async () => {
  const { as, given, ctx } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const secrets = Object.fromEntries(SECRET_KEYS.map((key) => [key, `the secret of ${key}`]))
  const { body } = await root.call(config.patch, { body: { ...secrets, saml_x509: 'the certificate' } })
  for (const key of SECRET_KEYS) expect(body[key]).toBe(SECRET_MASK)
  const events = await ctx.db.read.selectFrom('events').select('changes').execute()
  expect(JSON.stringify(events)).not.toMatch(/the secret of|the certificate/)
  expect(JSON.stringify(events)).toContain('smtp_password')
  const rows = await ctx.db.read.selectFrom('config').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('the secret of')
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a secret stays when it is sent empty, or as it was shown', async () => {
  const { as, given, ctx } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  await root.patch('config', { smtp_password: 'first' })
  const stored = () => ctx.db.read.selectFrom('config').select('chosen').executeTakeFirstOrThrow()
  const before = await stored()
  const { body: all } = await root.get<Record<string, string>>('config')
  for (const patch of [{ smtp_password: '' }, { smtp_password: null }, { smtp_password: SECRET_MASK }, all]) {
    expect((await root.patch('config', patch)).status).toBe(200)
    expect(await stored()).toEqual(before)
  }
  await root.patch('config', { smtp_password: 'second' })
  expect(await stored()).not.toEqual(before)
})

test('DELETE: everything back to its default, 204; again: the same', async () => {
  const { as, given, ctx } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const before = (await root.get('config')).body
  expect((await root.delete('config')).status).toBe(204)
  await root.patch('config', { anon_users: '1', smtp_password: 'x' })
  expect((await configOf(ctx)).anonUsers).toBe(true)
  expect((await root.delete('config')).status).toBe(204)
  expect((await configOf(ctx)).anonUsers).toBe(false)
  expect((await root.get('config')).body).toEqual(before)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('each change is one event of the journal with the keys that changed; what changes nothing is none', async () => {
  const { as, given, ctx } = await testApp()
  const root = await given.user({ isSysadmin: true })
  await as(root).patch('config', { lang: 'fr_FR', login_tries: 5 })
  await as(root).patch('config', { lang: 'fr_FR' })
  await as(root).patch('config', { lang: 'de_DE' })
  const events = await ctx.db.read.selectFrom('events').selectAll().where('subject', '=', 'config').execute()
  expect(events.map(({ verb, fields, userid }) => ({ verb, fields, userid }))).toEqual([
    { verb: 'created', fields: 'login_tries,lang', userid: root.id },
    { verb: 'updated', fields: 'lang', userid: root.id },
  ])
  expect(JSON.parse(events[1]?.changes ?? '')).toEqual({ lang: { before: 'fr_FR', after: 'de_DE' } })
})

test('a change on a stale version is refused with the present record', async () => {
  const { as, given } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const { headers } = await root.get('config')
  const ifMatch = { 'if-match': headers.etag ?? '' }
  expect((await root.patch('config', { lang: 'fr_FR' }, ifMatch)).status).toBe(200)
  const late = await root.patch('config', { lang: 'de_DE' }, ifMatch)
  expect(late).toMatchObject({ status: 412, body: { current: { lang: 'fr_FR' } } })
  expect((await root.delete('config', undefined, ifMatch)).status).toBe(412)
})

test('what is set holds from the next request on, in changes too', async () => {
  const { ctx } = await testApp()
  expect(await configOf(ctx)).toMatchObject({ anonUsers: false, minPasswordLength: 12, emailDomains: [] })
  await changeSettings(ctx, AUTHOR, { anon_users: '1', email_domain: 'Example.org, *.example.com ,' })
  expect(await configOf(ctx)).toMatchObject({ anonUsers: true, emailDomains: ['example.org', '*.example.com'] })
  expect(await ctx.db.write((db) => configIn(db))).toEqual(await configOf(ctx))
  // Cached until it changes.
  if (ctx.db.engine === 'sqlite') expect(await configOf(ctx)).toBe(await configOf(ctx))
})

test('two who set something first and at once both succeed', async () => {
  const { ctx, as, given } = await testApp()
  const root = as(await given.user({ isSysadmin: true }))
  const replies = await Promise.all([root.patch('config', { lang: 'fr_FR' }), root.patch('config', { login_tries: 5 })])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await root.get('config')).body).toMatchObject({ lang: 'fr_FR', login_tries: '5' })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})
