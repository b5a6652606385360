import type { FeedChange, FeedPage } from '@aliquot/contract/changes'
import type { CompiledQuery } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cookieOf, givenPerson, PASSWORD } from '../../../../test/browser.ts'
import { type TestApp, type TestUser, testApp } from '../../../../test/harness.ts'
import { listen } from '../../../../test/raw-request.ts'
import { TestStream } from '../../../../test/streams/event-stream.ts'
import { eventually } from '../../../../test/time/eventually.ts'
import { buildApp } from '../../../app.ts'
import { change } from '../../../change.ts'
import type { Context } from '../../../context.ts'
import type { DbConnection } from '../../../db/connection.ts'
import { SYSTEM } from '../../../journal/record.ts'
import { openContext } from '../../../start.ts'
import { changeSettings } from '../../config/config.service.ts'
import { addGroup, addMember, removeMember } from '../../teamgroups/teamgroups.change.ts'
import { archiveMembership } from '../../users/users.memberships.ts'
import { Batch } from './batch.ts'

type Lab = Awaited<ReturnType<typeof openLab>>

async function openLab(env: Record<string, string> = {}) {
  const test = await testApp(env)
  const port = await listen(test)
  const open = (user: Pick<TestUser, 'key'>, query = 'after=now', headers: Record<string, string> = {}) =>
    TestStream.open(port, query && `?${query}`, { authorization: user.key, ...headers })
  const { ctx, as, given, app } = test
  return { test, ctx, as, given, app, port, open }
}

async function readFeed(app: Pick<TestApp, 'as'>, user: TestUser, after: string): Promise<FeedChange[]> {
  return (await app.as(user).get<FeedPage>(`changes?limit=1000&after=${after}`)).body.changes
}

/** Many events of one entry. */
function changeOften(ctx: Context, id: number, times: number): Promise<void> {
  return change(ctx, SYSTEM, async (work) => {
    const place = { chain: id, subject: 'entity', subjectId: id, verb: 'updated' } as const
    const changes = { title: { before: 'a', after: 'b' } }
    await work.recordAll(Array.from({ length: times }, () => ({ ...place, changes, seal: null })))
  })
}

/** Titles are those of the moment at which a change is told. */
const withoutTitles = (changes: readonly FeedChange[]) =>
  changes.map((one) => ({ ...one, entity: one.entity && { ...one.entity, title: '' } }))

test('tells at once what the feed tells, with cursors as ids', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user({ team: await lab.given.team() })]
  const stream = await lab.open(ada)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const from = stream.lastId
  const id = await lab.given.experiment(ada, { title: 'Crystals' })
  await lab.as(ada).post(`experiments/${id}/comments`, { comment: 'Pure' })
  await lab.given.experiment(ben)
  await lab.as(ada).post(`experiments/${id}/steps`, { body: 'Weigh' })
  await stream.until(({ kinds }) => kinds.includes('step.created'))
  const feed = await readFeed(lab, ada, from)
  expect(withoutTitles(stream.changes)).toEqual(withoutTitles(feed))
  expect(stream.kinds).toEqual(feed.map(({ kind }) => kind))
  expect(stream.lastId).toBe(feed.at(-1)?.cursor)
})

test('goes on behind Last-Event-ID, which counts before after; without both it begins at the beginning', async () => {
  const lab = await openLab()
  const ada = await lab.given.user()
  const first = await lab.open(ada)
  for (const title of ['One', 'Two', 'Three']) await lab.given.experiment(ada, { title })
  await first.until(({ changes }) => changes.length === 6)
  first.close()
  const [, second] = first.changes
  const again = await lab.open(ada, 'after=now', { 'last-event-id': second?.cursor ?? '' })
  await again.until(({ changes }) => changes.length === 4)
  expect(withoutTitles(again.changes)).toEqual(withoutTitles(first.changes.slice(2)))
  const fresh = await lab.open(ada, 'after=now', { 'last-event-id': '' })
  expect(fresh.lastId).toBe((await lab.open(ada)).lastId)
  expect(fresh.changes).toEqual([])
  const whole = await lab.open(ada, '')
  await whole.until(({ changes }) => changes.length >= 6)
  expect(whole.changes.slice(-6).map(({ kind }) => kind)).toEqual(first.changes.map(({ kind }) => kind))
})

test('a long past comes whole and in order to a reader who pauses', async () => {
  const lab = await openLab()
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada, { title: 'T'.repeat(200) })
  const [{ cursor } = { cursor: '' }] = (await readFeed(lab, ada, '')).slice(-1)
  await changeOften(lab.ctx, id, 2500)
  const stream = await lab.open(ada, `after=${cursor}`)
  for (let part = 0; part < 3; part++) {
    stream.pause()
    await new Promise((resolve) => setTimeout(resolve, 50))
    stream.resume()
  }
  await stream.until(({ changes }) => changes.length === 2500, 20_000)
  expect(new Set(stream.changes.map((one) => one.cursor)).size).toBe(2500)
  expect(stream.hasEnded).toBe(false)
})

test('the filters of the feed hold, and what is wrong is refused', async () => {
  const lab = await openLab()
  const ada = await lab.given.user()
  const id = await lab.given.experiment(ada)
  const stream = await lab.open(ada, `after=now&kind=comment.created,step.created&entity_id=${id}&values=1`)
  await lab.as(ada).patch(`experiments/${id}`, { title: 'New' })
  const other = await lab.given.experiment(ada)
  await lab.as(ada).post(`experiments/${other}/comments`, { comment: 'Elsewhere' })
  await lab.as(ada).post(`experiments/${id}/comments`, { comment: 'Here' })
  await lab.as(ada).post(`experiments/${id}/steps`, { body: 'Weigh' })
  await stream.until(({ changes }) => changes.length === 2)
  expect(stream.changes).toMatchObject([{ values: { comment: { after: 'Here' } } }, { kind: 'step.created' }])
  expect((await lab.open(ada, 'kind=nonsense')).status).toBe(400)
  expect((await lab.open(ada, 'after=nonsense')).status).toBe(400)
  expect((await lab.open(ada, 'after=now', { 'last-event-id': 'nonsense' })).status).toBe(400)
  expect((await lab.open({ key: 'nonsense' })).status).toBe(401)
})

test('tells when access begins and ends', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user({ team: await lab.given.team() })]
  const id = await lab.given.experiment(ada, { canread_base: 10, canwrite_base: 10 })
  const group = await change(lab.ctx, SYSTEM, (work) => addGroup(work, { team: 1, name: 'Readers' }))
  const stream = await lab.open(ben)
  await lab.as(ada).patch(`experiments/${id}`, { canread: { teams: [], teamgroups: [group.id], users: [] } })
  await change(lab.ctx, SYSTEM, (work) => addMember(work, { teamgroup: group.id, userid: ben.id }))
  await stream.until(({ kinds }) => kinds.includes('access.gained'))
  await lab.as(ada).post(`experiments/${id}/comments`, { comment: 'Pure' })
  await stream.until(({ kinds }) => kinds.includes('comment.created'))
  await change(lab.ctx, SYSTEM, (work) => removeMember(work, { teamgroup: group.id, userid: ben.id }))
  await stream.until(({ kinds }) => kinds.includes('access.lost'))
  await lab.as(ada).post(`experiments/${id}/comments`, { comment: 'Secret' })
  const own = await lab.given.experiment(ben)
  await stream.until(({ changes }) => changes.some(({ entity }) => entity?.id === own))
  expect(stream.kinds.slice(0, 4)).toEqual(['access.gained', 'comment.created', 'access.lost', 'experiment.created'])
})

/** Ben reads an entry of Ada as a member of a group, and follows a stream. */
async function openShared() {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user({ team: await lab.given.team() })]
  const { id: teamgroup } = await change(lab.ctx, SYSTEM, (work) => addGroup(work, { team: 1, name: 'Readers' }))
  await change(lab.ctx, SYSTEM, (work) => addMember(work, { teamgroup, userid: ben.id }))
  const canread = { teams: [], teamgroups: [teamgroup], users: [] }
  const id = await lab.given.experiment(ada, { canread_base: 10, canwrite_base: 10, canread })
  const stream = await lab.open(ben)
  await lab.as(ada).post(`experiments/${id}/comments`, { comment: 'Pure' })
  await stream.until(({ kinds }) => kinds.includes('comment.created'))
  const moveOut = () => change(lab.ctx, SYSTEM, (work) => removeMember(work, { teamgroup, userid: ben.id }))
  const rename = () => lab.as(ada).patch(`experiments/${id}`, { title: 'Secret' })
  return { lab, id, stream, moveOut, rename }
}

/** The next batch is read after this is done. */
function beforeNextBatch(work: () => Promise<unknown>): void {
  const load = Batch.load.bind(Batch)
  vi.spyOn(Batch, 'load').mockImplementationOnce(async (...given) => {
    await work()
    return load(...given)
  })
  onTestFinished(() => void vi.restoreAllMocks())
}

const titlesOf = ({ changes }: TestStream) => changes.map(({ entity }) => entity?.title)

test('who leaves a group while a batch is read gets no title that came afterwards', async () => {
  const { lab, id, stream, moveOut, rename } = await openShared()
  beforeNextBatch(async () => {
    await moveOut()
    await rename()
  })
  await changeOften(lab.ctx, id, 1)
  await stream.until(({ kinds }) => kinds.includes('access.lost'))
  expect(titlesOf(stream)).not.toContain('Secret')
})

test('who has left a group far behind the batch that is told gets no title of now', async () => {
  const { lab, id, stream, moveOut, rename } = await openShared()
  const walked = await new Promise<number>((resolve) => {
    beforeNextBatch(async () => {
      await changeOften(lab.ctx, id, 1200)
      await change(lab.ctx, SYSTEM, async (work) => {
        for (let number = 0; number < 10; number++) await addGroup(work, { team: 1, name: `Group ${number}` })
      })
      await moveOut()
      await rename()
      resolve(await lab.ctx.feed.settled())
    })
    void changeOften(lab.ctx, id, 1)
  })
  expect(walked).toBeGreaterThan(1200)
  await stream.until(({ kinds }) => kinds.includes('access.lost'), 20_000)
  expect(titlesOf(stream)).not.toContain('Secret')
})

/** Lets the next read whose statement contains a text fail, as when the database restarts. */
function failNextRead({ db }: Context, part: string): void {
  const read = db.read as DbConnection
  let hasFailed = false
  const failOnce = (statement: string) => {
    if (hasFailed || !statement.includes(part)) return
    hasFailed = true
    throw new Error('The database restarts')
  }
  if (read.sync) {
    const { sync } = read
    const run = sync.run.bind(sync)
    vi.spyOn(sync, 'run').mockImplementation((statement, parameters) => {
      failOnce(statement)
      return run(statement, parameters)
    })
  } else {
    const run = read.executeQuery.bind(read)
    vi.spyOn(read, 'executeQuery').mockImplementation(async (query) => {
      failOnce((query as CompiledQuery).sql)
      return run(query as CompiledQuery)
    })
  }
  onTestFinished(() => {
    vi.restoreAllMocks()
    expect(hasFailed).toBe(true)
  })
}

test('streams that begin while the database fails are told all as soon as it answers', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user()]
  failNextRead(lab.ctx, 'principals_since')
  const streams = [await lab.open(ada), await lab.open(ben)]
  await lab.given.experiment(ada)
  for (const stream of streams) await stream.until(({ kinds }) => kinds.includes('experiment.created'))
})

test('ends within a second after the key, the session or the account has ended', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user()]
  const cleo = await givenPerson(lab.test)
  const cookie = cookieOf(await lab.as(undefined).post('session', { email: cleo.email, password: PASSWORD }))
  const ofKey = await lab.open(ada)
  const ofBen = await lab.open(ben)
  const ofSession = await TestStream.open(lab.port, '?after=now', { cookie })
  const stays = await lab.open(cleo)
  await lab.as(ada).delete(`apikeys/${ada.key.split('-')[0]}`)
  await ofKey.until(({ hasEnded }) => hasEnded, 1500)
  expect(ofBen.hasEnded).toBe(false)
  await archiveMembership(lab.ctx, { userid: null, via: 'test', address: '' }, ben.id, ben.team)
  await ofBen.until(({ hasEnded }) => hasEnded, 1500)
  expect(ofSession.hasEnded).toBe(false)
  expect((await lab.as(undefined).delete('session', undefined, { cookie })).status).toBe(204)
  await ofSession.until(({ hasEnded }) => hasEnded, 1500)
  expect(stays.hasEnded).toBe(false)
  expect(lab.ctx.streams.count).toBe(1)
})

test('a shorter time for sessions that are not used ends their streams and waiting requests', async () => {
  const lab = await openLab()
  const person = await givenPerson(lab.test)
  const cookie = cookieOf(await lab.as(undefined).post('session', { email: person.email, password: PASSWORD }))
  const { now } = lab.ctx
  lab.ctx.now = () => new Date(Date.parse(now()) + 30 * 60_000).toISOString()
  const stream = await TestStream.open(lab.port, '?after=now', { cookie })
  const waiting = lab.as(undefined).get('changes?after=now&wait=20', { cookie })
  await change(lab.ctx, SYSTEM, (work) => addGroup(work, { team: 1, name: 'Readers' }))
  expect(stream.hasEnded).toBe(false)
  await changeSettings(lab.ctx, { userid: null, via: 'test', address: '' }, { autologout_time: '20' })
  await stream.until(({ hasEnded }) => hasEnded, 1500)
  expect((await waiting).status).toBe(401)
})

describe('a reader who stops reading', () => {
  /** Changes of an entry, more than the buffers of both systems take. */
  async function changeMuch(lab: Lab, id: number): Promise<void> {
    for (let round = 0; round < 60; round++) await changeOften(lab.ctx, id, 500)
  }

  async function cursorsAfter(lab: Lab, ada: TestUser, from: string): Promise<string[]> {
    const all: string[] = []
    for (let after = from; ; ) {
      const { body } = await lab.as(ada).get<FeedPage>(`changes?limit=1000&after=${after}`)
      all.push(...body.changes.map(({ cursor }) => cursor))
      after = body.cursor
      if (!body.more) return all
    }
  }

  test('and goes on is not cut off, and gets the rest in order', async () => {
    const lab = await openLab()
    const ada = await lab.given.user()
    const id = await lab.given.experiment(ada)
    await lab.as(ada).patch(`experiments/${id}`, { title: 'Long '.repeat(50) })
    const stream = await lab.open(ada)
    const from = stream.lastId
    stream.pause()
    await changeMuch(lab, id)
    lab.ctx.signals.tell(ada.id, 'jobs')
    stream.resume()
    await lab.as(ada).post(`experiments/${id}/comments`, { comment: 'The last' })
    await stream.until(({ kinds }) => kinds.includes('comment.created') && kinds.includes('jobs'), 120_000)
    expect(stream.hasEnded).toBe(false)
    expect(stream.changes.map(({ cursor }) => cursor)).toEqual(await cursorsAfter(lab, ada, from))
  })

  test('for 20 seconds is cut off, and gets the rest afterwards', async () => {
    const lab = await openLab()
    const ada = await lab.given.user()
    const id = await lab.given.experiment(ada)
    await lab.as(ada).patch(`experiments/${id}`, { title: 'Long '.repeat(50) })
    const stream = await lab.open(ada)
    const from = stream.lastId
    stream.pause()
    await changeMuch(lab, id)
    await eventually(() => expect(lab.ctx.streams.count).toBe(0), { timeout: 90_000 })
    await lab.as(ada).post(`experiments/${id}/comments`, { comment: 'The last' })
    stream.resume()
    await stream.until(({ hasEnded }) => hasEnded)
    const again = await lab.open(ada, '', { 'last-event-id': stream.lastId })
    await again.until(({ kinds }) => kinds.includes('comment.created'), 120_000)
    const cursors = [...stream.changes, ...again.changes].map(({ cursor }) => cursor)
    expect(cursors).toEqual(await cursorsAfter(lab, ada, from))
  })
})

test('at most 20 streams of a person, and others have theirs', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user()]
  const streams = await Promise.all(Array.from({ length: 20 }, () => lab.open(ada)))
  const refused = await lab.as(ada).get('changes/stream?after=now')
  expect(refused).toMatchObject({ status: 429, body: { reason: 'changes.too_many_streams', params: { most: 20 } } })
  expect((await lab.open(ben)).status).toBe(200)
  streams[0]?.close()
  await eventually(() => expect(lab.ctx.streams.count).toBe(20))
  expect((await lab.open(ada)).status).toBe(200)
})

test('many streams that a person opens at the same moment are no way around the limit', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user()]
  const opened = await Promise.all(Array.from({ length: 60 }, () => lab.open(ada).catch(() => undefined)))
  expect(opened.length).toBe(60)
  await lab.open(ben)
  expect(lab.ctx.streams.count).toBeLessThanOrEqual(21)
})

test('the end of the service ends streams at once', async () => {
  const lab = await openLab()
  const ada = await lab.given.user()
  const stream = await lab.open(ada)
  const start = performance.now()
  await lab.app.close()
  await stream.until(({ hasEnded }) => hasEnded)
  expect(performance.now() - start).toBeLessThan(10_000)
})

test('signals reach the streams of the person and of nobody else', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user()]
  const id = await lab.given.experiment(ada)
  const [first, second, other] = [await lab.open(ada), await lab.open(ada), await lab.open(ben)]
  const { lastId } = first
  for (let times = 0; times < 50; times++) lab.ctx.signals.tell(ada.id, 'jobs')
  for (const stream of [first, second]) await stream.until(({ kinds }) => kinds.includes('jobs'))
  expect(first.lastId).toBe(lastId)
  await lab.as(ben).post(`experiments/${id}/comments`, { comment: 'Well done' })
  await first.until(({ kinds }) => kinds.includes('notifications'))
  await other.until(({ kinds }) => kinds.includes('comment.created'))
  expect(other.kinds).not.toContain('notifications')
  expect(first.kinds.filter((kind) => kind === 'jobs').length).toBeLessThan(5)
})

test('when nothing for the reader happens, the place moves on with a sign of life', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user({ team: await lab.given.team() })]
  const stream = await lab.open(ada)
  const { lastId } = stream
  await lab.given.experiment(ben)
  const now = (await lab.as(ada).get<FeedPage>('changes?after=now')).body.cursor
  expect(lastId).not.toBe(now)
  let later = performance.now()
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => void vi.restoreAllMocks())
  // The first sign may come before the walk has reached that place.
  await eventually(() => {
    later += 11_000
    clock.mockReturnValue(later)
    vi.advanceTimersByTime(1000)
    expect(stream.lastId).toBe(now)
  })
  expect(stream.comments).toBeGreaterThan(1)
  expect(stream.events).toEqual([])
})

test('an open stream is no request under way', async () => {
  const lab = await openLab({ METRICS: 'on' })
  await lab.open(await lab.given.user())
  const { payload } = await lab.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  // This one is under way.
  expect(payload).toContain('\naliquot_requests_in_flight 1\n')
  expect(payload).toContain('\naliquot_streams_open 1\n')
})

test.runIf(process.env.TEST_ENGINE === 'postgres')('what another server does is told at once', async () => {
  const lab = await openLab()
  const [ada, ben] = [await lab.given.user(), await lab.given.user()]
  const other = await openContext(lab.ctx.config, lab.ctx.log)
  const elsewhere = buildApp(other)
  onTestFinished(async () => {
    await elsewhere.close()
    await other.db.close()
  })
  const port = await listen({ app: elsewhere })
  const stream = await TestStream.open(port, '?after=now', { authorization: ada.key })
  const start = performance.now()
  const id = await lab.given.experiment(ada)
  await stream.until(({ kinds }) => kinds.includes('experiment.created'))
  expect(performance.now() - start).toBeLessThan(10_000)
  await lab.as(ben).post(`experiments/${id}/comments`, { comment: 'Well done' })
  await stream.until(({ kinds }) => kinds.includes('comment.created') && kinds.includes('notifications'))
  await lab.as(ada).delete(`apikeys/${ada.key.split('-')[0]}`)
  await stream.until(({ hasEnded }) => hasEnded, 1500)
})
