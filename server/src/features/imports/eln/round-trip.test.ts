import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { EntityType } from '@aliquot/contract/common'
import { CRATE_VERSIONS } from '@aliquot/contract/exports'
import type { Import, ImportedEntry } from '@aliquot/contract/imports'
import { expect, test } from 'vitest'
import { checkCrate, elnSchema } from '../../../../test/eln/crate-checks.ts'
import { type TestApp, type TestUser, testApp } from '../../../../test/harness.ts'
import { claimsOf, factsOf, historyOf, tokensOf } from '../../../../test/round-trip/facts.ts'
import { BASE_URL, fillNotebook } from '../../../../test/round-trip/notebook.ts'
import { Random } from '../../../../test/round-trip/random.ts'
import { JOB_KINDS } from '../../../job-kinds.ts'
import { runJobs } from '../../../jobs/runner.ts'
import { verify } from '../../../verify/verify.ts'
import { exportEverything } from '../../exports/exports.everything.ts'

/** ROUND_TRIPS=200 for many; ROUND_TRIP=17 for that one. */
const { ROUND_TRIPS = '4', ROUND_TRIP } = process.env
const SEEDS = ROUND_TRIP ? [Number(ROUND_TRIP)] : Array.from({ length: Number(ROUND_TRIPS) }, (_, index) => index + 1)
const SCHEMA = elnSchema()
const HERE = 'https://other.example.org'

test.each(SEEDS)('notebook %i comes back from its archive as it was', { timeout: 180_000 }, async (seed) => {
  const random = new Random(seed * 7919)
  const from = await testApp({ BASE_URL })
  const { people } = await fillNotebook(from, random)
  const rocrate = random.pick(CRATE_VERSIONS)
  const archive = await buffer(
    Readable.from(exportEverything(from.ctx, { type: 'all', format: 'eln', rocrate }, () => {})),
  )

  checkCrate(archive, SCHEMA)

  const to = await testApp({ BASE_URL: HERE })
  const importer = await to.given.user({ email: 'importer@example.org', isAdmin: true, isSysadmin: true })
  // Some of the people have accounts here.
  const known = random.some(people, 30).map(({ email }) => email)
  for (const email of known) await to.given.user({ email, firstname: 'Known', lastname: 'Here' })
  const made = await bringIn(to, importer, archive)

  const tokens = { from: await tokensOf(from.ctx, known), to: await tokensOf(to.ctx, known) }
  const there = await placesIn(from)
  const nameOf = ({ type, id }: Place) => tokens.to.entries.get(`${type} ${id}`) ?? ''
  expect(made.map(nameOf).sort()).toEqual([...there.keys()].sort())
  for (const entry of made) {
    const before = there.get(nameOf(entry))
    if (!before) throw new Error(`nothing is ${nameOf(entry)}`)
    const was = await factsOf(from.ctx, before, { side: 'made', tokens: tokens.from, baseUrl: BASE_URL })
    const is = await factsOf(to.ctx, entry, { side: 'imported', tokens: tokens.to, baseUrl: HERE })
    expect(is, nameOf(entry)).toEqual(was)
    expect(await claimsOf(to.ctx, entry.id, 'imported')).toEqual(await claimsOf(from.ctx, before.id, 'made'))
    expect(await historyOf(to.ctx, entry.id)).toMatch(/^Times: UTC\n\n[\s\S]* created/)
  }
  expect((await verify(to.ctx.db)).findings).toEqual([])
})

interface Place {
  type: EntityType
  id: number
}

async function placesIn({ ctx }: TestApp): Promise<Map<string, Place>> {
  const { entries } = await tokensOf(ctx, [])
  return new Map(
    [...entries].map(([place, token]) => {
      const [type = '', id] = place.split(' ')
      return [token, { type: type as EntityType, id: Number(id) }]
    }),
  )
}

/** Imports an archive, and returns the entries that came in. */
async function bringIn(app: TestApp, importer: TestUser, archive: Buffer): Promise<Place[]> {
  const client = app.as(importer)
  const { id, status } = await client.postForm('imports', [{ name: 'file', filename: 'all.eln', content: archive }])
  expect(status).toBe(201)
  await runJobs(app.ctx, JOB_KINDS)
  expect((await client.get<Import>(`imports/${id}`)).body).toMatchObject({ state: 'done', error: null, refused: 0 })
  const { body } = await client.get<ImportedEntry[]>(`imports/${id}/entries?limit=1000`)
  return body.map(({ type, id: made, outcome }) => {
    if (outcome !== 'made' || !type || !made) throw new Error(`an entry was ${outcome}`)
    return { type, id: made }
  })
}
