import { EntityType } from '@aliquot/contract/common'
import { expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { listen } from '../../../test/raw-request.ts'
import { type Facts, factsOf, tokensOf } from '../../../test/round-trip/facts.ts'
import { BASE_URL, fillNotebook, type Made, type Notebook } from '../../../test/round-trip/notebook.ts'
import { Random } from '../../../test/round-trip/random.ts'
import { words } from '../../../test/round-trip/words.ts'
import { verify } from '../../verify/verify.ts'
import { moveIn } from './move-in.service.ts'

/** MOVE_INS=200 for many; MOVE_IN=17 for that one. */
const { MOVE_INS = '4', MOVE_IN } = process.env
const SEEDS = MOVE_IN ? [Number(MOVE_IN)] : Array.from({ length: Number(MOVE_INS) }, (_, index) => index + 1)

const HERE = 'https://other.example.org'

test.each(SEEDS)('notebook %i moves in as it is, broken off and after edits', { timeout: 180_000 }, async (seed) => {
  const random = new Random(seed * 104_729)
  const there = await testApp({ BASE_URL })
  const notebook = await fillNotebook(there, random)
  const here = await testApp({ BASE_URL: HERE })
  const root = await here.given.user({ email: 'root@example.org', isSysadmin: true })
  if (random.chance(50)) for (let count = random.int(5); count > 0; count--) await here.given.experiment(root)
  const options = {
    ...{ from: `http://127.0.0.1:${await listen(there)}`, as: root.id, patience: { attempts: 3, firstPauseMs: 1 } },
    keys: notebook.people.map(({ key }) => key),
  }
  const run = (signal = new AbortController().signal, tell = () => {}) => moveIn(here.ctx, options, tell, signal)

  for (let times = random.int(3); times > 0; times--) await breakOff(random, run)
  const first = await run()
  expect(first.problems.filter(isUnexpected)).toEqual([])
  await compare(there, here)

  await edit(there, random, notebook)
  if (random.chance(50)) await breakOff(random, run)
  const second = await run()
  expect(second.problems.filter(isUnexpected)).toEqual([])
  await compare(there, here)

  const third = await moveIn(here.ctx, { ...options, thorough: true }, () => {}, new AbortController().signal)
  for (const type of EntityType.options) expect(third.counts[type] ?? NOTHING).toMatchObject({ made: 0, updated: 0 })
  expect((await verify(here.ctx.db)).findings).toEqual([])
})

const NOTHING = { made: 0, updated: 0 }
/** What a notebook of these tests cannot take along, by design. */
const EXPECTED = new Set(['sysadmin', 'deleted_files', 'field_left'])
/** Whom fields of these notebooks name without having an account. */
const NOBODY = 999_999

function isUnexpected({ code, id }: { code: string; id: number | null }): boolean {
  return !EXPECTED.has(code) && !(code === 'no_account' && id === NOBODY)
}

/** A run that ends at any moment. */
async function breakOff(
  random: Random,
  run: (signal: AbortSignal, tell: () => void) => Promise<unknown>,
): Promise<void> {
  const stop = new AbortController()
  let left = random.int(25)
  const ended = run(stop.signal, () => {
    if (left-- === 0) stop.abort(new Error('broken off'))
  })
  await ended.catch((error: Error) => expect(error.message).toBe('broken off'))
}

/** Every entry here against the one there. */
async function compare(there: TestApp, here: TestApp): Promise<void> {
  const people = (await there.ctx.db.read.selectFrom('users').select('email').execute()).map(({ email }) => email)
  const [was, is] = [await placesIn(there), await placesIn(here)]
  // Texts may point to deleted entries.
  const entriesOf = (places: ReadonlyMap<string, Place>) =>
    new Map([...places].map(([name, { type, id }]) => [`${type} ${id}`, name]))
  const tokens = {
    there: { ...(await tokensOf(there.ctx, people)), entries: entriesOf(was) },
    here: { ...(await tokensOf(here.ctx, people)), entries: entriesOf(is) },
  }
  for (const [name, before] of was) {
    const after = is.get(name)
    if (!after) throw new Error(`${name} did not come`)
    expect(after.state, name).toBe(before.state)
    if (before.state === 3) continue
    const made = { side: 'made' as const }
    const mine = await factsOf(here.ctx, after, {
      ...made,
      tokens: tokens.here,
      baseUrl: HERE,
    })
    expect(inSeconds(mine), name).toEqual(
      inSeconds(await factsOf(there.ctx, before, { ...made, tokens: tokens.there, baseUrl: BASE_URL })),
    )
  }
}

/** As the API tells times. */
function inSeconds(facts: Facts): unknown {
  return JSON.parse(JSON.stringify(facts).replaceAll(/\.\d{3}Z"/g, '.000Z"'))
}

interface Place {
  type: EntityType
  id: number
  state: number
}

const TYPES: readonly EntityType[] = ['experiments', 'items', 'experiments_templates', 'items_types']

/** Titles tell the entries of these notebooks apart. */
async function placesIn({ ctx }: TestApp): Promise<Map<string, Place>> {
  const rows = await ctx.db.read.selectFrom('entities').select(['id', 'type', 'title', 'state']).execute()
  return new Map(
    rows.map(({ id, type, title, state }) => {
      const name = TYPES[type - 1] ?? 'experiments'
      return [`${name}: ${title}`, { type: name, id, state }]
    }),
  )
}

/** Changes of all sorts, as people make them while a lab still works over there. */
async function edit(there: TestApp, random: Random, { people, entries }: Notebook): Promise<void> {
  for (const entry of entries) {
    if (random.chance(40)) continue
    await editOne(there, random, entry, people)
  }
  const owner = random.pick(people)
  const { id } = await there.as(owner).post('experiments', {})
  await there
    .as(owner)
    .patch(`experiments/${id}`, { title: `${words(random)} new`, body: `<p>${words(random, 8)}</p>` })
}

async function editOne(there: TestApp, random: Random, { type, id, owner }: Made, people: readonly TestUser[]) {
  const client = there.as(owner)
  const path = `${type}/${id}`
  const { body: entry } = await client.get<{
    locked: number
    state: number
    steps: { id: number }[]
    uploads: { id: number }[]
  }>(path)
  if (entry.state !== 1) return
  if (entry.locked === 1) {
    await client.patch(path, { action: 'lock' })
    return
  }
  if (random.chance(50)) await client.patch(path, { body: `<p>${words(random, 10)}</p>`, content_type: 1 })
  if (random.chance(30)) await client.patch(path, { rating: random.int(6), date: '2025-05-05' })
  if (random.chance(40)) await client.post(`${path}/tags`, { tag: words(random, 2).replaceAll('|', '') || 'tag' })
  if (random.chance(40)) await client.post(`${path}/steps`, { body: words(random, 3) })
  const [step] = entry.steps
  if (step && random.chance(40)) await client.patch(`${path}/steps/${step.id}`, { action: 'finish' })
  if (step && random.chance(30)) await client.delete(`${path}/steps/${step.id}`)
  if (random.chance(40)) await there.as(random.pick(people)).post(`${path}/comments`, { comment: words(random, 5) })
  if (random.chance(40)) {
    const file = { name: 'file', filename: 'later.txt', content: random.bytes(20) }
    await client.postForm(`${path}/uploads`, [file])
  }
  const [upload] = entry.uploads
  if (upload && random.chance(30)) {
    await client.postForm(`${path}/uploads/${upload.id}`, [
      { name: 'action', content: 'replace' },
      { name: 'file', filename: 'next.txt', content: random.bytes(20) },
    ])
  }
  const action = random.pick(['', '', '', '', 'lock', 'archive', 'destroy'])
  if (action !== '') await client.patch(path, { action })
}
