import type { Endpoint } from '@aliquot/contract/endpoint'
import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../test/digest.ts'
import { endpointsOf, exampleOf, isMutating } from '../../test/endpoint-examples.ts'
import { type Example, prepareWorld } from '../../test/example-world.ts'
import { oneFile } from '../../test/forms.ts'
import { testApp } from '../../test/harness.ts'
import { verify } from '../verify/verify.ts'

const because = (reason: string) => ({ 'x-change-reason': encodeURIComponent(reason) })

async function start() {
  const app = await testApp()
  const ada = await app.given.user({ isAdmin: true })
  const mine = app.as(ada)
  const id = await app.given.experiment(ada, { tags: ['pcr'] })
  const path = `experiments/${id}`
  return {
    ctx: app.ctx,
    as: app.as,
    given: app.given,
    ada,
    mine,
    path,
    reasons: async () => (await mine.get<TimelineItem[]>(`${path}/timeline`)).body.map(({ reason }) => reason),
  }
}

test('a reason stands with the change in the history, whatever its letters', async () => {
  const { ctx, mine, path, reasons } = await start()
  await mine.patch(path, { title: 'Second' }, because('Typo: β not ß, 50 %'))
  await mine.patch(path, { title: 'Third' })
  await mine.patch(path, { title: 'Fourth' }, because('   '))
  const { id: comment } = await mine.post(`${path}/comments`, { comment: 'x' }, because('asked for'))
  await mine.delete(`${path}/comments/${comment}`, undefined, because('by mistake'))
  expect((await reasons()).slice(0, 5)).toEqual(['by mistake', 'asked for', null, null, 'Typo: β not ß, 50 %'])
  expect((await verify(ctx.db)).findings).toEqual([])
})

test('a reason that cannot be kept is refused by its name, and nothing changes', async () => {
  const { mine, path } = await start()
  for (const header of ['50 % more', '%ff', 'a%00b', '%ED%A0%80', 'x'.repeat(501)]) {
    const reply = await mine.patch(path, { title: 'Changed' }, { 'x-change-reason': header })
    expect(reply, header).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^X-Change-Reason: /) } })
  }
  expect(await mine.get(path)).toMatchObject({ body: { title: 'Untitled' } })
  expect(await mine.patch(path, { title: 'Kept' }, because('x'.repeat(500)))).toMatchObject({ status: 200 })
})

test('where the team wants to know why, a change of an entry without a reason is refused', async () => {
  const { ctx, as, given, ada, mine, path } = await start()
  const { id: comment } = await mine.post(`${path}/comments`, { comment: 'x' })
  const { id: step } = await mine.post(`${path}/steps`, { body: 'Dilute' })
  const { id: item } = await mine.post('items', { title: 'Buffer' })
  await mine.post(`${path}/items_links/${item}`)
  const file = { action: 'createfromstring', file_type: 'json', real_name: 'a.json', content: '{}' }
  await mine.post(`${path}/uploads`, file)
  expect(await mine.patch('teams/current', { require_change_reason: 1 })).toMatchObject({
    status: 200,
    body: { require_change_reason: 1 },
  })
  const { body: before } = await mine.get(path)
  const unexplained = [
    () => mine.patch(path, { title: 'Changed' }),
    () => mine.patch(path, { action: 'lock' }),
    () => mine.delete(path),
    () => mine.post(`${path}/tags`, { tag: 'gel' }),
    () => mine.delete(`${path}/tags`),
    () => mine.post(`${path}/steps`, { body: 'Mix' }),
    () => mine.patch(`${path}/steps/${step}`, { action: 'finish' }),
    () => mine.patch(`${path}/steps`, { action: 'forcelock' }),
    () => mine.delete(`${path}/items_links/${item}`),
    () => mine.post(`${path}/uploads`, file),
  ]
  for (const [index, call] of unexplained.entries()) {
    expect(await call(), `call ${index}`).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^X-Change-Reason: /) },
    })
  }
  expect((await mine.get(path)).body).toEqual(before)

  // Missing rights and missing entries are reported before a missing reason.
  const reader = as(await given.user())
  await mine.patch(path, { canwrite_base: 10 }, because('private'))
  expect(await reader.patch(path, { title: 'Changed' })).toMatchObject({ status: 403 })
  expect(await mine.patch('experiments/999999', { title: 'Changed' })).toMatchObject({ status: 404 })
  expect(await mine.patch(path, { rating: 9 })).toMatchObject({ status: 400 })

  // New entries, comments, pins and consequences of changes elsewhere need no reason.
  expect(await mine.post('experiments', { title: 'New', tags: ['pcr'] })).toMatchObject({ status: 201 })
  expect(await mine.post(path, { action: 'duplicate' })).toMatchObject({ status: 201 })
  expect(await mine.post(`${path}/comments`, { comment: 'y' })).toMatchObject({ status: 201 })
  expect(await mine.patch(`${path}/comments/${comment}`, { comment: 'z' })).toMatchObject({ status: 200 })
  expect(await mine.patch(path, { action: 'pin' })).toMatchObject({ status: 200 })
  const asked = { target_userid: ada.id, target_action: 30 }
  expect(await mine.post(`${path}/request_actions`, asked)).toMatchObject({ status: 201 })
  expect(await mine.patch(path, { title: 'Untitled' })).toMatchObject({ status: 200 })
  const [tag] = (await mine.get<{ id: number; tag: string }[]>('teams/current/tags')).body
  await mine.patch(`teams/current/tags/${tag?.id}`, { action: 'updatetag', tag: 'renamed' })
  expect(await mine.get(path)).toMatchObject({ body: { tags: 'renamed' } })

  expect(await mine.patch(path, { title: 'Explained' }, because('better'))).toMatchObject({ status: 200 })
  await mine.patch('teams/current', { require_change_reason: 0 })
  expect(await mine.patch(path, { title: 'Free again' })).toMatchObject({ status: 200 })
  expect((await verify(ctx.db)).findings).toEqual([])
})

/** These do not change the entry itself. */
const FREE = [
  ...['postEntityAction', 'postEntityComments', 'patchEntityComment', 'deleteEntityComment'],
  ...['postEntityRequestActions', 'deleteEntityRequestAction', 'postFollow', 'deleteFollow'],
]

test('every route that changes an entry or something below it asks for the reason, or is named here', async () => {
  const world = await prepareWorld()
  const { app, as, ada, ctx, id } = world
  const endpoints = endpointsOf(app).filter(
    (one) => isMutating(one) && one.path.startsWith('/:entity_type/:id') && !FREE.includes(one.name),
  )
  expect(endpoints.length).toBeGreaterThan(14)
  const calls: [Endpoint, Example][] = []
  for (const endpoint of endpoints) calls.push([endpoint, await exampleOf(endpoint)(world)])
  const { uploads } = (await as(ada).get<Entity>(`experiments/${id}`)).body
  await ctx.db.write((db) => db.updateTable('teams').set({ require_change_reason: 1 }).execute())
  const before = await digestDatabase(ctx)
  const replies = await Promise.all(
    calls.map(([endpoint, { params, body }]) => as(ada).call(endpoint, { params, body })),
  )
  const form = await as(ada).postForm(`experiments/${id}/uploads/${uploads[0]?.id}`, oneFile('b.txt', 'new'))
  for (const [index, reply] of [...replies, form].entries()) {
    expect.soft(reply, endpoints[index]?.name ?? 'form').toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^X-Change-Reason: /) },
    })
  }
  expect(await digestDatabase(ctx)).toEqual(before)
})
