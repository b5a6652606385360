import type { Entity } from '@aliquot/contract/entities'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { MessageWriter } from '../src/db/postgres/pipeline/message-writer.ts'
import { testApp } from './harness.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

async function lab() {
  const app = await testApp({ DATABASE_POOL: '8' })
  const ada = await app.given.user()
  const id = await app.given.experiment(ada, { title: 'Crystals', body: '<p>4.2 mg</p>' })
  const as = app.as(ada)
  return { as, id, path: `experiments/${id}` }
}

/** The packets to PostgreSQL that await an answer while this runs. */
async function countTrips(run: () => Promise<unknown>): Promise<number> {
  const packets = vi.spyOn(MessageWriter.prototype, 'take')
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    return packets.mock.calls.length + queries.mock.calls.length
  } finally {
    vi.restoreAllMocks()
  }
}

type As = Awaited<ReturnType<typeof lab>>['as']

/** With the one that finds the key. What now and then runs in the background comes on top, so the least counts. */
const trips: [name: string, most: number, change: (as: As, path: string, n: number) => Promise<{ status: number }>][] =
  [
    ['a comment', 4, (as, path, n) => as.post(`${path}/comments`, { comment: `Remark ${n}` })],
    ['a new entry', 4, (as, _, n) => as.post('experiments', { title: `New ${n}`, body: '<p>4.2 mg</p>' })],
    ['a title', 3, (as, path, n) => as.patch(path, { title: `Title ${n}` })],
    ['a text', 3, (as, path, n) => as.patch(path, { body: `<p>${n} mg</p>` })],
    ['a tag of the team', 4, (as, path, n) => as.post(`${path}/tags`, { tag: `known ${n}` })],
    ['a step', 4, (as, path, n) => as.post(`${path}/steps`, { body: `Step ${n}` })],
    ['a paragraph at the end', 3, (as, path, n) => as.patch(path, { bodyappend: `<p>${n} mg</p>` })],
  ]

test.runIf(onPostgres).for(trips)('%s takes few trips to PostgreSQL', async ([, most, change]) => {
  const { as, path } = await lab()
  await as.post('experiments', { tags: Array.from({ length: 5 }, (_, n) => `known ${n}`) })
  const counts: number[] = []
  for (let n = 0; n < 5; n++) {
    counts.push(await countTrips(async () => expect((await change(as, path, n)).status).toBeLessThan(300)))
  }
  expect(Math.min(...counts)).toBe(most)
})

const longText = `<p>${'text '.repeat(20_000)}</p>`

test.for([
  ['a plain entry', async () => {}],
  ['an entry with a comment', (as: As, path: string) => as.post(`${path}/comments`, { comment: 'Dried overnight' })],
  ['an entry with a step', (as: As, path: string) => as.post(`${path}/steps`, { body: 'Dry' })],
  ['an entry with tags', (as: As, path: string) => as.post(`${path}/tags`, { tag: 'dry' })],
  ['an entry with a long text', (as: As, path: string) => as.patch(path, { body: longText })],
  ['a text in Markdown', (as: As, path: string) => as.patch(path, { body: '**4.2** mg', content_type: 2 })],
] as const)('the answer to a change of %s is its record', async ([, prepare]) => {
  const { as, path } = await lab()
  await prepare(as, path)
  for (const change of [{ title: 'Other' }, { bodyappend: '<p>more</p>' }, { title: 'Other', tags: ['new'] }]) {
    const { status, body } = await as.patch<Entity>(path, change)
    expect(status).toBe(200)
    expect(body).toEqual((await as.get<Entity>(path)).body)
  }
})
