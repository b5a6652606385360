import type { Entity } from '@aliquot/contract/entities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Client, testApp } from '../../../test/harness.ts'

/** Something that people do, on an entry that has what others did before. */
type Deed = (client: Client, path: string, entry: Entity) => Promise<unknown>

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
  fc.tuple(fc.nat(9), word, fc.nat(999)).map(
    ([n, name, number]): Deed =>
      async (client) => {
        const { body } = await client.get<{ id: number }[]>('teams/current/tags')
        const tag = `${name} ${number}`
        return client.patch(`teams/current/tags/${pick(body, n)?.id ?? 0}`, { action: 'updatetag', tag })
      },
  ),
)

/** Adds, changes and deletes one of the things of a kind that belong to an entry. */
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
  fc.constant({ action: 'finish' }),
  fc.constant({ deadline: '2031-01-02 03:04:05' }),
)
const ofSteps =
  (action: string): Deed =>
  (client, path) =>
    client.patch(`${path}/steps`, { action })

const ofFile = fc.oneof(
  word.map((real_name) => ({ real_name: `${real_name}.json` })),
  fc.oneof(word, fc.constant('')).map((comment) => ({ comment })),
  fc.constant({ action: 'archive' }),
  fc.constantFrom(1, 2, 3).map((state) => ({ state })),
)
const ofFiles: fc.Arbitrary<Deed> = fc.tuple(fc.constantFrom('post', 'patch', 'delete'), fc.nat(9), word, ofFile).map(
  ([verb, n, name, change]): Deed =>
    (client, path, { uploads }) => {
      const one = `${path}/uploads/${pick(uploads, n)?.id ?? 0}`
      const file = { action: 'createfromstring', file_type: 'json', real_name: `${name}.json`, content: `"${name}"` }
      if (verb === 'post') return client.post(`${path}/uploads`, file)
      return verb === 'patch' ? client.patch(one, change) : client.delete(one)
    },
)

/** What every history can point to. */
let targets: number[] = []

const ofLinks: fc.Arbitrary<Deed> = fc.tuple(fc.constantFrom('post', 'delete', 'post'), fc.nat(9)).map(
  ([verb, n]): Deed =>
    (client, path) => {
      const link = `${path}/items_links/${pick(targets, n)}`
      return verb === 'post' ? client.post(link) : client.delete(link)
    },
)

/** Somebody points to the entry, or does no longer. */
const ofLinksTo: fc.Arbitrary<Deed> = fc.constantFrom('post', 'delete').map(
  (verb): Deed =>
    (client, path) => {
      const [type, id] = path.split('/')
      const link = `items/${targets[0]}/${type}_links/${id}`
      return verb === 'post' ? client.post(link) : client.delete(link)
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
  { weight: 1, arbitrary: fc.constantFrom('forcelock', 'forceunlock').map(ofSteps) },
  { weight: 2, arbitrary: ofFiles },
  { weight: 1, arbitrary: ofLinks },
  { weight: 1, arbitrary: ofLinksTo },
)

const HISTORIES = 10
const INSTANTS = 50

test('at 500 random instants of random histories an entry is what it was then', async () => {
  const { ctx, as, given } = await testApp()
  const client = as(await given.user({ isAdmin: true }))
  targets = []
  for (let n = 0; n < 3; n++) targets.push((await client.post('items', { title: `Target ${n}` })).id)
  let now = Date.now()
  ctx.now = () => new Date(now).toISOString()
  let compared = 0
  const histories = fc.tuple(
    fc.constantFrom('experiments', 'items', 'experiments_templates', 'items_types'),
    fc.array(fc.tuple(deed, fc.integer({ min: 1, max: 5000 })), { minLength: 15, maxLength: 25, size: 'max' }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: INSTANTS, maxLength: INSTANTS }),
  )
  await fc.assert(
    fc.asyncProperty(histories, async ([type, deeds, places]) => {
      now += 1000
      const begin = now
      const { id } = await client.post(type, { title: 'Made', tags: ['pcr'] })
      const path = `${type}/${id}`
      const read = async () => (await client.get<Entity>(path)).body
      const seen = [{ at: now, entry: await read() }]
      for (const [run, ms] of deeds) {
        now += ms
        await run(client, path, seen.at(-1)?.entry as Entity)
        seen.push({ at: now, entry: await read() })
      }
      const end = now
      now += 1000
      for (const place of places) {
        const instant = begin + Math.floor((end - begin + 500) * place)
        const then = seen.findLast(({ at }) => at <= instant)?.entry as Entity
        const reply = await client.get<Entity>(`${path}?as_of=${new Date(instant).toISOString()}`)
        expect(shown(reply.body)).toEqual(shown(then))
        compared++
      }
    }),
    { numRuns: HISTORIES },
  )
  expect(compared).toBeGreaterThanOrEqual(HISTORIES * INSTANTS)
}, 120_000)

/** Without what is somebody's own, the key of a share link, and the ids of tags that are called otherwise now. */
function shown(entry: Entity) {
  const { is_pinned: _, access_key: __, sharelink: ___, tags_id: ____, tags_decoded, ...rest } = entry
  return { ...rest, tags_decoded: tags_decoded.map(({ tag }) => tag) }
}
