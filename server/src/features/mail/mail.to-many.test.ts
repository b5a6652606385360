import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { archiveMembership, setMembership } from '../users/users.memberships.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const WORDS = { subject: 'Freezer 3', body: 'It is being defrosted.\n\nTake out your samples.' }

async function givenTeam() {
  const app = await testApp()
  const root = await app.given.user({ isSysadmin: true, email: 'root@example.org' })
  const ada = await app.given.user({ email: 'ada@example.org', firstname: 'Ada', lastname: 'Lovelace' })
  const bob = await app.given.user({ email: 'bob@example.org' })
  const old = await app.given.user({ email: 'old@example.org' })
  await app.given.user({ email: 'new@example.org', isValidated: false })
  await archiveMembership(app.ctx, AUTHOR, old.id, 1)
  const server = await mailServer()
  await server.use(app.ctx)
  return { app, as: app.as, ctx: app.ctx, root, ada, bob, server }
}

test('test: one message to the given address, for sysadmins', async () => {
  const { as, root, ada, server } = await givenTeam()
  const sent = await as(root).post('instance', { action: 'test', email: 'admin@example.org' })
  expect(sent).toMatchObject({ status: 201, path: '/api/v2/instance/1' })
  expect(server.mails).toMatchObject([{ to: ['admin@example.org'] }])
  expect((await as(ada).post('instance', { action: 'test', email: 'x@example.org' })).status).toBe(403)
  expect((await as(root).post('instance', { action: 'test', email: 'no address' })).status).toBe(400)
  expect((await as(root).post('instance', { action: 'test' })).status).toBe(400)
})

test('email: to all active people, admins or sysadmins, who do not see each other', async () => {
  const { as, ctx, root, ada, bob, server } = await givenTeam()
  await setMembership(ctx, AUTHOR, bob.id, 1, { is_admin: 1 })
  const send = (target: string) => as(root).post('instance', { action: 'email', target, ...WORDS })
  expect(await send('active_users')).toMatchObject({ status: 201, path: '/api/v2/instance/3' })
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.to.sort()).toEqual(['ada@example.org', 'bob@example.org', 'root@example.org'])
  expect(server.mails[0]?.raw).not.toContain('ada@example.org')
  expect(server.mails[0]?.text).toContain('Take out your samples.')
  expect((await send('admins')).path).toBe('/api/v2/instance/1')
  expect((await send('sysadmins')).path).toBe('/api/v2/instance/1')
  expect(server.mails.slice(1).map(({ to }) => to)).toEqual([['bob@example.org'], ['root@example.org']])
  expect((await send('everybody')).status).toBe(400)
  expect((await as(ada).post('instance', { action: 'email', target: 'admins', ...WORDS })).status).toBe(403)
})

test('emailteam: to the team or a group of it, by anybody, answers go to the writer; single messages if set so', async () => {
  const { app, as, ctx, ada, bob, server } = await givenTeam()
  await server.use(ctx, { email_send_grouped: '0' })
  const sent = await as(ada).post('instance', { action: 'emailteam', target: 'team', ...WORDS })
  expect(sent.path).toBe('/api/v2/instance/3')
  expect(server.mails.map(({ to }) => to)).toEqual([['root@example.org'], ['ada@example.org'], ['bob@example.org']])
  expect(server.mails[0]?.header('Reply-To')).toBe('Ada Lovelace <ada@example.org>')
  const admin = await app.given.user({ isAdmin: true })
  const group = await as(admin).post('teams/1/teamgroups', { name: 'Crystals' })
  await as(admin).patch(`teams/1/teamgroups/${group.id}`, { how: 'add', userid: bob.id })
  server.mails.length = 0
  const toGroup = (id: number) => as(ada).post('instance', { action: 'emailteam', target: `teamgroup_${id}`, ...WORDS })
  expect((await toGroup(group.id)).path).toBe('/api/v2/instance/1')
  expect(server.mails.map(({ to }) => to)).toEqual([['bob@example.org']])
  expect((await toGroup(999)).status).toBe(404)
  expect((await as(ada).post('instance', { action: 'emailteam', target: 'team', subject: 'x' })).status).toBe(400)
})

test('emailbookers: nobody has booked anything; unknown actions are 400 for sysadmins and 403 for others', async () => {
  const { as, root, ada, server } = await givenTeam()
  const item = await as(ada).post('items', {})
  const sent = await as(ada).post('instance', { action: 'emailbookers', entity_id: item.id, ...WORDS })
  expect(sent).toMatchObject({ status: 201, path: '/api/v2/instance/0' })
  expect((await as(ada).post('instance', { action: 'emailbookers', entity_id: 999, ...WORDS })).status).toBe(404)
  for (const body of [{}, { action: 'nonsense' }]) {
    expect((await as(root).post('instance', body)).status).toBe(400)
    expect((await as(ada).post('instance', body)).status).toBe(403)
  }
  expect((await as(root).get('instance')).status).toBe(400)
  expect(server.mails).toEqual([])
})

test('a message that the server refuses is 400 with its reason', async () => {
  const { as, ctx, root } = await givenTeam()
  const refusing = await mailServer({ refuse: () => 550 })
  await refusing.use(ctx)
  const refused = await as(root).post('instance', { action: 'email', target: 'sysadmins', ...WORDS })
  expect(refused).toMatchObject({ status: 400, body: { reason: 'instance.mail_failed' } })
})

test.each(['0', '1'])(
  'one refused recipient stops no others, and only accepted ones count (grouped: %s)',
  async (way) => {
    const { as, ctx, root } = await givenTeam()
    const picky = await mailServer({ refuse: (address) => (address === 'ada@example.org' ? 550 : undefined) })
    await picky.use(ctx, { email_send_grouped: way })
    const sent = await as(root).post('instance', { action: 'email', target: 'active_users', ...WORDS })
    expect(sent).toMatchObject({ status: 201, path: '/api/v2/instance/2' })
    expect(picky.mails.flatMap(({ to }) => to).sort()).toEqual(['bob@example.org', 'root@example.org'])
    const events = await ctx.db.read.selectFrom('events').select('changes').where('subject', '=', 'mail').execute()
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).toMatch(/recipients\W+after\W+2\b/)
  },
)

test('a member writes to the team 20 times an hour at most', async () => {
  const { as, ctx, root, ada, server } = await givenTeam()
  const write = (by: TestUser) => as(by).post('instance', { action: 'emailteam', target: 'team', ...WORDS })
  for (let letter = 0; letter < 20; letter++) expect((await write(ada)).status).toBe(201)
  expect(await write(ada)).toMatchObject({ status: 429, body: { reason: 'instance.too_many_letters' } })
  expect(server.mails).toHaveLength(20)
  expect((await write(root)).status).toBe(201)
  const { now } = ctx
  ctx.now = () => new Date(Date.parse(now()) + 3_600_000).toISOString()
  expect((await write(ada)).status).toBe(201)
})
