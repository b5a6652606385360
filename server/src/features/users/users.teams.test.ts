import type { User } from '@aliquot/contract/users'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

async function givenTwoTeams() {
  const app = await testApp()
  const { as, given } = app
  const ada = await given.user()
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const team = await given.team()
  const patch = (who: typeof ada, body: object) => as(who).patch<User>(`users/${ada.id}`, body)
  return { ...app, ada, admin, sysadmin, team, patch }
}

test('a sysadmin puts somebody into a team, and doing it again changes nothing', async () => {
  const { ctx, sysadmin, team, patch } = await givenTwoTeams()
  const added = await patch(sysadmin, { action: 'add', team })
  expect(added.status).toBe(200)
  expect(added.body.teams.map(({ id }) => id)).toContain(team)
  const rows = await digestDatabase(ctx)
  expect((await patch(sysadmin, { action: 'add', team })).status).toBe(200)
  expect(await digestDatabase(ctx)).toEqual(rows)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('nobody else adds people to teams, and no team is made up', async () => {
  const { ada, admin, sysadmin, team, patch } = await givenTwoTeams()
  expect((await patch(ada, { action: 'add', team })).status).toBe(403)
  expect((await patch(admin, { action: 'add', team })).status).toBe(403)
  expect((await patch(sysadmin, { action: 'add', team: 9999 })).status).toBe(400)
  expect((await patch(sysadmin, { action: 'add', team, target: 'is_admin' })).status).toBe(400)
})

test('somebody leaves a team with their keys there, but not their last one', async () => {
  const { ctx, ada, sysadmin, team, patch } = await givenTwoTeams()
  await patch(sysadmin, { action: 'add', team })
  expect((await patch(ada, { action: 'unreference', team })).status).toBe(403)
  expect((await patch(sysadmin, { action: 'unreference' })).status).toBe(400)
  const left = await patch(sysadmin, { action: 'unreference', team })
  expect(left.body.teams.map(({ id }) => id)).not.toContain(team)
  const [last] = left.body.teams
  expect((await patch(sysadmin, { action: 'unreference', team: last?.id })).status).toBe(400)
  expect((await patch(sysadmin, { action: 'unreference', team })).status).toBe(400)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('an admin takes members out of their own team only, and is told that it is done', async () => {
  const { ada, admin, sysadmin, team, patch, as } = await givenTwoTeams()
  await patch(sysadmin, { action: 'add', team })
  expect((await patch(admin, { action: 'unreference', team })).status).toBe(403)
  const left = await patch(admin, { action: 'unreference', team: ada.team })
  expect(left).toMatchObject({ status: 200, body: { userid: ada.id, teams: [{ id: team }] } })
  expect((await as(admin).get(`users/${ada.id}`)).status).toBe(403)
})
