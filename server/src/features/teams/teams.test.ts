import { ListedTeam, Team, teams } from '@aliquot/contract/teams'
import { expect, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { sharedApp, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import type { TeamRow } from '../../db/schema.ts'
import { teamsTable } from '../../db/tables/people/teams.ts'
import { sealOf } from '../../journal/seals.ts'
import { verify } from '../../verify/verify.ts'
import { addMembership, archiveMembership, removeMembership, setAdmin } from '../users/users.memberships.ts'
import * as repo from './teams.repo.ts'
import { createTeam, renameTeam } from './teams.service.ts'

const shared = sharedApp()

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
  expect(Object.keys(all.body[0] ?? {}).sort()).toEqual(Object.keys(ListedTeam.shape).sort())
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
  const { ctx } = await shared()
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

test.each([
  [{ name: ' Physics ' }, { name: 'Physics' }],
  [{ orgid: 'phys-1' }, { orgid: 'phys-1' }],
  [{ orgid: null }, { orgid: null }],
  [{ visible: 0 }, { visible: 0 }],
  [{ user_create_tag: 'off' }, { user_create_tag: 0 }],
  [
    { force_exp_tpl: 1, force_res_tpl: '1' },
    { force_exp_tpl: 1, force_res_tpl: 1 },
  ],
  [{ users_canwrite_experiments: false }, { users_canwrite_experiments: 0 }],
  [{ users_canwrite_experiments_categories: '' }, { users_canwrite_experiments_categories: 0 }],
  [{ users_canwrite_experiments_status: '0' }, { users_canwrite_experiments_status: 0 }],
  [{ users_canwrite_experiments_templates: 0 }, { users_canwrite_experiments_templates: 0 }],
  [{ users_canwrite_resources: 0 }, { users_canwrite_resources: 0 }],
  [{ users_canwrite_resources_categories: 0 }, { users_canwrite_resources_categories: 0 }],
  [{ users_canwrite_resources_status: 0 }, { users_canwrite_resources_status: 0 }],
  [{ users_canwrite_resources_templates: 0 }, { users_canwrite_resources_templates: 0 }],
  [
    { newcomer_banner_active: 'on', onboarding_email_active: 5 },
    { newcomer_banner_active: 1, onboarding_email_active: 1 },
  ],
  [{ capture_container_deletion_reason: true }, { capture_container_deletion_reason: 1 }],
  [{ newcomer_threshold: 30 }, { newcomer_threshold: 30 }],
  [{ newcomer_threshold: '7' }, { newcomer_threshold: 7 }],
  [{ announcement: '<b>Closed</b><script>x()</script>' }, { announcement: '<b>Closed</b>' }],
  [{ announcement: '' }, { announcement: null }],
  [{ announcement: null }, { announcement: null }],
  [{ newcomer_banner: '<p onclick="x()">Hello</p>' }, { newcomer_banner: '<p>Hello</p>' }],
  [
    { onboarding_email_subject: 'Hi', onboarding_email_body: '<p>Hi</p>' },
    { onboarding_email_subject: 'Hi', onboarding_email_body: '<p>Hi</p>' },
  ],
  [
    { onboarding_email_subject: '', newcomer_banner: '' },
    { onboarding_email_subject: null, newcomer_banner: null },
  ],
  [{ action: 'update', name: 'Physics' }, { name: 'Physics' }],
  [{}, {}],
])('an admin sets %j', async (body, expected) => {
  const { as, given, ctx } = await shared()
  const team = await given.team()
  const admin = await given.user({ isAdmin: true, team })
  const before = await as(admin).get<object>(`teams/${team}`)
  const patched = await as(admin).call(teams.patch, { params: { id: 'current' }, body })
  expect(patched).toMatchObject({ status: 200, body: { ...before.body, ...expected } })
  const after = await as(admin).get(`teams/${team}`)
  expect(after.body).toEqual(patched.body)
  expect(after.headers.etag).toBe(patched.headers.etag)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: '  ' }, 'name'],
  [{ name: null }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ orgid: '' }, 'orgid'],
  [{ orgid: 7 }, 'orgid'],
  [{ visible: null }, 'visible'],
  [{ visible: [1] }, 'visible'],
  [{ announcement: 'x'.repeat(256) }, 'announcement'],
  [{ announcement: 7 }, 'announcement'],
  [{ newcomer_threshold: -1 }, 'newcomer_threshold'],
  [{ newcomer_threshold: 'soon' }, 'newcomer_threshold'],
  [{ newcomer_threshold: 2 ** 40 }, 'newcomer_threshold'],
  [{ files_quota: -1 }, 'files_quota'],
  [{ files_quota: 'much' }, 'files_quota'],
  [{ files_quota: 1.5 }, 'files_quota'],
  [{ files_quota: '9999999999T' }, 'files_quota'],
  [{ files_quota: true }, 'files_quota'],
  [{ id: 7 }, 'id'],
  [{ created_at: '2020-01-01' }, 'created_at'],
  [{ state: 3 }, 'state'],
  [{ nonsense: 1 }, 'nonsense'],
  [{ action: 'archive' }, 'action'],
  [{ action: 'lock', visible: 0 }, 'action'],
  [{ action: 'sendonboardingemails' }, 'userids'],
  [{ action: 'sendonboardingemails', userids: 'all' }, 'userids'],
])('PATCH of a team with %j is 400 and names the field, and nothing of it happens', async (body, field) => {
  const { as, given } = await shared()
  const admin = await given.user({ isAdmin: true })
  const before = await as(admin).get('teams/1')
  expect(await as(admin).patch('teams/1', { force_exp_tpl: 1, ...body })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(new RegExp(`^(${field}|force_exp_tpl): `)) },
  })
  expect(await as(admin).patch('teams/1', body)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(new RegExp(`^${field}: `)) },
  })
  expect((await as(admin).get('teams/1')).body).toEqual(before.body)
})

test('without a welcome or without mail nobody is written to, and the answer says so', async () => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const body = { action: 'sendonboardingemails', userids: [admin.id] }
  const says = (words: string) => ({ status: 422, body: { message: expect.stringContaining(words) } })
  expect(await as(admin).patch('teams/1', body)).toMatchObject(says('no welcome e-mail'))
  await as(admin).patch('teams/1', { onboarding_email_body: '<p>Welcome</p>' })
  expect(await as(admin).patch('teams/1', body)).toMatchObject(says('Mail is not configured'))
})

test('a team is changed by its admins and by sysadmins', async () => {
  const { as, given, ctx } = await testApp()
  const second = await given.team('Second')
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const sysadmin = await given.user({ isSysadmin: true })
  expect((await as(ada).patch('teams/1', { visible: 0 })).status).toBe(403)
  expect((await as(ada).patch('teams/1', { nonsense: 0 })).status).toBe(403)
  expect((await as(admin).patch(`teams/${second}`, { visible: 0 })).status).toBe(403)
  expect((await as(sysadmin).patch(`teams/${second}`, { name: 'Third' })).body).toMatchObject({ name: 'Third' })
  expect((await as(sysadmin).patch('teams/999', { nonsense: 1 })).status).toBe(404)
  expect((await as(admin).patch('teams/abc', {})).status).toBe(400)
  for (const verb of ['patch', 'delete'] as const) expect((await as(admin)[verb]('teams/999', {})).status).toBe(404)
  await setAdmin(ctx, AUTHOR, admin.id, 1, false)
  expect((await as(admin).patch('teams/1', { visible: 0 })).status).toBe(403)
  expect((await as(ada).get('teams/1')).body).toMatchObject({ visible: 1 })
})

test('sysadmins set what the files of a team may amount to, and see what they do', async () => {
  const { as, given, ctx } = await testApp({ FILES_TEAM_QUOTA: '1M' })
  const [admin, sysadmin] = [await given.user({ isAdmin: true }), await given.user({ isSysadmin: true })]
  const refused = await as(admin).patch('teams/1', { files_quota: 5, name: 'Physics' })
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringMatching(/^files_quota: /) } })
  expect((await as(admin).get('teams/1')).body).toMatchObject({ files_quota: null, name: 'Default team' })

  const id = await given.experiment(admin)
  await as(admin).postForm(`experiments/${id}/uploads`, oneFile('a.txt', 'twelve bytes'))
  const listed = async () => (await as(sysadmin).get<object[]>('teams')).body[0]
  expect(await listed()).toMatchObject({ files_bytes: 12, files_limit: 1024 ** 2, files_quota: null })
  // Admins see it for their own team, members do not.
  const member = await given.user()
  const second = await given.team('Second')
  const elsewhere = await given.user({ team: second, isAdmin: true })
  const room = { files_bytes: 12, files_limit: 1024 ** 2 }
  for (const person of [admin, sysadmin]) expect((await as(person).get('teams/current')).body).toMatchObject(room)
  expect((await as(admin).patch('teams/1', { visible: 1 })).body).toMatchObject(room)
  const { status, body } = await as(member).get('teams/1')
  expect(status).toBe(200)
  for (const key of Object.keys(room)) expect(body).not.toHaveProperty(key)
  expect((await as(elsewhere).get('teams/1')).status).toBe(403)
  const theirs = { files_bytes: 0, files_limit: 1024 ** 2 }
  expect((await as(elsewhere).get(`teams/${second}`)).body).toMatchObject(theirs)
  const { etag = '' } = (await as(admin).get('teams/1')).headers
  await as(admin).postForm(`experiments/${id}/uploads`, oneFile('b.txt', '3 b'))
  const after = await as(admin).get('teams/1', { 'if-none-match': etag })
  expect(after).toMatchObject({ status: 200, body: { files_bytes: 15 } })
  for (const [given, kept] of [
    [15, 15],
    ['20', 20],
    ['1.5 TiB', 1.5 * 1024 ** 4],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [0, 0],
  ]) {
    const patched = await as(sysadmin).patch('teams/1', { files_quota: given })
    expect(patched).toMatchObject({ status: 200, body: { files_quota: kept } })
    expect(await listed()).toMatchObject({ files_limit: kept })
    expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  }
  for (const nothing of [null, '']) {
    await as(sysadmin).patch('teams/1', { files_quota: 7 })
    expect((await as(sysadmin).patch('teams/1', { files_quota: nothing })).body).toMatchObject({ files_quota: null })
    expect(await listed()).toMatchObject({ files_limit: 1024 ** 2 })
  }
})

test('a team without a limit of its own keeps the seal that it had before there were limits', async () => {
  const { ctx } = await testApp()
  const team = await repo.findFirst(ctx.db.read)
  const { files_quota: _, ...before } = team
  expect(sealOf(teamsTable, team)).toBe(sealOf(teamsTable, before as TeamRow))
  expect(sealOf(teamsTable, { ...team, files_quota: 0 })).not.toBe(sealOf(teamsTable, team))
})

test('If-Match guards a team that has changed', async () => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const match = { 'if-match': (await as(admin).get('teams/1')).headers.etag ?? '' }
  expect((await as(admin).patch('teams/1', { name: 'Second' }, match)).status).toBe(200)
  expect(await as(admin).patch('teams/1', { name: 'Third' }, match)).toMatchObject({
    status: 412,
    body: { current: { name: 'Second' } },
  })
  expect((await as(admin).delete('teams/1', undefined, match)).status).toBe(412)
})

test('a team is deleted when nobody is in it, and nothing but what is deleted', async () => {
  const { as, given, ctx } = await testApp()
  const sysadmin = await given.user({ isSysadmin: true })
  const team = await given.team('Short-lived')
  const ada = await given.user({ team, isAdmin: true })
  const ids = [await given.experiment(ada), (await as(ada).post('items')).id]
  const { id: label } = await as(ada).post(`teams/${team}/items_status`, { name: 'shared' })
  await as(ada).patch(`teams/${team}/items_status/${label}`, { is_private: 0 })
  const { id: group } = await as(ada).post(`teams/${team}/teamgroups`, { name: 'Guests' })
  await as(ada).patch(`teams/${team}/teamgroups/${group}`, { how: 'add', userid: sysadmin.id })
  const remove = () => as(sysadmin).delete(`teams/${team}`)

  expect((await as(ada).delete(`teams/${team}`)).status).toBe(400)
  expect(await remove()).toMatchObject({ status: 400, body: { message: expect.stringContaining('members') } })
  await archiveMembership(ctx, AUTHOR, ada.id, team)
  expect((await remove()).status).toBe(400)
  await archiveMembership(ctx, AUTHOR, ada.id, team, false)
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, 1, false))
  const home = { ...ada, key: await given.key({ id: ada.id, team: 1 }) }
  await removeMembership(ctx, AUTHOR, ada.id, team)
  expect(await remove()).toMatchObject({ status: 400, body: { message: expect.stringContaining('experiments') } })
  await as(home).patch(`experiments/${ids[0]}`, { action: 'archive' })
  expect((await remove()).status).toBe(400)
  await as(home).delete(`experiments/${ids[0]}`)
  expect((await remove()).status).toBe(400)
  await as(home).delete(`items/${ids[1]}`)

  expect(await remove()).toMatchObject({ status: 204, body: '' })

  for (const call of [
    remove(),
    as(sysadmin).get(`teams/${team}`),
    as(sysadmin).patch(`teams/${team}`, { visible: 0 }),
  ]) {
    expect((await call).status).toBe(404)
  }
  expect((await as(sysadmin).get<object[]>('teams')).body).toHaveLength(1)
  expect((await as(home).get<object[]>('teams')).body).toHaveLength(1)
  expect((await as(home).get<object[]>('teams/1/items_status')).body).toEqual([])
  expect((await as(sysadmin).get(`teams/1/teamgroups/${group}`)).status).toBe(404)
  expect(
    (await as(sysadmin).post('users', { email: 'x@example.org', firstname: 'X', lastname: 'Y', team })).status,
  ).toBe(400)
  // Entries deleted before stay readable to their owner.
  expect((await as(home).get(`experiments/${ids[0]}`)).body).toMatchObject({ state: 3, team_name: 'Short-lived' })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('what is below a team is hidden from who is not in it', async () => {
  const { as, given } = await testApp()
  const second = await given.team('Second')
  const ada = await given.user()
  for (const path of ['tags', 'teamgroups', 'status', 'experiments_categories', 'nonsense']) {
    expect((await as(ada).get(`teams/${second}/${path}`)).status).toBe(403)
  }
  expect((await as(ada).get('teams/1/nonsense')).status).toBe(400)
  expect((await as(ada).get('team_tags')).status).toBe(400)
})
