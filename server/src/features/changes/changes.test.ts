import { AUDIT_SUBJECTS } from '@aliquot/contract/audit-subjects'
import { CHANGE_KINDS, UNTOLD_SUBJECTS } from '@aliquot/contract/change-kinds'
import type { FeedChange, FeedPage } from '@aliquot/contract/changes'
import { expect, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { type Client, type TestUser, testApp } from '../../../test/harness.ts'
import { eventually } from '../../../test/time/eventually.ts'
import { change } from '../../change.ts'
import { SYSTEM } from '../../journal/record.ts'
import { dropApikey } from '../apikeys/apikeys.service.ts'
import { addGroup, addMember, removeMember } from '../teamgroups/teamgroups.change.ts'
import { addMembership, removeMembership, setAdmin } from '../users/users.memberships.ts'
import { listEvents } from './changes.repo.ts'
import { writeCursor } from './cursor.ts'

async function read(client: Client, query = ''): Promise<FeedPage> {
  const { status, body } = await client.get<FeedPage>(`changes?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** All pages. */
async function readAll(client: Client, after?: string, query = ''): Promise<FeedChange[]> {
  const changes: FeedChange[] = []
  for (let cursor = after; ; ) {
    const page = await read(client, `${query}${cursor ? `&after=${cursor}` : ''}`)
    changes.push(...page.changes)
    if (!page.more) return changes
    cursor = page.cursor
  }
}

const kindsOf = (changes: readonly FeedChange[]) => changes.map(({ kind }) => kind)

async function now(client: Client): Promise<string> {
  return (await read(client, 'after=now')).cursor
}

test('tells what happened to an entry, in order, with author and names of fields', async () => {
  const { as, given } = await testApp()
  const ada = await given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const after = await now(as(ada))
  const id = await given.experiment(ada, { title: 'Crystals' })
  await as(ada).post(`experiments/${id}/comments`, { comment: 'Pure' })
  await as(ada).post(`experiments/${id}/steps`, { body: 'Weigh 4.2 mg' })
  await as(ada).post(`experiments/${id}/tags`, { tag: 'blue' })
  await as(ada).patch(`experiments/${id}`, { action: 'archive' })
  await as(ada).patch(`experiments/${id}`, { action: 'unarchive' })
  await as(ada).delete(`experiments/${id}`)
  await as(ada).patch(`experiments/${id}`, { action: 'restore' })

  const page = await read(as(ada), `after=${after}`)

  expect(page.more).toBe(false)
  expect(kindsOf(page.changes)).toEqual([
    'experiment.created',
    'experiment.updated',
    'comment.created',
    'step.created',
    'experiment.updated',
    'tag.created',
    'experiment.updated',
    'experiment.archived',
    'experiment.unarchived',
    'experiment.deleted',
    'experiment.restored',
  ])
  const author = { userid: ada.id, fullname: 'Ada Lovelace' }
  expect(page.changes[1]).toEqual({
    cursor: expect.stringMatching(/^[\w-]{32}$/),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    kind: 'experiment.updated',
    entity: { type: 'experiments', id, elabid: expect.any(String), title: 'Crystals' },
    subject: { type: 'entity', id },
    author,
    fields: ['title'],
  })
  expect(page.changes[5]).toMatchObject({ entity: null, subject: { type: 'tag' }, author })
  // Each line is a place to go on from.
  for (const [index, { cursor }] of page.changes.entries()) {
    expect(kindsOf(await readAll(as(ada), cursor))).toEqual(kindsOf(page.changes.slice(index + 1)))
  }
})

test('values come with values=1, long texts as they were before and after', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const texts = ['<p>First</p>', `<p>${'Long. '.repeat(1000)}</p>`, `<p>${'Long. '.repeat(1000)}End</p>`]
  const after = await now(as(ada))
  for (const body of texts) await as(ada).patch(`experiments/${id}`, { body })
  const changes = await readAll(as(ada), after, 'values=1')
  expect(changes.map(({ values }) => values?.body?.after)).toEqual(texts)
  expect(changes[2]?.values?.body).toEqual({ before: texts[1], after: texts[2] })
  expect((await readAll(as(ada), after))[0]).not.toHaveProperty('values')
})

test('files are added, renamed, replaced, archived, brought back and removed', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const after = await now(as(ada))
  const send = (name: string) => oneFile(name, `content of ${name}`)
  const first = (await as(ada).postForm(`experiments/${id}/uploads`, send('a.txt'))).id
  await as(ada).patch(`experiments/${id}/uploads/${first}`, { action: 'update', comment: 'weighed' })
  const second = (await as(ada).postForm(`experiments/${id}/uploads/${first}`, send('b.txt'))).id
  await as(ada).patch(`experiments/${id}/uploads/${second}`, { action: 'archive' })
  await as(ada).patch(`experiments/${id}/uploads/${second}`, { action: 'archive' })
  await as(ada).delete(`experiments/${id}/uploads/${second}`)
  const ofFiles = (await readAll(as(ada), after)).filter(({ subject }) => subject.type === 'upload')
  expect(ofFiles.map(({ kind, subject }) => [kind, subject.id])).toEqual([
    ['upload.created', first],
    ['upload.updated', first],
    ['upload.replaced', first],
    ['upload.created', second],
    ['upload.archived', second],
    ['upload.restored', second],
    ['upload.deleted', second],
  ])
})

test('pages have neither gaps nor doubles, whatever their size', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  for (let entry = 0; entry < 5; entry++) await given.experiment(ada, { title: `Number ${entry}` })
  const all = await readAll(as(ada))
  expect(all.length).toBeGreaterThan(9)
  for (const limit of [1, 2, 3, 1000]) {
    // The first cursor remembers since when access is told; those behind it do not.
    const withoutCursors = (changes: FeedChange[]) => changes.map(({ cursor: _, ...change }) => change)
    expect(withoutCursors(await readAll(as(ada), undefined, `limit=${limit}`))).toEqual(withoutCursors(all))
  }
})

test('the filters: type, entry, team, kind, author, own', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const experiment = await given.experiment(ada, { title: 'Mine' })
  const other = await given.experiment(ben, { title: 'His' })
  const { id: item } = await as(ada).post('items', {})
  await as(ben).post(`experiments/${experiment}/comments`, { comment: 'Pure' })
  const idsOf = async (query: string) => [
    ...new Set((await readAll(as(ada), undefined, query)).map(({ entity }) => entity?.id)),
  ]
  expect(await idsOf('entity_type=items')).toEqual([item])
  expect(await idsOf(`entity_id=${experiment}`)).toEqual([experiment])
  expect(await idsOf(`entity_id=${experiment}&entity_type=items`)).toEqual([])
  expect(await idsOf('own=1')).toEqual([experiment, item])
  expect(await idsOf('team=1')).toEqual([experiment, other, item])
  expect(await idsOf('team=2')).toEqual([])
  expect(await idsOf(`author=${ben.id}&entity_type=experiments`)).toEqual([other, experiment])
  const kind = 'kind=comment.created'
  expect(kindsOf(await readAll(as(ada), undefined, kind))).toEqual(['comment.created'])
  const both = [`${kind},experiment.created`, `${kind}&kind=experiment.created`]
  for (const query of both) {
    expect(new Set(kindsOf(await readAll(as(ada), undefined, query)))).toEqual(
      new Set(['experiment.created', 'comment.created']),
    )
  }
  // One entry, from the middle of its history.
  const [, second] = await readAll(as(ada), undefined, `entity_id=${experiment}`)
  expect(kindsOf(await readAll(as(ada), second?.cursor, `entity_id=${experiment}`))).toEqual(['comment.created'])
})

test.each([
  ['kind=nonsense', /^kind/],
  ['kind=comment.created,nonsense', /^kind: "nonsense"/],
  ['kind=', /^kind/],
  ['wait=61', /^wait/],
  ['wait=-1', /^wait/],
  ['wait=soon', /^wait/],
  ['entity_type=nonsense', /^entity_type/],
  ['entity_id=x', /^entity_id/],
  ['own=7', /^own/],
  ['after=nonsense', /^after/],
  [`after=${'A'.repeat(32)}`, /^after/],
  [`after=${'A'.repeat(300)}`, /^after/],
])('refuses %s', async (query, message) => {
  const { as, given } = await testApp()
  const ada = await given.user()
  expect(await as(ada).get(`changes?${query}`)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(message) },
  })
})

test('a cursor is refused when it was altered, or comes from another instance', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  await given.experiment(ada)
  const elsewhere = await testApp()
  const ben = await elsewhere.given.user()
  await elsewhere.given.experiment(ben)
  const cursors = [await now(as(ada)), (await read(as(ada), 'limit=1')).cursor]
  for (const cursor of cursors) {
    expect(await as(ada).get(`changes?after=${cursor}`)).toMatchObject({ status: 200 })
    for (const [index, letter] of [...cursor].entries()) {
      const altered = cursor.slice(0, index) + (letter === 'A' ? 'B' : 'A') + cursor.slice(index + 1)
      expect(await as(ada).get(`changes?after=${altered}`), `letter ${index}`).toMatchObject({ status: 400 })
    }
    expect(await elsewhere.as(ben).get(`changes?after=${cursor}`)).toMatchObject({ status: 400 })
  }
})

test('nobody can make a cursor for a place that the journal has not reached', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const places = [
    { position: 900_000, sub: 0, since: 0 },
    { position: 0, sub: 0, since: 900_000 },
  ]
  for (const place of places) {
    const after = writeCursor(place, [''])
    expect(await as(ada).get(`changes?after=${after}`)).toMatchObject({ status: 400 })
    expect(await as(ada).get(`changes/stream?after=${after}`)).toMatchObject({ status: 400 })
  }
})

test('only what one may read is told, and gaining and losing it', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const id = await given.experiment(ada, { title: 'Secret', canread_base: 10, canwrite_base: 10 })
  const after = await now(as(ben))
  await as(ada).post(`experiments/${id}/comments`, { comment: 'Hidden' })
  expect(await readAll(as(ben), after)).toEqual([])

  const share = (users: number[]) =>
    as(ada).patch(`experiments/${id}`, { canread: { teams: [], teamgroups: [], users } })
  await share([ben.id])
  const told = await readAll(as(ben), after)
  // What happened before is told too: Ben may read its history now.
  expect(kindsOf(told)).toEqual(['comment.created', 'access.gained'])
  expect(told[1]).toMatchObject({ entity: { type: 'experiments', id, title: 'Secret' }, author: { userid: ada.id } })

  await share([])
  await as(ada).patch(`experiments/${id}`, { title: 'Still more secret' })
  const [lost, ...more] = await readAll(as(ben), told[1]?.cursor)
  expect(more).toEqual([])
  expect(lost).toMatchObject({
    kind: 'access.lost',
    entity: { type: 'experiments', id, elabid: expect.any(String), title: null },
    subject: { type: 'entity', id },
    fields: [],
  })
  expect(JSON.stringify(await readAll(as(ben), after, 'values=1'))).not.toMatch(/ecret|Hidden/)
  // Whoever begins now need not be told.
  expect(JSON.stringify(await readAll(as(ben)))).not.toContain('access.')
})

test('groups, teams and admins: each entry that is gained or lost has a line, over several pages', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const team = await given.team()
  const ben = await given.user({ team })
  const group = await change(ctx, SYSTEM, (work) => addGroup(work, { team: 1, name: 'Readers' }))
  const shared: number[] = []
  for (let entry = 0; entry < 5; entry++) {
    const canread = { teams: [], teamgroups: [group.id], users: [] }
    shared.push(await given.experiment(ada, { canread_base: 10, canread }))
  }
  const ofTeam = await given.experiment(ada, { canread_base: 30 })
  const ofAdmins = await given.experiment(ada, { canread_base: 20 })
  const inTeam = (user: TestUser) => given.key({ id: user.id, team: 1 })
  const told = async (client: Client, after: string, limit: number) =>
    (await readAll(client, after, `limit=${limit}`)).map(({ kind, entity }) => [kind, entity?.id])
  const lines = (kind: string, ids: number[]) => ids.map((id) => [kind, id])

  let after = await now(as(ben))
  await change(ctx, SYSTEM, (work) => addMember(work, { teamgroup: group.id, userid: ben.id }))
  await change(ctx, SYSTEM, (work) => removeMember(work, { teamgroup: group.id, userid: ben.id }))
  // They cannot be read now, so gaining them is not told.
  for (const limit of [1, 2, 100]) expect(await told(as(ben), after, limit)).toEqual(lines('access.lost', shared))

  after = await now(as(ben))
  await change(ctx, SYSTEM, (work) => addMember(work, { teamgroup: group.id, userid: ben.id }))
  for (const limit of [1, 2, 100]) expect(await told(as(ben), after, limit)).toEqual(lines('access.gained', shared))
  // Filtered by one entry.
  expect(kindsOf(await readAll(as(ben), after, `entity_id=${shared[3]}`))).toEqual(['access.gained'])

  after = await now(as(ben))
  await change(ctx, SYSTEM, (work) => addMembership(work, ben.id, 1, false))
  const key = as(await inTeam(ben))
  expect(await told(key, after, 1)).toEqual([
    ['access.gained', ofTeam],
    ['apikey.created', undefined],
  ])
  after = await now(key)
  await setAdmin(ctx, SYSTEM, ben.id, 1, true)
  expect(await told(key, after, 1)).toEqual([['access.gained', ofAdmins]])
  // In the other team nothing of this counts.
  expect(await told(as(ben), after, 1)).toEqual([])
  after = await now(as(ben))
  await removeMembership(ctx, SYSTEM, ben.id, 1)
  // Leaving a team takes its groups.
  const left = await told(as(ben), after, 1)
  expect(left.filter(([kind]) => kind === 'access.lost')).toEqual(lines('access.lost', shared))
})

test('what was lost with a group or a team is told, even if its permissions have changed since', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user({ team: await given.team() })
  await change(ctx, SYSTEM, (work) => addMembership(work, ben.id, 1, false))
  const inTeam = () => given.key({ id: ben.id, team: 1 })
  const group = await change(ctx, SYSTEM, (work) => addGroup(work, { team: ben.team, name: 'Readers' }))
  await change(ctx, SYSTEM, (work) => addMember(work, { teamgroup: group.id, userid: ben.id }))
  const nobody = { teams: [], teamgroups: [], users: [] }
  const ofGroup = await given.experiment(ada, { canread_base: 10, canread: { ...nobody, teamgroups: [group.id] } })
  const ofTeam = await given.experiment(ada, { canread_base: 30 })
  const key = as(await inTeam())
  const after = await now(key)
  const close = (id: number) => as(ada).patch(`experiments/${id}`, { canread_base: 10, canread: nobody })

  await change(ctx, SYSTEM, (work) => removeMember(work, { teamgroup: group.id, userid: ben.id }))
  await close(ofGroup)
  const lines = async (client: Client) =>
    (await readAll(client, after, 'kind=access.lost,access.gained')).map(({ kind, entity }) => [kind, entity?.id])
  expect(await lines(key)).toEqual([['access.lost', ofGroup]])

  // Away from the team, nobody can act in it; who comes back is told what was lost meanwhile.
  await removeMembership(ctx, SYSTEM, ben.id, 1)
  await close(ofTeam)
  await change(ctx, SYSTEM, (work) => addMembership(work, ben.id, 1, false))
  expect(await lines(as(await inTeam()))).toEqual([
    ['access.lost', ofGroup],
    ['access.lost', ofTeam],
  ])
})

test('nothing is missed by somebody whose groups have changed hundreds of times', async () => {
  const { ctx, as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const groups = await change(ctx, SYSTEM, async (work) => [
    await addGroup(work, { team: 1, name: 'Often' }),
    await addGroup(work, { team: 1, name: 'Readers' }),
  ])
  const [often = 0, readers = 0] = groups.map(({ id }) => id)
  const shared = await given.experiment(ada, {
    canread_base: 10,
    canread: { teams: [], teamgroups: [readers], users: [] },
  })
  const after = await now(as(ben))
  await change(ctx, SYSTEM, async (work) => {
    for (let round = 0; round < 101; round++) {
      await addMember(work, { teamgroup: often, userid: ben.id })
      await removeMember(work, { teamgroup: often, userid: ben.id })
    }
    await addMember(work, { teamgroup: readers, userid: ben.id })
  })
  const told = ['experiment.created', 'experiment.updated']
  const ofShared = (changes: FeedChange[]) => kindsOf(changes.filter(({ entity }) => entity?.id === shared))
  expect(ofShared(await readAll(as(ben)))).toEqual(told)
  expect(ofShared(await readAll(as(ben), undefined, `entity_id=${shared}`))).toEqual(told)
  expect(ofShared(await readAll(as(ben), after))).toEqual(['access.gained'])
  expect(ofShared(await readAll(as(ben), after, `entity_id=${shared}`))).toEqual(['access.gained'])
})

test('the line of a new entry is told without reading its text', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  await as(ada).post('experiments', { title: 'Crystals', body: '<p>Pure</p>' })
  const events = await listEvents(ctx.db.read, { after: 0, upTo: (await ctx.db.settledEvent()).settled, most: 1000 })
  const created = events.filter(({ subject, verb }) => subject === 'entity' && verb === 'created')
  expect(created).toMatchObject([{ fields: expect.stringContaining('body'), changes: null }])
  expect(kindsOf(await readAll(as(ada), undefined, 'kind=experiment.created'))).toEqual(['experiment.created'])
})

test('what belongs to no entry: one’s own things and those of the team', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const cy = await given.user({ team: await given.team() })
  const id = await given.experiment(ada)
  const after = { ada: await now(as(ada)), ben: await now(as(ben)), cy: await now(as(cy)) }
  await as(ada).post('todolist', { content: 'Order acetone' })
  await as(ada).patch(`experiments/${id}`, { action: 'pin' })
  await as(ada).post('apikeys', { name: 'Balance', canwrite: 0 })
  await as(ada).post(`experiments/${id}/tags`, { tag: 'blue' })
  expect(kindsOf(await readAll(as(ada), after.ada))).toEqual([
    ...['todo.created', 'pin.created', 'apikey.created', 'tag.created', 'experiment.updated'],
  ])
  expect(kindsOf(await readAll(as(ben), after.ben))).toEqual(['tag.created', 'experiment.updated'])
  expect(await readAll(as(cy), after.cy)).toEqual([])
})

test('whoever closes an account is not told what it leaves behind', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user({ isSysadmin: true }), await given.user()]
  await as(ben).post('todolist', { content: 'Order acetone' })
  await as(ben).post('views', { entity_type: 'experiments', name: 'Gels', search: '' })
  const after = await now(as(ada))
  expect(await as(ada).delete(`users/${ben.id}`)).toMatchObject({ status: 204 })
  expect(await readAll(as(ada), after)).toEqual([])
})

test('every subject of the journal has kinds, or a reason why it is not told', () => {
  const told = new Set(Object.keys(CHANGE_KINDS).map((kind) => kind.split('.')[0]))
  for (const subject of AUDIT_SUBJECTS) {
    if (subject === 'entity') continue
    expect(told.has(subject) !== subject in UNTOLD_SUBJECTS, subject).toBe(true)
  }
})

test('waits until something happens, but not for what one may not see', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const id = await given.experiment(ada)
  const hidden = await given.experiment(ben, { canread_base: 10, canwrite_base: 10 })
  const after = await now(as(ada))
  const start = performance.now()
  const waiting = read(as(ada), `after=${after}&wait=30`)
  await as(ben).patch(`experiments/${hidden}`, { title: 'Hidden' })
  await as(ben).post(`experiments/${id}/comments`, { comment: 'Pure' })
  expect(kindsOf((await waiting).changes)).toEqual(['comment.created'])
  expect(performance.now() - start).toBeLessThan(15_000)

  const empty = await read(as(ada), `after=${(await waiting).cursor}&wait=1`)
  expect(empty).toMatchObject({ changes: [], more: false })
})

test('whoever waits is refused once their key is revoked, and answered when the service stops', async () => {
  const { app, ctx, as, given } = await testApp()
  const ada = await given.user()
  const key = await given.key(ada)
  const after = await now(as(ada))
  const revoked = as(key).get(`changes?after=${after}&wait=30&kind=label.created`)
  const stopped = as(ada).get(`changes?after=${after}&wait=30&kind=label.created`)
  const row = await ctx.db.read
    .selectFrom('apikeys')
    .selectAll()
    .where('id', '=', Number(key.split('-')[0]))
    .executeTakeFirstOrThrow()
  await eventually(() => expect(ctx.feed.waiting).toBe(2))
  await change(ctx, SYSTEM, (work) => dropApikey(work, row))
  expect(await revoked).toMatchObject({ status: 401 })
  await app.close()
  expect(await stopped).toMatchObject({ status: 200, body: { changes: [] } })
})

test('at most 50 requests of a person wait, and others have theirs', async () => {
  const { app, ctx, as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const after = await now(as(ada))
  const query = `after=${after}&wait=30&kind=label.created`
  const waiting = Array.from({ length: 50 }, () => as(ada).get(`changes?${query}`))
  await eventually(() => expect(ctx.feed.waiting).toBe(50))
  expect(await as(ada).get(`changes?${query}`)).toMatchObject({
    ...{ status: 429, body: { reason: 'changes.too_many_waiting', params: { most: 50 } } },
  })
  expect((await as(ada).get(`changes?after=${after}`)).status).toBe(200)
  const other = as(ben).get(`changes?${query}`)
  await eventually(() => expect(ctx.feed.waiting).toBe(51))
  await app.close()
  for (const { status } of await Promise.all([...waiting, other])) expect(status).toBe(200)
})

test('nobody goes on waiting for a client that has gone', async () => {
  const { app, ctx, as, given } = await testApp()
  const ada = await given.user()
  const leaving = new AbortController()
  const url = `/api/v2/changes?after=${await now(as(ada))}&wait=60`
  const gone = app.inject({ url, headers: { authorization: ada.key }, signal: leaving.signal }).catch(() => 'gone')
  await eventually(() => expect(ctx.feed.waiting).toBe(1))
  leaving.abort()
  expect(await gone).toBe('gone')
  await eventually(() => expect(ctx.feed.waiting).toBe(0))
})

test('a rare filter looks at a limited part of the journal, and says that there is more', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  for (let round = 0; round < 11; round++) {
    await change(ctx, SYSTEM, async (work) => {
      for (let event = 0; event < 200; event++) {
        await work.record({ chain: 0, subject: 'team', subjectId: 1, verb: 'updated', changes: {}, seal: null })
      }
    })
  }
  await as(ada).post(`experiments/${id}/comments`, { comment: 'Pure' })
  const first = await read(as(ada), 'kind=comment.created')
  expect(first).toMatchObject({ changes: [], more: true })
  expect(kindsOf(await readAll(as(ada), undefined, 'kind=comment.created'))).toEqual(['comment.created'])
  // One entry is found by its own history.
  expect((await read(as(ada), `kind=comment.created&entity_id=${id}`)).changes).toHaveLength(1)
})
