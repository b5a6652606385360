import { deflateRawSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { watchMemory } from '../../../../bench/files.ts'
import { makeInstance } from '../../../../drills/instance.ts'
import { type ServerProcess, startServer } from '../../../../drills/server-process.ts'
import { crateOf, elnWith, type Forged, PLAIN } from '../../../../test/archives/forged-zip.ts'
import { makeForm } from '../../../../test/forms.ts'

const ZEROS = deflateRawSync(Buffer.alloc(200_000_000))
const many = (count: number): Forged[] =>
  Array.from({ length: count }, (_, number) => ({ name: `root/one/${number}`, method: 0 }))
const nodes = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ '@id': `#${number}`, '@type': 'Thing' }))

/** The most that each kind of attack can make the service do, and what it answers. */
const ATTACKS: readonly [why: string, archive: () => Buffer, status: number][] = [
  ['210,000 members', () => elnWith(many(210_000)), 413],
  [
    '100,000 members in another folder',
    () => elnWith(many(100_000).map((one) => ({ ...one, name: `x${one.name}` }))),
    201,
  ],
  ['200 MB that claim to be 10 bytes', () => elnWith([{ name: 'root/one/x', packed: ZEROS, size: 10 }]), 201],
  [
    '50 times 200 MB',
    () =>
      elnWith(
        Array.from({ length: 50 }, (_, number) => ({ name: `root/one/${number}`, packed: ZEROS, size: 200_000_000 })),
      ),
    413,
  ],
  [
    'bombs in one place',
    () =>
      elnWith([
        { name: 'root/one/x', packed: ZEROS, size: 200_000_000 },
        { name: 'root/one/y', offset: 0 },
      ]),
    400,
  ],
  [
    '200 MB of metadata',
    () => elnWith([], Buffer.concat([Buffer.from('{"@graph":['), Buffer.alloc(200_000_000, ' ')])),
    400,
  ],
  ['a node of 60 MB', () => elnWith([], crateOf([{ ...PLAIN, text: 'x'.repeat(60_000_000) }])), 413],
  ['a node of 700,000 values', () => elnWith([], crateOf([{ ...PLAIN, x: Array(700_000).fill(0) }])), 413],
  ['300,000 nodes', () => elnWith([], crateOf([PLAIN, ...nodes(300_000)])), 201],
  ['1,000,001 nodes', () => elnWith([], crateOf([PLAIN, ...nodes(1_000_001)])), 413],
  ['100,000 levels', () => elnWith([], `{"@graph":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 400],
  [
    '100,000 twins',
    () => elnWith([], crateOf([PLAIN, ...nodes(100_000).map((node) => ({ ...node, '@id': '#p' }))])),
    201,
  ],
  ['an archive cut off', () => elnWith(many(1000)).subarray(0, -40), 400],
]

const MOST_MB = 64

/** 100 entries with 20 files each. */
function ordinary(): Buffer {
  const places = Array.from({ length: 100 }, (_, number) => `./${number}/`)
  const entries = places.map((id) => ({ ...PLAIN, '@id': id, text: `<p>${id.repeat(500)}</p>` }))
  const files = places.flatMap((id) => many(20).map(({ name }) => ({ name: `root/${id}${name}`, content: id })))
  return elnWith(files, crateOf(entries))
}

const isMeasured = process.platform === 'linux' && process.env.TEST_ENGINE !== 'postgres'

test.skipIf(!isMeasured)(
  'attacks take little memory, and others are answered meanwhile',
  { timeout: 600_000 },
  async () => {
    const instance = await makeInstance('attacks', { users: 2 })
    const server = await startServer(instance.env)
    onTestFinished(async () => {
      await server.end('SIGKILL')
      instance.remove()
    })
    const [mallory = '', ada = ''] = instance.keys
    // What an ordinary import loads, and V8's space for new objects, is no growth.
    expect(await importing(server, mallory, ordinary())).toBe(201)
    expect(await importing(server, mallory, elnWith([{ name: '../x' }]))).toBe(400)
    let answered = 0
    const told: object[] = []
    for (const [why, archive] of ATTACKS) {
      const bytes = archive()
      const attack = await watchMemory(server, async () => {
        const attacking = importing(server, mallory, bytes)
        answered += await askUntil(attacking, server, ada)
        return attacking
      })
      console.log(`${why}: ${attack.result}, ${Math.round(attack.growth)} MB`)
      told.push({ why, status: attack.result, isSmall: attack.growth <= MOST_MB })
    }
    expect(told).toEqual(ATTACKS.map(([why, , status]) => ({ why, status, isSmall: true })))
    expect(answered).toBeGreaterThan(ATTACKS.length)
  },
)

async function importing({ port }: ServerProcess, key: string, archive: Buffer): Promise<number> {
  const { type, body } = makeForm([{ name: 'file', filename: 'attack.eln', content: archive }])
  const headers = { authorization: key, 'content-type': type }
  const reply = await fetch(`http://127.0.0.1:${port}/api/v2/import`, { method: 'POST', headers, body })
  await reply.arrayBuffer()
  return reply.status
}

/** How often somebody else is answered until then. */
async function askUntil(done: Promise<unknown>, { port }: ServerProcess, key: string): Promise<number> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  done.then(end, end)
  let answered = 0
  while (!isDone) {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v2/experiments?limit=5`, {
      headers: { authorization: key },
    })
    await reply.arrayBuffer()
    expect(reply.status).toBe(200)
    answered++
  }
  return answered
}
