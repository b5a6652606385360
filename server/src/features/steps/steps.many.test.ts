import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Step } from '@aliquot/contract/steps'
import { expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const MANY = 120
const IMMUTABLE = 7
const WITH_DEADLINE = 60
const FINISHED = 90

/** A template with more steps than one statement changes. */
async function manySteps({ as, given }: TestApp): Promise<{ ada: TestUser; entry: string; ids: number[] }> {
  const ada = await given.user()
  const entry = `experiments_templates/${(await as(ada).post('experiments_templates', {})).id}`
  const ids: number[] = []
  for (let n = 0; n < MANY; n++) {
    // The long ones are compressed in the journal.
    const body = n % 10 === 0 ? `Step ${n} ${'wash and dry '.repeat(300)}` : `Step ${n}`
    ids.push((await as(ada).post(`${entry}/steps`, { body })).id ?? 0)
  }
  await as(ada).patch(`${entry}/steps/${ids[IMMUTABLE]}`, { is_immutable: 1 })
  await as(ada).patch(`${entry}/steps/${ids[WITH_DEADLINE]}`, { deadline: '2031-01-01 10:00:00' })
  await as(ada).patch(`${entry}/steps/${ids[FINISHED]}`, { action: 'finish' })
  return { ada, entry, ids }
}

function eventsSince({ ctx }: TestApp, entry: string, position: number) {
  return ctx.db.read
    .selectFrom('events')
    .select(['position', 'verb', 'subject', 'subject_id', 'fields', 'changes'])
    .where('chain', '=', Number(entry.split('/')[1]))
    .where('position', '>', position)
    .orderBy('position')
    .execute()
}

async function lastPosition(app: TestApp, entry: string): Promise<number> {
  return (await eventsSince(app, entry, 0)).at(-1)?.position ?? 0
}

test('a copy of many steps has them all in order, and an event for each', async () => {
  const app = await testApp()
  const { ada, entry } = await manySteps(app)
  const source = (await app.as(ada).get<Step[]>(`${entry}/steps`)).body
  const { id } = await app.as(ada).post(entry, { action: 'duplicate' })
  const copied = (await app.as(ada).get<Step[]>(`experiments_templates/${id}/steps`)).body

  expect(copied.map(({ body, ordering, is_immutable }) => [body, ordering, is_immutable])).toEqual(
    source.map(({ body, ordering, is_immutable }) => [body, ordering, is_immutable]),
  )
  expect(copied.map((step) => step.id)).toEqual(copied.map((step) => step.id).sort((a, b) => a - b))
  expect(copied.filter((step) => step.finished === 1 || step.deadline !== null)).toEqual([])
  const events = (await eventsSince(app, `experiments_templates/${id}`, 0)).filter(({ subject }) => subject === 'step')
  expect(events.map(({ verb, subject_id }) => [verb, subject_id])).toEqual(copied.map((step) => ['created', step.id]))
  expect((await verify(app.ctx.db)).findings).toEqual([])
})

test('many steps in another order keep everything else, and each that moves has an event', async () => {
  const app = await testApp()
  const { ada, entry, ids } = await manySteps(app)
  const before = (await app.as(ada).get<Step[]>(`${entry}/steps`)).body
  const position = await lastPosition(app, entry)
  // The first ten stay.
  const ordering = [...ids.slice(0, 10), ...ids.slice(10).reverse()]
  const answer = await app.as(ada).patch<Step[]>(`${entry}/steps`, { ordering })

  const expected = ordering.map((id, index) => ({ ...before.find((step) => step.id === id), ordering: index + 1 }))
  expect(answer.body).toEqual(expected)
  const digest = hash('sha1', JSON.stringify(answer.body), 'base64url').slice(0, 16)
  expect(answer.headers.etag).toBe(`"0-${digest}"`)
  const [last, ...events] = (await eventsSince(app, entry, position)).reverse()
  expect(last).toMatchObject({ subject: 'entity', fields: 'steps' })
  const moved = expected.filter(({ id, ordering }) => before.find((step) => step.id === id)?.ordering !== ordering)
  expect(events.reverse().map(({ subject_id, changes }) => [subject_id, JSON.parse(changes)])).toEqual(
    moved.map(({ id, ordering: after }) => [
      id,
      { ordering: { before: before.find((step) => step.id === id)?.ordering, after } },
    ]),
  )
  expect((await verify(app.ctx.db)).findings).toEqual([])
})

test('a lock of many steps has an event for each that was open', async () => {
  const app = await testApp()
  const { ada, entry, ids } = await manySteps(app)
  const before = (await app.as(ada).get<Step[]>(`${entry}/steps`)).body
  const position = await lastPosition(app, entry)
  const answer = await app.as(ada).patch<Step[]>(`${entry}/steps`, { action: 'forcelock' })

  expect(answer.body).toEqual(before.map((step) => ({ ...step, is_immutable: 1 })))
  const events = (await eventsSince(app, entry, position)).filter(({ subject }) => subject === 'step')
  expect(events.map(({ subject_id }) => subject_id)).toEqual(ids.filter((id) => id !== ids[IMMUTABLE]))
  expect(new Set(events.map(({ changes }) => changes))).toEqual(new Set(['{"is_immutable":{"before":0,"after":1}}']))
  expect((await verify(app.ctx.db)).findings).toEqual([])
})

test('others are answered while many long steps are copied', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const id = await app.given.experiment(ada)
  await app.as(ada).post(`experiments/${id}/steps`, { body: 'first' })
  const body = Array.from({ length: 1000 }, (_, n) => n.toString(36)).join(' ')
  await app.ctx.db.write(async (db) => {
    for (let n = 2; n < 1000; n++) await db.insertInto('steps').values({ entity_id: id, body, ordering: n }).execute()
  })
  let isDone = false
  let turns = 0
  const copying = app
    .as(ada)
    .post(`experiments/${id}`, { action: 'duplicate' })
    .finally(() => {
      isDone = true
    })
  for (; !isDone; turns++) await nextTurn()
  expect((await copying).status).toBe(201)
  expect(turns).toBeGreaterThan(6)
})
