import { rename } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Notification } from '@aliquot/contract/notifications'
import type { Webhook, WebhookDelivery } from '@aliquot/contract/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { type Receiver, startReceiver } from '../../../test/webhooks/receiver.ts'
import { verify } from '../../verify/verify.ts'
import { checkRunning } from '../instance/checks.ts'
import { sendDue } from '../mail/mail.outbox.ts'
import { archiveMembership, setAdmin } from '../users/users.memberships.ts'
import { startWebhooks } from './delivery/deliverer.ts'
import { type DeliveryOptions, USUAL } from './delivery/options.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const ALLOW = { WEBHOOK_ALLOW: '127.0.0.0/8' }
const SHORT: DeliveryOptions = {
  ...USUAL,
  pausesMs: [50, 100],
  timeLimitMs: 1000,
  betweenLooksMs: 10,
  // The tests themselves keep the process busy.
  giveWayMs: 0,
  restMs: 200,
}

async function lab(options: DeliveryOptions = SHORT, env: Record<string, string> = ALLOW): Promise<TestApp> {
  const made = await testApp(env)
  const { stop } = startWebhooks(made.ctx, options)
  onTestFinished(stop)
  return made
}

const within = { timeout: 10_000, interval: 20 }

test('a webhook gets what its owner may see from now on, in order', async () => {
  const { as, given } = await lab()
  const receiver = await startReceiver()
  const [ada, bob] = [await given.user(), await given.user()]
  await given.experiment(ada)
  const made = await as(ada).post('webhooks', {
    url: receiver.url,
    kinds: ['experiment.created', 'experiment.updated'],
  })
  expect(made).toMatchObject({ status: 201, path: `/api/v2/webhooks/${made.id}` })
  expect(made.body).toEqual({ id: made.id, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) })

  await given.experiment(bob, { title: 'Private', canread_base: 10 })
  const id = await given.experiment(ada, { title: 'Crystals' })
  await expect.poll(() => receiver.got.filter(({ body }) => body.data.entity?.id === id), within).toHaveLength(2)
  expect(receiver.got.at(-1)?.body).toEqual({
    type: 'experiment.updated',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: expect.objectContaining({
      kind: 'experiment.updated',
      entity: expect.objectContaining({ type: 'experiments', id, title: 'Crystals' }),
      author: { userid: ada.id, fullname: expect.any(String) },
      fields: ['title'],
    }),
  })
  expect(receiver.got.map(({ raw }) => raw).join()).not.toContain('Private')
  expect(receiver.got.at(-1)?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^msg_[\w-]+$/),
  })

  const last = async () => (await as(ada).get<WebhookDelivery[]>(`webhooks/${made.id}/deliveries?limit=1`)).body
  // The row is stored after the answer.
  await expect.poll(async () => (await last())[0]?.kind, within).toBe('experiment.updated')
  const log = await last()
  expect(log).toMatchObject([
    { kind: 'experiment.updated', status: 204, attempt: 1, error: null, ms: expect.any(Number) },
  ])
  expect(log[0]?.change).toBe(receiver.got.at(-1)?.body.data.cursor)
  expect(log[0]?.message).toBe(receiver.got.at(-1)?.headers['webhook-id'])
})

test('a receiver that fails gets the same message again, later ones of the entry wait, others do not', async () => {
  const { as, given } = await lab()
  const receiver = await startReceiver()
  const ada = await given.user()
  const [held, free] = [await given.experiment(ada), await given.experiment(ada)]
  const of = (entry: number) => receiver.got.filter(({ body }) => body.data.entity?.id === entry)
  // Fails until the other entry has come.
  receiver.answer = ({ body }) => (body.data.entity?.id === held && of(free).length === 0 ? 500 : 200)
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.updated'] })
  await as(ada).patch(`experiments/${held}`, { title: 'one' })
  await as(ada).patch(`experiments/${held}`, { title: 'two', rating: 1 })
  await expect.poll(() => of(held).length, within).toBeGreaterThan(1)
  await as(ada).patch(`experiments/${free}`, { title: 'other' })
  await expect.poll(() => new Set(of(held).map(({ body }) => body.data.cursor)).size, within).toBe(2)
  const messages = of(held).map(({ headers }) => headers['webhook-id'])
  const last = messages.pop()
  expect(new Set(messages).size).toBe(1)
  expect(last).not.toBe(messages[0])
  const log = async () => (await as(ada).get<WebhookDelivery[]>(`webhooks/${id}/deliveries`)).body
  await expect.poll(async () => (await log()).length, within).toBe(messages.length + 2)
  const attempts = (await log()).filter(({ message }) => message === messages[0]).reverse()
  expect(attempts.map(({ attempt }) => attempt)).toEqual(messages.map((_, index) => index + 1))
  expect(attempts[0]).toMatchObject({ status: 500, reason: 'status' })
  expect(attempts.at(-1)).toMatchObject({ status: 200, error: null })
  await expect.poll(async () => (await as(ada).get<Webhook>(`webhooks/${id}`)).body.failing_since, within).toBeNull()
})

test('a deliverer that starts anew goes on where the last one was, and repeats nothing that was delivered', async () => {
  const app = await testApp(ALLOW)
  const { as, given, ctx } = app
  const receiver = await startReceiver()
  const ada = await given.user()
  const [held, free] = [await given.experiment(ada), await given.experiment(ada)]
  await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.updated'] })
  receiver.answer = ({ body }) => (body.data.entity?.id === held ? 503 : 200)
  const first = startWebhooks(ctx, { ...SHORT, pausesMs: [60_000] })
  await as(ada).patch(`experiments/${held}`, { title: 'held' })
  await as(ada).patch(`experiments/${free}`, { title: 'free' })
  await expect.poll(() => receiver.got.length, within).toBe(2)
  await expect
    .poll(async () => (await ctx.db.read.selectFrom('webhook_deliveries').selectAll().execute()).length, within)
    .toBe(2)
  await first.stop()
  await as(ada).patch(`experiments/${free}`, { title: 'after' })
  receiver.answer = () => 200
  const second = startWebhooks(ctx, SHORT)
  onTestFinished(second.stop)
  await expect.poll(() => receiver.got.length, within).toBe(4)
  const titles = receiver.got.map(({ body }) => [body.data.entity?.id, body.data.cursor])
  expect(new Set(titles.map(String)).size).toBe(3)
})

test.each<[string, (receiver: Receiver) => void, object]>([
  [
    'a redirect',
    (receiver) =>
      (receiver.answer = () => (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
    { status: 302, reason: 'redirect' },
  ],
  ['an error', (receiver) => (receiver.answer = () => 400), { status: 400, reason: 'status' }],
  ['no answer', (receiver) => (receiver.answer = () => () => {}), { status: null, reason: 'timeout' }],
  [
    'an answer that changes the protocol',
    (receiver) =>
      (receiver.answer =
        () =>
        ({ socket }) => {
          socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: nonsense\r\n\r\n')
        }),
    { status: 101, reason: 'status' },
  ],
  [
    'a broken connection',
    (receiver) => (receiver.answer = () => (response) => response.destroy()),
    { status: null, reason: 'unreachable' },
  ],
])('%s is a failure that the log names', async (_name, set, expected) => {
  const { as, given } = await lab()
  const receiver = await startReceiver()
  set(receiver)
  const ada = await given.user()
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.created'] })
  await given.experiment(ada)
  const log = async () => (await as(ada).get<WebhookDelivery[]>(`webhooks/${id}/deliveries`)).body
  await expect.poll(async () => (await log()).length, within).toBeGreaterThan(1)
  expect((await log()).at(-1)).toMatchObject({ attempt: 1, ...expected })
  expect((await as(ada).get<Webhook>(`webhooks/${id}`)).body).toMatchObject({
    active: 1,
    failing_since: expect.any(String),
  })
})

test('receivers that hang do not hold up others, nor do tests that are sent to them', async () => {
  const { as, given } = await lab({ ...SHORT, timeLimitMs: 20_000, roomMs: 100 })
  const [hanging, well] = [await startReceiver(), await startReceiver()]
  const held: ServerResponse[] = []
  hanging.answer = () => (response) => held.push(response)
  const [eve, ada] = [await given.user(), await given.user()]
  const kinds = ['experiment.created']
  const ids: number[] = []
  for (let hook = 0; hook < 8; hook++) ids.push((await as(eve).post('webhooks', { url: hanging.url, kinds })).id)
  await as(ada).post('webhooks', { url: well.url, kinds })
  for (let entry = 0; entry < 4; entry++) await given.experiment(eve)
  await expect.poll(() => hanging.got.length, within).toBe(32)
  await expect.poll(() => well.got.length, within).toBe(4)

  const tests = ids.map((id) => as(eve).post(`webhooks/${id}`, { action: 'test' }))
  await expect.poll(() => hanging.got.length, within).toBe(40)
  const { id } = await as(ada).post('webhooks', { url: well.url })
  const start = performance.now()
  expect((await as(ada).post(`webhooks/${id}`, { action: 'test' })).body).toMatchObject({ delivery: { status: 204 } })
  expect(performance.now() - start).toBeLessThan(8000)
  hanging.answer = () => 204
  for (const response of held) response.writeHead(204).end()
  await Promise.all(tests)
}, 30_000)

test('an endless answer counts by its status, and is not read to the end', async () => {
  const { as, given } = await lab()
  const receiver = await startReceiver()
  let sent = 0
  receiver.answer = () => (response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const ada = await given.user()
  const { id } = await as(ada).post('webhooks', { url: receiver.url })
  const { body } = await as(ada).post(`webhooks/${id}`, { action: 'test' })
  expect(body).toMatchObject({ id, delivery: { status: 200, error: null, change: null, kind: 'webhook.test' } })
  expect(sent).toBeLessThan(50_000_000)
})

test('410 switches off at once, and days of failures do so in the end', async () => {
  const { as, given, ctx } = await lab()
  const receiver = await startReceiver()
  const ada = await given.user()
  receiver.answer = () => 410
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.created'] })
  const hook = async () => (await as(ada).get<Webhook>(`webhooks/${id}`)).body
  await given.experiment(ada)
  await expect.poll(async () => await hook(), within).toMatchObject({ active: 0, off_reason: 'gone' })
  expect(receiver.got).toHaveLength(1)

  receiver.answer = () => 500
  await as(ada).patch(`webhooks/${id}`, { active: 1 })
  expect(await hook()).toMatchObject({ active: 1, off_reason: null })
  await expect.poll(() => receiver.got.length, within).toBeGreaterThan(2)
  expect(await hook()).toMatchObject({ active: 1 })
  const later = Date.now() + 72 * 3_600_000 - Date.now()
  ctx.now = () => new Date(Date.now() + later).toISOString()
  await expect.poll(async () => await hook(), within).toMatchObject({ active: 0, off_reason: 'failing' })

  // Nothing is lost: it goes on with what failed.
  receiver.answer = () => 200
  const before = receiver.got.length
  await as(ada).patch(`webhooks/${id}`, { active: 1 })
  await expect.poll(() => receiver.got.length, within).toBe(before + 1)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('after a change or a new start what failed is tried at once, and for three days again', async () => {
  const { as, given, ctx } = await lab({ ...SHORT, pausesMs: [3_600_000] })
  const [broken, well] = [await startReceiver(), await startReceiver()]
  broken.answer = () => 500
  const ada = await given.user()
  const { id } = await as(ada).post('webhooks', { url: broken.url, kinds: ['experiment.created'] })
  const hook = async () => (await as(ada).get<Webhook>(`webhooks/${id}`)).body
  await given.experiment(ada)
  await expect.poll(async () => (await hook()).failing_since, within).not.toBeNull()
  ctx.now = () => new Date(Date.now() + 73 * 3_600_000).toISOString()
  await expect.poll(async () => await hook(), within).toMatchObject({ active: 0, off_reason: 'failing' })
  expect(broken.got).toHaveLength(2)

  // Still broken: this is the first failure of another three days.
  expect((await as(ada).patch(`webhooks/${id}`, { active: 1 })).body).toMatchObject({ failing_since: null })
  await expect.poll(() => broken.got.length, within).toBe(3)
  await expect.poll(async () => (await hook()).failing_since, within).not.toBeNull()
  expect(await hook()).toMatchObject({ active: 1, off_reason: null })

  await as(ada).patch(`webhooks/${id}`, { url: well.url })
  await expect.poll(() => well.got.length, within).toBe(1)
  expect(well.got[0]?.headers['webhook-id']).toBe(broken.got[0]?.headers['webhook-id'])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a server without the key of the secrets switches nothing off, and delivers once it has it', async () => {
  const { as, given, ctx } = await lab()
  const receiver = await startReceiver()
  const ada = await given.user()
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.created'] })
  const hook = async () => (await as(ada).get<Webhook>(`webhooks/${id}`)).body
  const file = join(ctx.config.DATA_DIR, 'secrets.key')
  await rename(file, `${file}.away`)
  await given.experiment(ada)
  const log = async () => (await as(ada).get<WebhookDelivery[]>(`webhooks/${id}/deliveries`)).body
  await expect.poll(async () => (await log()).length, within).toBeGreaterThan(1)
  expect((await log())[0]).toMatchObject({ status: null, reason: 'secret' })
  expect(await hook()).toMatchObject({ active: 1, off_reason: null })
  await rename(`${file}.away`, file)
  await expect.poll(() => receiver.got.length, within).toBe(1)

  await rename(file, `${file}.away`)
  await given.experiment(ada)
  await expect.poll(async () => (await hook()).failing_since, within).not.toBeNull()
  ctx.now = () => new Date(Date.now() + 72 * 3_600_000).toISOString()
  await expect.poll(async () => await hook(), within).toMatchObject({ active: 0, off_reason: 'secret' })
})

test('its owner is told that it was switched off, in the bell and by mail in their language', async () => {
  const { as, given, ctx } = await lab(SHORT, { ...ALLOW, BASE_URL: 'https://notebook.example.org' })
  const receiver = await startReceiver()
  const server = await mailServer()
  await server.use(ctx)
  const [ada, bob] = [await given.user(), await given.user()]
  await as(ada).patch('users/me', { lang: 'de_DE' })
  receiver.answer = () => 410
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.created'] })
  await given.experiment(ada)
  const news = async (of: TestUser) => (await as(of).get<Notification[]>('users/me/notifications')).body
  await expect.poll(async () => await news(ada), within).toHaveLength(1)
  const health = await checkRunning(ctx.config, ctx.db)
  expect(health.find(({ name }) => name === 'webhooks')).toMatchObject({ state: 'warning', code: 'webhooks.failing' })
  expect(await news(ada)).toMatchObject([
    { category: 130, is_ack: 0, body: { webhook: id, url: receiver.url, scope: 'user', reason: 'gone' } },
  ])
  expect(await news(bob)).toEqual([])
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.header('Subject')).toBe('Ein Webhook wurde abgeschaltet')
  expect(server.mails[0]?.text).toContain(receiver.url)
  expect(server.mails[0]?.text).toContain('https://notebook.example.org/account/webhooks')
})

test('what is sent is what its owner may see when it is sent', async () => {
  const { as, given } = await lab({ ...SHORT, pausesMs: [600] })
  const receiver = await startReceiver()
  const [ada, bob] = [await given.user(), await given.user()]
  const id = await given.experiment(bob, { title: 'Shared', canread_base: 30 })
  await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.updated', 'access.lost'] })
  receiver.answer = () => 500
  await as(bob).patch(`experiments/${id}`, { title: 'Secret plan' })
  await expect.poll(() => receiver.got.length, within).toBe(1)
  await as(bob).patch(`experiments/${id}`, { canread_base: 10 })
  receiver.answer = () => 200
  await expect.poll(() => receiver.kinds.at(-1), within).toBe('access.lost')
  expect(receiver.kinds).toEqual(['experiment.updated', 'access.lost'])
  expect(receiver.got[1]?.body.data.entity).toMatchObject({ id, title: null })
})

test('the webhooks of an archived owner and of a former admin stop', async () => {
  const { as, given, ctx } = await lab()
  const receiver = await startReceiver()
  const [root, ada, bob] = [await given.user({ isSysadmin: true }), await given.user(), await given.user()]
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  await setAdmin(ctx, AUTHOR, root.id, root.team, true)
  const { id: ofTeam } = await as(ada).post('webhooks', {
    url: receiver.url,
    scope: 'team',
    kinds: ['experiment.created'],
  })
  const { id: own } = await as(bob).post('webhooks', { url: receiver.url, kinds: ['experiment.created'] })
  await given.experiment(root)
  await expect.poll(() => receiver.got.length, within).toBe(2)
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, false)
  await archiveMembership(ctx, AUTHOR, bob.id, bob.team, true)
  await given.experiment(root)
  const hook = async (id: number) =>
    (await ctx.db.read.selectFrom('webhooks').selectAll().where('id', '=', id).execute())[0]
  await expect.poll(() => hook(ofTeam), within).toMatchObject({ active: 0, off_reason: 'owner' })
  await expect.poll(() => hook(own), within).toMatchObject({ active: 0, off_reason: 'owner' })
  expect(receiver.got).toHaveLength(2)
  // Another admin resumes it, and what they may see is sent.
  expect((await as(root).patch<Webhook>(`webhooks/${ofTeam}`, { active: 1 })).body).toMatchObject({
    active: 1,
    userid: root.id,
  })
  await expect.poll(() => receiver.got.length, within).toBe(3)
})

test('another admin who changes the address gets only what they may see', async () => {
  const { as, given, ctx } = await lab()
  const [mine, theirs] = [await startReceiver(), await startReceiver()]
  const [ada, eve] = [await given.user(), await given.user()]
  for (const { id, team } of [ada, eve]) await setAdmin(ctx, AUTHOR, id, team, true)
  const { id } = await as(ada).post('webhooks', { url: mine.url, scope: 'team', kinds: ['experiment.updated'] })
  expect((await as(eve).patch<Webhook>(`webhooks/${id}`, { active: 0 })).body).toMatchObject({ userid: ada.id })
  expect((await as(eve).patch<Webhook>(`webhooks/${id}`, { url: theirs.url, active: 1 })).body).toMatchObject({
    userid: eve.id,
  })
  await given.experiment(ada, { title: 'Only me', canread_base: 10 })
  const shared = await given.experiment(ada, { title: 'For all' })
  await expect.poll(() => theirs.got.map(({ body }) => body.data.entity?.id), within).toContain(shared)
  expect(JSON.stringify(theirs.got)).not.toContain('Only me')
  expect(mine.got).toHaveLength(0)
})

test('a sysadmin of another team who takes over a webhook of the instance gets what they may see', async () => {
  const { as, given, ctx } = await lab()
  const receiver = await startReceiver()
  const team = await given.team()
  const [root, other] = [await given.user({ isSysadmin: true }), await given.user({ isSysadmin: true, team })]
  const kinds = ['experiment.created']
  const { id } = await as(root).post('webhooks', { url: receiver.url, scope: 'instance', kinds, active: 0 })
  const taken = await as(other).patch<Webhook>(`webhooks/${id}`, { active: 1 })
  expect(taken.body).toMatchObject({ userid: other.id, team, active: 1 })
  const entry = await given.experiment(other)
  await expect.poll(() => receiver.got.map(({ body }) => body.data.entity?.id), within).toEqual([entry])
  expect((await as(root).get<Webhook>(`webhooks/${id}`)).body).toMatchObject({ active: 1, off_reason: null })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a webhook of a team gets entries and tags of the team, and nothing of its owner alone', async () => {
  const { as, given, ctx } = await lab()
  const receiver = await startReceiver()
  const other = await given.team()
  const [ada, bob] = [await given.user(), await given.user({ team: other })]
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  await as(ada).post('webhooks', { url: receiver.url, scope: 'team' })
  await as(ada).post('todolist', { content: 'x' })
  await given.experiment(bob, { canread_base: 50 })
  const id = await given.experiment(ada)
  await as(ada).post(`experiments/${id}/tags`, { tag: 'new' })
  await expect.poll(() => receiver.kinds, within).toContain('tag.created')
  await expect.poll(() => receiver.kinds, within).toContain('experiment.updated')
  expect(receiver.kinds.sort()).toEqual(['experiment.created', 'experiment.updated', 'tag.created'])
})

test('everything since an instant is sent again, or one change', async () => {
  const { as, given } = await lab()
  const receiver = await startReceiver()
  const ada = await given.user()
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.created'] })
  await given.experiment(ada)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const since = new Date().toISOString()
  const [second, third] = [await given.experiment(ada), await given.experiment(ada)]
  await expect.poll(() => receiver.got.length, within).toBe(3)
  expect((await as(ada).post(`webhooks/${id}`, { action: 'redeliver', since })).status).toBe(200)
  await expect.poll(() => receiver.got.length, within).toBe(5)
  expect(
    receiver.got
      .slice(3)
      .map(({ body }) => body.data.entity?.id)
      .sort(),
  ).toEqual([second, third])
  const { body: log } = await as(ada).get<WebhookDelivery[]>(`webhooks/${id}/deliveries`)
  const again = await as(ada).post(`webhooks/${id}/deliveries/${log.at(-1)?.id}`, { action: 'redeliver' })
  expect(again).toMatchObject({ status: 200, body: { status: 204, attempt: 2, message: log.at(-1)?.message } })
  expect(receiver.got.at(-1)?.headers['webhook-id']).toBe(log.at(-1)?.message)
  expect((await as(ada).post(`webhooks/${id}/deliveries/99999`, { action: 'redeliver' })).status).toBe(404)
})

test('lost access is sent again, too', async () => {
  const { as, given } = await lab()
  const receiver = await startReceiver()
  const [ada, ben] = [await given.user(), await given.user()]
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['access.lost'] })
  const since = new Date().toISOString()
  const shared = await given.experiment(ben)
  await as(ben).patch(`experiments/${shared}`, { canread_base: 10, canwrite_base: 10 })
  await expect.poll(() => receiver.got.length, within).toBe(1)
  expect((await as(ada).post(`webhooks/${id}`, { action: 'redeliver', since })).status).toBe(200)
  await expect.poll(() => receiver.got.length, within).toBe(2)
  expect(receiver.got.map(({ body }) => [body.type, body.data.entity?.id])).toEqual([
    ['access.lost', shared],
    ['access.lost', shared],
  ])
})

test('a paused webhook sends nothing, and goes on where it was', async () => {
  const { as, given } = await lab()
  const receiver = await startReceiver()
  const ada = await given.user()
  const { id } = await as(ada).post('webhooks', { url: receiver.url, kinds: ['experiment.created'], active: 0 })
  await given.experiment(ada)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(receiver.got).toHaveLength(0)
  await as(ada).patch(`webhooks/${id}`, { active: 1 })
  await expect.poll(() => receiver.got.length, within).toBe(1)
})

test.each<[unknown, string]>([
  [{}, 'url'],
  [{ url: 7 }, 'url'],
  [{ url: '' }, 'url'],
  [{ url: 'nonsense' }, 'url'],
  [{ url: 'ftp://example.org/' }, 'url'],
  [{ url: 'javascript:alert(1)' }, 'url'],
  [{ url: 'http://example.org/' }, 'url'],
  [{ url: 'https://user:password@example.org/' }, 'url'],
  [{ url: `https://example.org/${'x'.repeat(2000)}` }, 'url'],
  [{ url: 'https://example.org/\0' }, 'url'],
  ...[
    ...['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1', '127.1', '2130706433', '0x7f.1', '017700000001', '0'],
    ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]'],
    ...['[fc00::1]', '[ff02::1]', '[2001::1]', '１２７.0.0.1', '127。0。0。1'],
  ].map((host): [unknown, string] => [{ url: `https://${host}/` }, 'url']),
  [{ url: 'https://example.org', kinds: 'comment.created' }, 'kinds'],
  [{ url: 'https://example.org', kinds: [] }, 'kinds'],
  [{ url: 'https://example.org', kinds: ['comment.crated'] }, 'kinds'],
  [{ url: 'https://example.org', kinds: ['__proto__'] }, 'kinds'],
  [{ url: 'https://example.org', kinds: [7] }, 'kinds.0'],
  [{ url: 'https://example.org', scope: 'world' }, 'scope'],
  [{ url: 'https://example.org', entity_type: 'users' }, 'entity_type'],
  [{ url: 'https://example.org', active: 'maybe' }, 'active'],
  [{ url: 'https://example.org', userid: 1 }, 'userid'],
  [{ url: 'https://example.org', secret: 'mine' }, 'secret'],
])('POST %j is refused and names %s', async (body, field) => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const before = await digestDatabase(ctx)
  expect(await as(ada).post('webhooks', body)).toMatchObject({ status: 400, body: { field } })
  expect(await digestDatabase(ctx)).toEqual(before)
})

test('wrong changes and actions are refused', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post('webhooks', { url: 'https://receiver.invalid/' })
  for (const body of [{ url: 'https://10.0.0.1/' }, { kinds: [] }, { scope: 'team' }, { userid: 2 }, { active: 2 }]) {
    expect((await as(ada).patch(`webhooks/${id}`, body)).status, JSON.stringify(body)).toBe(400)
  }
  for (const body of [
    {},
    { action: 'explode' },
    { action: 'redeliver' },
    { action: 'redeliver', since: 'yesterday' },
    { action: 'rotate', secret: 'x' },
  ]) {
    expect((await as(ada).post(`webhooks/${id}`, body)).status, JSON.stringify(body)).toBe(400)
  }
  for (const since of ['1000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
    expect((await as(ada).post(`webhooks/${id}`, { action: 'redeliver', since })).status).toBe(200)
  }
  expect((await as(ada).get('webhooks/99999')).status).toBe(404)
  expect((await as(ada).get('webhooks/abc')).status).toBe(400)
})

test('people have their own webhooks, admins those of their team, sysadmins those of the instance', async () => {
  const { as, given, ctx } = await testApp()
  const other = await given.team()
  const [root, ada, bob] = [await given.user({ isSysadmin: true }), await given.user(), await given.user()]
  const eve = await given.user({ team: other })
  await setAdmin(ctx, AUTHOR, ada.id, ada.team, true)
  await setAdmin(ctx, AUTHOR, eve.id, other, true)
  const url = 'https://receiver.invalid/'
  const { id: own } = await as(ada).post('webhooks', { url })
  const { id: ofTeam } = await as(ada).post('webhooks', { url, scope: 'team' })
  const { id: ofInstance } = await as(root).post('webhooks', { url, scope: 'instance' })
  expect((await as(bob).post('webhooks', { url, scope: 'team' })).status).toBe(403)
  expect((await as(ada).post('webhooks', { url, scope: 'instance' })).status).toBe(403)
  const ids = async (user: typeof ada, query = '') =>
    (await as(user).get<Webhook[]>(`webhooks${query}`)).body.map(({ id }) => id)
  expect(await ids(ada)).toEqual([own, ofTeam])
  expect(await ids(ada, '?scope=team')).toEqual([ofTeam])
  expect(await ids(root)).toEqual([ofInstance])
  expect(await ids(bob)).toEqual([])
  expect(await ids(eve)).toEqual([])
  for (const [user, hidden] of [
    [bob, own],
    [bob, ofTeam],
    [eve, ofTeam],
    [ada, ofInstance],
    [root, own],
    [root, ofTeam],
  ] as const) {
    expect((await as(user).get(`webhooks/${hidden}`)).status).toBe(404)
    expect((await as(user).patch(`webhooks/${hidden}`, { active: 0 })).status).toBe(404)
    expect((await as(user).delete(`webhooks/${hidden}`)).status).toBe(404)
    expect((await as(user).post(`webhooks/${hidden}`, { action: 'rotate' })).status).toBe(404)
    expect((await as(user).get(`webhooks/${hidden}/deliveries`)).status).toBe(404)
  }
  for (let more = 1; more < 10; more++) await as(ada).post('webhooks', { url })
  expect(await as(ada).post('webhooks', { url })).toMatchObject({ status: 422, body: { reason: 'webhook.too_many' } })
})

test('secrets are in no answer, no event and not readable in the table', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const made = await as(ada).post('webhooks', { url: 'https://receiver.invalid/' })
  const { secret } = made.body as { secret: string }
  const rotated = await as(ada).post(`webhooks/${made.id}`, { action: 'rotate' })
  const { secret: second } = rotated.body as { secret: string }
  expect(second).not.toBe(secret)
  const { body } = await as(ada).get(`webhooks/${made.id}`)
  expect(body).toMatchObject({ previous_until: expect.any(String) })
  const rows = await ctx.db.read.selectFrom('webhooks').selectAll().execute()
  const events = await ctx.db.read.selectFrom('events').selectAll().execute()
  const all = JSON.stringify([body, rows, events, (await as(ada).get('webhooks')).body])
  for (const one of [secret, second]) expect(all).not.toContain(one.slice(6))
  expect(events.filter(({ subject }) => subject === 'webhook').map(({ verb }) => verb)).toEqual(['created', 'updated'])
})

test('a name that resolves inside fails at the delivery', async () => {
  const { as, given } = await testApp({ WEBHOOK_ALLOW: '10.99.0.0/16' })
  const ada = await given.user()
  expect((await as(ada).post('webhooks', { url: 'https://127.0.0.1/' })).status).toBe(400)
  const { id } = await as(ada).post('webhooks', { url: 'https://ip6-localhost/' })
  const { body } = await as(ada).post(`webhooks/${id}`, { action: 'test' })
  expect((body as { delivery: WebhookDelivery }).delivery).toMatchObject({
    status: null,
    reason: expect.stringMatching(/inside|unknown_name/),
  })
})

test('a stale change is refused, and removing takes the log along', async () => {
  const { as, given, ctx } = await lab()
  const receiver = await startReceiver()
  const ada = await given.user()
  const { id, path = '' } = await as(ada).post('webhooks', { url: receiver.url })
  await as(ada).post(`webhooks/${id}`, { action: 'test' })
  const { headers } = await as(ada).get(path)
  await as(ada).patch(path, { kinds: ['comment.created'] })
  const stale = { 'if-match': headers.etag ?? '' }
  expect((await as(ada).patch(path, { active: 0 }, stale)).status).toBe(412)
  expect((await as(ada).delete(path, undefined, stale)).status).toBe(412)
  expect((await as(ada).delete(path)).status).toBe(204)
  expect((await as(ada).get(path)).status).toBe(404)
  expect(await ctx.db.read.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
})
