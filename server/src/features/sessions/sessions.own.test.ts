import { session } from '@aliquot/contract/session'
import { expect, test } from 'vitest'
import { givenPerson, PASSWORD, signIn } from '../../../test/browser.ts'
import { testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

test('one sees one’s own open sessions, the present one marked, without anything that opens them', async () => {
  const lab = await testApp()
  const second = await lab.given.team('Second')
  const ada = await givenPerson(lab, { teams: [second] })
  const other = await givenPerson(lab)
  const agent = { 'user-agent': 'Firefox on the bench' }
  await lab.as(undefined).post('session', { email: ada.email, password: PASSWORD, team: second }, agent)
  await signIn(lab, other)
  const browser = await signIn(lab, ada)

  const { status, body, headers } = await browser.call(session.list)

  expect(status).toBe(200)
  expect(headers['x-total-count']).toBe('2')
  expect(body).toMatchObject([
    { id: 3, is_current: 1, team: 1, team_name: 'Default team', client_address: '127.0.0.1' },
    { id: 1, is_current: 0, team: second, team_name: 'Second', user_agent: 'Firefox on the bench' },
  ])
  const [row] = await lab.ctx.db.read.selectFrom('sessions').select('token_hash').execute()
  expect(JSON.stringify(body)).not.toContain(row?.token_hash)
  expect((await browser.call(session.list, { query: { limit: 1, offset: 1 } })).body).toMatchObject([{ id: 1 }])
  expect((await lab.as(ada).call(session.list)).body.map(({ is_current }) => is_current)).toEqual([0, 0])
})

test('a session that has ended by itself is not listed', async () => {
  const lab = await testApp({ SESSION_HOURS: '10' })
  const ada = await givenPerson(lab)
  const start = Date.parse(lab.ctx.now())
  await signIn(lab, ada)
  lab.ctx.now = () => new Date(start + 11 * 3_600_000).toISOString()
  expect((await lab.as(ada).call(session.list)).body).toEqual([])
})

test('ending a session shuts its browser out at once and leaves the others', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const [lost, browser] = [await signIn(lab, ada), await signIn(lab, ada)]

  expect((await browser.call(session.end, { params: { id: 1 } })).status).toBe(204)

  expect((await lost.call(session.read)).status).toBe(401)
  expect((await browser.call(session.read)).status).toBe(200)
  expect((await browser.call(session.end, { params: { id: 1 } })).status).toBe(404)
  const [event] = await lab.ctx.db.read.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(event).toMatchObject({ subject: 'session', subject_id: 1, verb: 'deleted', userid: ada.id, via: 'session:2' })
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('another’s session cannot be ended, not even by an admin', async () => {
  const lab = await testApp()
  const ada = await givenPerson(lab)
  const browser = await signIn(lab, ada)
  const admin = await lab.given.user({ isAdmin: true, isSysadmin: true })
  for (const id of [1, 0, 99_999_999_999]) {
    expect((await lab.as(admin).call(session.end, { params: { id } })).status).toBe(404)
  }
  expect((await lab.as(admin).call(session.end, { params: { id: 'abc' } })).status).toBe(400)
  expect((await browser.call(session.read)).status).toBe(200)
})

test('all other sessions end together, those of other people do not', async () => {
  const lab = await testApp()
  const [ada, grace] = [await givenPerson(lab), await givenPerson(lab)]
  const [first, second, browser] = [await signIn(lab, ada), await signIn(lab, ada), await signIn(lab, ada)]
  const stranger = await signIn(lab, grace)

  expect((await browser.call(session.endOthers)).status).toBe(204)

  expect((await first.call(session.read)).status).toBe(401)
  expect((await second.call(session.read)).status).toBe(401)
  expect((await browser.call(session.list)).body).toMatchObject([{ id: 3, is_current: 1 }])
  expect((await stranger.call(session.read)).status).toBe(200)
  expect((await lab.as(ada).call(session.endOthers)).status).toBe(204)
  expect((await browser.call(session.read)).status).toBe(401)
  expect(await verify(lab.ctx.db)).toMatchObject({ ok: true, findings: [] })
})
