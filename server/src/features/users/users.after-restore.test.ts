import { session } from '@aliquot/contract/session'
import { users } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { givenPerson, signIn } from '../../../test/browser.ts'
import { testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { endRestoredAccess } from './users.after-restore.ts'

const AUTHOR = { userid: null, via: 'cli', address: '' }

test('a restore ends sessions and links to set a password unless told otherwise, and counts the keys', async () => {
  const lab = await testApp()
  const root = await lab.given.user({ isSysadmin: true })
  const ada = await givenPerson(lab)
  const browser = await signIn(lab, ada)
  const link = await lab.as(root).call(users.addPasswordLink, { params: { id: ada.id }, body: {} })
  const token = link.headers.location?.split('#token=')[1]

  const kept = await endRestoredAccess(lab.ctx, AUTHOR, true)
  expect(kept).toEqual({ sessions_ended: 0, links_ended: 0, keys_alive: 2 })
  expect((await browser.call(session.read)).status).toBe(200)

  const ended = await endRestoredAccess(lab.ctx, AUTHOR, false)
  expect(ended).toEqual({ sessions_ended: 1, links_ended: 1, keys_alive: 2 })
  expect((await browser.call(session.read)).status).toBe(401)
  const body = { token, password: 'another rather long line' }
  expect((await lab.as(undefined).call(users.setPassword, { body })).status).toBe(403)
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})
