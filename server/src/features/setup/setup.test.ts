import { setup } from '@aliquot/contract/setup'
import type { User } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { browserAfter } from '../../../test/browser.ts'
import { testApp } from '../../../test/harness.ts'
import { offerSetup } from './setup.service.ts'

const ADA = {
  firstname: 'Ada',
  lastname: 'Lovelace',
  email: 'Ada@Example.org',
  password: 'a fairly long sentence',
}

test('the holder of the link makes the first account and is signed in', async () => {
  const { ctx, app, as } = await testApp()
  expect((await as(undefined).call(setup.read)).body).toMatchObject({ needed: true })
  const token = await offerSetup(ctx)

  const done = await as(undefined).call(setup.complete, { body: { ...ADA, token, team_name: 'Analytical engines' } })

  expect(done).toMatchObject({ status: 201, path: '/api/v2/users/1' })
  const ada = browserAfter(app, done)
  expect((await ada.get<User>('users/me')).body).toMatchObject({
    userid: 1,
    email: 'ada@example.org',
    is_sysadmin: 1,
    validated: 1,
    teams: [{ id: 1, name: 'Analytical engines', is_admin: 1, is_archived: 0, usergroup: 1 }],
  })
  expect((await as(undefined).call(setup.read)).body).toMatchObject({ needed: false })
})

test('a token works once', async () => {
  const { ctx, as } = await testApp()
  const token = await offerSetup(ctx)
  await as(undefined).call(setup.complete, { body: { ...ADA, token } })
  const again = await as(undefined).call(setup.complete, { body: { ...ADA, email: 'eve@example.org', token } })
  expect(again.status).toBe(403)
  expect(await offerSetup(ctx)).toBeUndefined()
})

test('of two requests at once exactly one makes an account', async () => {
  const { ctx, as } = await testApp()
  const token = await offerSetup(ctx)
  const emails = ['ada@example.org', 'eve@example.org', 'bob@example.org']
  const replies = await Promise.all(
    emails.map((email) => as(undefined).call(setup.complete, { body: { ...ADA, email, token } })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403])
  expect(await ctx.db.read.selectFrom('users').selectAll().execute()).toHaveLength(1)
  expect(await ctx.db.read.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
})

test('a new start makes the old link void', async () => {
  const { ctx, as } = await testApp()
  const old = await offerSetup(ctx)
  const token = await offerSetup(ctx)
  expect((await as(undefined).call(setup.complete, { body: { ...ADA, token: old } })).status).toBe(403)
  expect((await as(undefined).call(setup.complete, { body: { ...ADA, token } })).status).toBe(201)
})

test('nobody is let in with a wrong token, or before one was given out', async () => {
  const { ctx, as } = await testApp()
  expect((await as(undefined).call(setup.complete, { body: { ...ADA, token: 'guess' } })).status).toBe(403)
  await offerSetup(ctx)
  expect((await as(undefined).call(setup.complete, { body: { ...ADA, token: 'guess' } })).status).toBe(403)
  expect(await ctx.db.read.selectFrom('users').selectAll().execute()).toEqual([])
})

test('an instance that got its users another way needs no set-up and refuses it', async () => {
  const { ctx, as, given } = await testApp()
  const token = await offerSetup(ctx)
  await given.user()
  expect((await as(undefined).call(setup.complete, { body: { ...ADA, token } })).status).toBe(403)
  expect((await as(undefined).call(setup.read)).body).toMatchObject({ needed: false })
})

test.each([
  ['password', { password: 'short' }],
  ['password', { password: 'password1234' }],
  ['password', { password: 'Ada.Lovelace1' }],
  ['email', { email: 'nobody' }],
  ['email', { email: 'a b@example.org' }],
  ['email', { email: undefined }],
  ['firstname', { firstname: '  ' }],
  ['firstname', { firstname: 'A\0da' }],
  ['lastname', { lastname: 7 }],
  ['lastname', { lastname: 'x'.repeat(256) }],
  ['token', { token: undefined }],
  ['team_name', { team_name: 'x'.repeat(256) }],
])('a wrong %s is named and the token stays good: %j', async (field, wrong) => {
  const { ctx, as } = await testApp()
  const token = await offerSetup(ctx)
  const refused = await as(undefined).call(setup.complete, { body: { ...ADA, token, ...wrong } })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(new RegExp(`^${field}: `)) } })
  expect((await as(undefined).call(setup.complete, { body: { ...ADA, token } })).status).toBe(201)
})

test('neither the token nor the password is stored', async () => {
  const { ctx, as } = await testApp()
  const token = (await offerSetup(ctx)) ?? ''
  const settings = await ctx.db.read.selectFrom('settings').selectAll().execute()
  expect(JSON.stringify(settings)).not.toContain(token)
  await as(undefined).call(setup.complete, { body: { ...ADA, token } })
  const stored = JSON.stringify([
    await ctx.db.read.selectFrom('users').selectAll().execute(),
    await ctx.db.read.selectFrom('events').selectAll().execute(),
  ])
  expect(stored).not.toContain(ADA.password)
  expect(stored).toContain('$argon2id$')
  const events = await ctx.db.read.selectFrom('events').selectAll().execute()
  expect(JSON.stringify(events)).not.toContain('argon2id')
})
