import { Team, teams } from '@aliquot/contract/teams'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { verify } from '../../journal/verify.ts'
import { archiveMembership } from '../users/users.state.ts'
import * as repo from './teams.repo.ts'
import { createTeam, renameTeam } from './teams.service.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

test('a member reads the team with every column', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  for (const id of ['current', 1]) {
    const { status, body } = await as(ada).call(teams.read, { params: { id } })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(Object.keys(Team.shape).sort())
    expect(body).toMatchObject({
      id: 1,
      name: 'Default team',
      orgid: null,
      visible: 1,
      user_create_tag: 1,
      force_exp_tpl: 0,
      users_canwrite_resources_templates: 1,
      newcomer_threshold: 15,
      announcement: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
  }
})

test('a team is read by its active members and by sysadmins', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user()
  const sysadmin = await given.user({ isSysadmin: true })
  expect((await as(ada).get(`teams/${second}`)).status).toBe(403)
  expect((await as(sysadmin).get(`teams/${second}`)).status).toBe(200)
  const member = await given.user({ team: second })
  expect((await as(member).get(`teams/${second}`)).status).toBe(200)
  expect((await as(member).get('teams/1')).status).toBe(403)
  await archiveMembership(ctx, AUTHOR, member.id, second)
  expect((await as(member).get(`teams/${second}`)).status).toBe(401)
  for (const who of [ada, sysadmin]) {
    expect((await as(who).get('teams/9999')).status).toBe(404)
    expect((await as(who).get('teams/0')).status).toBe(404)
    expect((await as(who).get('teams/abc')).status).toBe(400)
  }
})

test('the list shows names of visible teams, and everything to sysadmins', async () => {
  const { as, given, ctx } = await testApp()
  const hidden = await given.team('Hidden')
  await ctx.db.write((db) => db.updateTable('teams').set({ visible: 0 }).where('id', '=', hidden).execute())
  const first = await given.team('A team')
  const ada = await given.user()
  const sysadmin = await given.user({ isSysadmin: true })

  const seen = await as(ada).call(teams.list)
  expect(seen.body).toEqual([
    { id: first, name: 'A team' },
    { id: 1, name: 'Default team' },
  ])
  expect(seen.headers['x-total-count']).toBe('2')

  const all = await as(sysadmin).call(teams.list)
  expect(all.body.map(({ name }) => name)).toEqual(['A team', 'Default team', 'Hidden'])
  expect(Object.keys(all.body[0] ?? {}).sort()).toEqual(Object.keys(Team.shape).sort())
  const page = await as(sysadmin).call(teams.list, { query: { limit: 1, offset: 1 } })
  expect(page.body.map(({ name }) => name)).toEqual(['Default team'])
})

test('a new team starts with four status, and renaming it is told', async () => {
  const { ctx } = await testApp()
  const { id } = await createTeam(ctx, AUTHOR, { name: ' Chemistry ' })
  const status = await ctx.db.read.selectFrom('labels').selectAll().where('team', '=', id).orderBy('ordering').execute()
  expect(status.map(({ title }) => title)).toEqual(['Running', 'Success', 'Need to be redone', 'Fail'])
  const team = await repo.find(ctx.db.read, id)
  if (!team) throw new Error('The team is not there')
  expect(team.name).toBe('Chemistry')
  await change(ctx, AUTHOR, (work) => renameTeam(work, team, 'Physics'))
  expect(await repo.find(ctx.db.read, id)).toMatchObject({ name: 'Physics', version: 2 })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each(['', '  ', 'x'.repeat(256), 'a\0b', 'a\ud800'])('no team is made with the name %j', async (name) => {
  const { ctx } = await testApp()
  await expect(createTeam(ctx, AUTHOR, { name })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^name: /),
  })
})

test('sysadmins make teams, nobody else does', async () => {
  const { as, given, ctx } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const sysadmin = await given.user({ isSysadmin: true })
  const made = await as(sysadmin).call(teams.add, { body: { name: ' Physics ' } })
  expect(made).toMatchObject({ status: 201, path: `/api/v2/teams/${made.id}` })
  expect((await as(sysadmin).get(`teams/${made.id}`)).body).toMatchObject({ name: 'Physics' })
  const unnamed = await as(sysadmin).call(teams.add, { body: {} })
  expect((await as(sysadmin).get(`teams/${unnamed.id}`)).body).toMatchObject({ name: 'A new team' })
  expect((await as(admin).call(teams.add, { body: { name: 'Physics' } })).status).toBe(403)
  expect((await as(admin).call(teams.add, { body: { nonsense: 1 } })).status).toBe(403)
  for (const body of [{ name: ' ' }, { name: 7 }, { name: 'x'.repeat(256) }, { action: 'archive' }]) {
    expect((await as(sysadmin).post('teams', body)).status).toBe(400)
  }
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})
