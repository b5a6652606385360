import { session } from '@aliquot/contract/session'
import { setup } from '@aliquot/contract/setup'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

test('what sysadmins announce reaches who is signed in, and whoever is about to sign in', async () => {
  const { as, given } = await testApp()
  const member = await given.user()
  const root = as(await given.user({ isSysadmin: true }))
  expect((await as(member).call(session.read)).body).toMatchObject({ announcement: null })
  await root.patch('config', {
    announcement: 'Closed on <b>Friday</b><script>x</script>',
    login_announcement: 'Welcome',
    min_password_length: 15,
    password_complexity_requirement: 20,
  })
  expect((await as(member).call(session.read)).body).toMatchObject({ announcement: 'Closed on <b>Friday</b>' })
  const before = await as(undefined).call(setup.read)
  expect(before.body).toMatchObject({
    login_announcement: 'Welcome',
    min_password_length: 15,
    password_complexity_requirement: 20,
  })
  expect(JSON.stringify(before.body)).not.toContain('Friday')
})

test('who may change their own name is told so', async () => {
  const { as, given } = await testApp()
  const member = await given.user()
  const root = as(await given.user({ isSysadmin: true }))
  expect((await as(member).call(session.read)).body).toMatchObject({ can_change_identity: 0 })
  expect((await root.call(session.read)).body).toMatchObject({ can_change_identity: 1 })
  await root.patch('config', { allow_users_change_identity: 1 })
  expect((await as(member).call(session.read)).body).toMatchObject({ can_change_identity: 1 })
})
