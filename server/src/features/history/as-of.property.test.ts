import type { Entity } from '@aliquot/contract/entities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { type Client, type Reply, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const MOST_PLACE = 1_000_000

/** An action on an entry that other actions have changed before. */
type Deed = (client: Client, path: string, entry: Entity) => Promise<Reply>

const WORDS = ['gel', 'pcr', 'buffer', 'column', '細胞', 'é😀']
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]
const patch =
  (body: unknown): Deed =>
  (client, path) =>
    client.patch(path, body)

const word = fc.constantFrom(...WORDS)
const long = fc.nat(40).map((n) =>
  WORDS.map((one) => `<p>${one} ${n}</p>`)
    .join('')
    .repeat(n),
)

const ofEntry: fc.Arbitrary<Deed> = fc.oneof(
  word.map((title) => patch({ title })),
  fc.tuple(word, fc.nat(5)).map(([title, rating]) => patch({ title, rating })),
  fc.constantFrom('2026-01-02', '').map((date) => patch({ date })),
  fc.nat(99).map((custom_id) => patch({ custom_id: custom_id || null })),
  fc.constantFrom('A', 'C').map((name) => patch({ action: 'updatemetadatafield', [name]: 'Tris' })),
  long.map((body) => patch({ body })),
  word.map((bodyappend) => patch({ bodyappend })),
  fc.tuple(fc.nat(100), word).map(
    ([at, insert]): Deed =>
      (client, path, { body }) => {
        const place = Math.floor(((body ?? '').length * at) / 100)
        return client.patch(path, { body: `${(body ?? '').slice(0, place)}${insert}${(body ?? '').slice(place)}` })
      },
  ),
  fc.constantFrom(1, 2).map((content_type) => patch({ content_type })),
  fc
    .tuple(word, long)
    .map(([value, other]) =>
      patch({ metadata: { extra_fields: { A: { type: 'text', value }, B: { type: 'text', value: other } } } }),
    ),
  fc.constant(patch({ metadata: '' })),
  fc.constantFrom(10, 20, 30, 40).map((canread_base) => patch({ canread_base })),
  fc
    .constantFrom('lock', 'archive', 'unarchive', 'destroy', 'restore', 'accesskey', 'pin')
    .map((action) => patch({ action })),
  fc.nat(3).map(
    (n): Deed =>
      async (client, path) => {
        const { body } = await client.get<{ id: number }[]>(`${path}/revisions`)
        return client.patch(`${path}/revisions/${pick(body, n)?.id ?? 0}`)
      },
  ),
)

const ofTags: fc.Arbitrary<Deed> = fc.oneof(
  fc.subarray(WORDS).map((tags) => patch({ tags })),
  word.map(
    (tag): Deed =>
      (client, path) =>
        client.post(`${path}/tags`, { tag }),
  ),
  fc.nat(9).map(
    (n): Deed =>
      (client, path, { tags_decoded }) =>
        client.patch(`${path}/tags/${pick(tags_decoded, n)?.id ?? 0}`, { action: 'unreference' }),
  ),
  fc.constant<Deed>((client, path) => client.delete(`${path}/tags`)),
  fc.tuple(fc.nat(9), word, fc.nat(999)).map(
    ([n, name, number]): Deed =>
      async (client) => {
        const { body } = await client.get<{ id: number }[]>('teams/current/tags')
        const tag = `${name} ${number}`
        return client.patch(`teams/current/tags/${pick(body, n)?.id ?? 0}`, { action: 'updatetag', tag })
      },
  ),
)

/** Adds, changes or deletes one child of an entry. */
function ofPart(part: 'comments' | 'steps', given: fc.Arbitrary<object>): fc.Arbitrary<Deed> {
  return fc.tuple(fc.constantFrom('post', 'patch', 'delete', 'post'), fc.nat(9), given).map(
    ([verb, n, body]): Deed =>
      (client, path, entry) => {
        const one = `${path}/${part}/${pick<{ id: number }>(entry[part], n)?.id ?? 0}`
        if (verb === 'post') return client.post(`${path}/${part}`, body)
        return verb === 'patch' ? client.patch(one, body) : client.delete(one)
      },
  )
}

const ofStep = fc.oneof(
  fc.oneof(word, long).map((text) => ({ body: `${text}.`.slice(0, 9000) })),
  fc.constantFrom('finish', 'notif', 'notifdestroy').map((action) => ({ action })),
  fc.constantFrom('2031-01-02 03:04:05', null).map((deadline) => ({ deadline })),
  fc.constant({ finished_time: '2026-01-02 03:04:05' }),
)
const ofSteps: fc.Arbitrary<Deed> = fc.oneof(
  fc.constantFrom('forcelock', 'forceunlock').map(
    (action): Deed =>
      (client, path) =>
        client.patch(`${path}/steps`, { action }),
  ),
  fc.constant<Deed>((client, path, { steps }) =>
    client.patch(`${path}/steps`, { ordering: steps.map(({ id }) => id).toReversed() }),
  ),
)

const ofFile = fc.oneof(
  word.map((real_name) => ({ real_name: `${real_name}.json` })),
  fc.oneof(word, fc.constant('')).map((comment) => ({ comment })),
  fc.constant({ action: 'archive' }),
  fc.constantFrom(1, 2, 3).map((state) => ({ state })),
)
const OF_FILES = ['post', 'patch', 'delete', 'replace', 'duplicate'] as const
const ofFiles: fc.Arbitrary<Deed> = fc.tuple(fc.constantFrom(...OF_FILES), fc.nat(9), word, ofFile).map(
  ([verb, n, name, change]): Deed =>
    (client, path, { uploads }) => {
      const one = `${path}/uploads/${pick(uploads, n)?.id ?? 0}`
      const file = { action: 'createfromstring', file_type: 'json', real_name: `${name}.json`, content: `"${name}"` }
      switch (verb) {
        case 'post':
          return client.post(`${path}/uploads`, file)
        case 'replace':
          return client.postForm(one, oneFile(`${name}.txt`, name))
        case 'duplicate':
          return client.post(one, { action: 'duplicate' })
        case 'patch':
          return client.patch(one, change)
        case 'delete':
          return client.delete(one)
      }
    },
)

/** What entries can link to. */
let targets: string[] = []

/** A resource and an experiment, which each link to another. */
async function givenTargets(client: Client): Promise<string[]> {
  const made: string[] = []
  for (const type of ['items', 'experiments', 'items', 'experiments']) {
    made.push(`${type}/${(await client.post(type, { title: `Target ${made.length}` })).id}`)
  }
  const [item, experiment, ...others] = made
  for (const other of others) {
    await client.post(`${item}/${other.replace('/', '_links/')}`)
    await client.post(`${experiment}/${other.replace('/', '_links/')}`)
  }
  return made
}

const ofLinks: fc.Arbitrary<Deed> = fc.tuple(fc.constantFrom('post', 'post', 'delete', 'import'), fc.nat(9)).map(
  ([verb, n]): Deed =>
    (client, path) => {
      const [type, id] = pick(targets, n)?.split('/') ?? []
      const link = `${path}/${type}_links/${id}`
      if (verb === 'delete') return client.delete(link)
      return client.post(link, verb === 'import' ? { action: 'duplicate' } : {})
    },
)

/** Another entry links to this one, or no longer does. */
const ofLinksTo: fc.Arbitrary<Deed> = fc.tuple(fc.constantFrom('post', 'delete'), fc.nat(9)).map(
  ([verb, n]): Deed =>
    (client, path) => {
      const [type, id] = path.split('/')
      const link = `${pick(targets, n)}/${type}_links/${id}`
      return verb === 'post' ? client.post(link) : client.delete(link)
    },
)

/** An entry at the other end of a link changes. */
const ofTargets: fc.Arbitrary<Deed> = fc
  .tuple(
    fc.nat(9),
    fc.oneof(
      word.map((title) => ({ title })),
      fc.constantFrom('2026-01-02', '2026-03-04').map((date) => ({ date })),
      fc.nat(99).map((custom_id) => ({ custom_id: custom_id || null })),
      fc.constantFrom('archive', 'unarchive', 'destroy', 'restore', 'restore').map((action) => ({ action })),
    ),
  )
  .map(
    ([n, body]): Deed =>
      (client) =>
        client.patch(pick(targets, n) ?? '', body),
  )

/** Requests an action, which only the changelog shows, and does it. */
const ofRequests: fc.Arbitrary<Deed> = fc.constantFrom(10, 20, 30).map(
  (target_action): Deed =>
    (client, path, { userid }) =>
      client.post(`${path}/request_actions`, { target_userid: userid, target_action }),
)

/** Restores a moment. */
const ofRestores: fc.Arbitrary<Deed> = fc.nat(MOST_PLACE).map(
  (n): Deed =>
    async (client, path) => {
      const { headers } = await client.get(`${path}/timeline?limit=1`)
      const position = 1 + (n % Number(headers['x-total-count']))
      return client.patch(`${path}/timeline/${position}`, { action: 'restore' })
    },
)

const deed = fc.oneof(
  { weight: 5, arbitrary: ofEntry },
  { weight: 2, arbitrary: ofTags },
  {
    weight: 2,
    arbitrary: ofPart(
      'comments',
      fc.oneof(word, long).map((comment) => ({ comment: `${comment}.` })),
    ),
  },
  { weight: 2, arbitrary: ofPart('steps', ofStep) },
  { weight: 1, arbitrary: ofSteps },
  { weight: 3, arbitrary: ofFiles },
  { weight: 3, arbitrary: ofLinks },
  { weight: 2, arbitrary: ofLinksTo },
  { weight: 2, arbitrary: ofTargets },
  { weight: 1, arbitrary: ofRequests },
  { weight: 2, arbitrary: ofRestores },
)

/** Every history begins with some of everything, so that there is something to change. */
const BEGINNING: readonly Deed[] = [
  ...['Weigh', 'Mix', 'Wait'].map(
    (body): Deed =>
      (client, path) =>
        client.post(`${path}/steps`, { body }),
  ),
  ...['one', 'two'].map(
    (comment): Deed =>
      (client, path) =>
        client.post(`${path}/comments`, { comment }),
  ),
  ...['a.txt', 'b.txt'].map(
    (name): Deed =>
      (client, path) =>
        client.postForm(`${path}/uploads`, oneFile(name, name)),
  ),
  (client, path) => client.post(`${path}/${targets[0]?.replace('/', '_links/')}`),
  (client, path) => client.post(`${path}/${targets[1]?.replace('/', '_links/')}`),
  (client, path) => client.post(`${targets[2]}/${path.replace('/', '_links/')}`),
]

const HISTORIES = 10
const INSTANTS = 50

test('at 500 random instants of random histories an entry is what it was then', async () => {
  const { ctx, as, given } = await testApp()
  const client = as(await given.user({ isAdmin: true }))
  let now = Date.now()
  ctx.now = () => new Date(now).toISOString()
  let [compared, done] = [0, 0]
  const moments = new Set<string>()
  const histories = fc.tuple(
    fc.constantFrom('experiments', 'items', 'experiments_templates', 'items_types'),
    fc.array(fc.tuple(deed, fc.integer({ min: 1, max: 5000 })), { minLength: 15, maxLength: 30, size: 'max' }),
    // Uniform: biased numbers and doubles cluster near the ends.
    fc.array(fc.noBias(fc.nat(MOST_PLACE)), { minLength: INSTANTS, maxLength: INSTANTS }),
  )
  await fc.assert(
    fc.asyncProperty(histories, async ([type, deeds, places]) => {
      targets = await givenTargets(client)
      now += 1000
      const begin = now
      const { id } = await client.post(type, { title: 'Made', tags: ['pcr'] })
      const path = `${type}/${id}`
      const read = async () => (await client.get<Entity>(path)).body
      const seen = [{ at: now, entry: await read() }]
      for (const [run, ms] of [...BEGINNING.map((one) => [one, 500] as const), ...deeds]) {
        now += ms
        const { status } = await run(client, path, seen.at(-1)?.entry as Entity)
        expect(status).toBeLessThan(500)
        done += status < 300 ? 1 : 0
        seen.push({ at: now, entry: await read() })
      }
      const end = now
      now += 1000
      for (const place of places) {
        const instant = begin + Math.floor(((end - begin + 500) * place) / MOST_PLACE)
        const then = seen.findLast(({ at }) => at <= instant)?.entry as Entity
        const reply = await client.get<Entity>(`${path}?as_of=${new Date(instant).toISOString()}`)
        expect(shown(reply.body)).toEqual(shown(then))
        compared++
        moments.add(`${path} ${seen.findLastIndex(({ at }) => at <= instant)}`)
      }
    }),
    // Shrinking a failure would take minutes; its seed repeats it.
    { numRuns: HISTORIES, endOnFailure: true },
  )
  expect(compared).toBeGreaterThanOrEqual(HISTORIES * INSTANTS)
  // The moments vary.
  expect(moments.size).toBeGreaterThan(HISTORIES * 10)
  // Some actions are refused, such as replacing a missing file.
  expect(done).toBeGreaterThan(HISTORIES * 15)
  expect((await verify(ctx.db)).findings).toEqual([])
})

/** Without personal values, the share key, and the ids of tags that were renamed. */
function shown(entry: Entity) {
  const { is_pinned: _, access_key: __, sharelink: ___, tags_id: ____, tags_decoded, ...rest } = entry
  return { ...rest, tags_decoded: tags_decoded.map(({ tag }) => tag) }
}
