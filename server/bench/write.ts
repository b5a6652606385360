import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../seed/random.ts'
import { startPostgres } from '../test/postgres.ts'
import { type Instance, median, startInstance } from './measure.ts'
import { load } from './processes.ts'
import { patch, post } from './requests.ts'
import { usedByMainThread } from './size-processor.ts'
import { countStatements } from './statements.ts'

const CONNECTIONS = [1, 8, 64]

/** Kinds of writes, and the wanted rate of each relative to comments. */
const WANTED = {
  'create, 1.4 kB': 0.5,
  'create, empty': 0.6,
  title: 0.6,
  text: 0.4,
  bodyappend: 0.4,
  tag: 0.6,
  step: 0.8,
} as const
type Kind = keyof typeof WANTED

/** A rate, and the microseconds of the main thread for each write. */
interface Rate {
  perSecond: number
  cpu: number
}

interface Round {
  comments: Rate
  kinds: Record<Kind, Rate>
}

interface WriteOptions {
  size: number
  rounds: number
  seconds: number
  engine: 'sqlite' | 'postgres'
}

/** What writes of entries cost compared with a comment, with texts as labs write them. Rounds take turns. */
export async function benchWrite({ size, rounds, seconds, engine }: WriteOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bench-'))
  const server = engine === 'postgres' && !process.env.DATABASE_URL ? await startPostgres({ durable: true }) : undefined
  if (server) process.env.DATABASE_URL = server.url
  const instance = await startInstance(size, folder)
  try {
    const targets = await makeTargets(instance)
    for (const connections of CONNECTIONS) {
      const all: Round[] = []
      for (let round = 0; round < rounds; round++) all.push(await measure(instance, targets, connections, seconds))
      const comments = medianOf(all.map((round) => round.comments))
      console.log(`${connections} connections, ${comments.perSecond} comments a second of ${comments.cpu} µs each`)
      console.table(Object.fromEntries(kindsOf(WANTED).map((kind) => [kind, rowOf(kind, all)])))
    }
    await instance.service.stop()
    const env = { DATA_DIR: join(folder, `data-${size}`) }
    const statements = await countStatements(env, instance.key, singleWrites(targets))
    console.log(`Statements and round trips of a request on ${engine}, with begin and commit:`)
    console.table(statements)
  } finally {
    await instance.service.stop()
    await server?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowOf(kind: Kind, all: readonly Round[]) {
  const { perSecond, cpu } = medianOf(all.map(({ kinds }) => kinds[kind]))
  return {
    'a second': perSecond,
    'of comments': median(all.map(({ kinds, comments }) => kinds[kind].perSecond / comments.perSecond)).toFixed(2),
    wanted: `≥ ${WANTED[kind]}`,
    'main thread, µs': cpu,
  }
}

function medianOf(rates: readonly Rate[]): Rate {
  return {
    perSecond: Math.round(median(rates.map(({ perSecond }) => perSecond))),
    cpu: Math.round(median(rates.map(({ cpu }) => cpu))),
  }
}

function kindsOf<K extends string>(kinds: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(kinds) as K[]
}

/** Each kind right after comments, because a shared machine changes from minute to minute. */
async function measure(instance: Instance, targets: Targets, connections: number, seconds: number): Promise<Round> {
  const { port, pid } = instance.service
  const rate = async (list: Buffer[]): Promise<Rate> => {
    const before = usedByMainThread(pid)
    const {
      perSecond,
      failures,
      requests: writes,
    } = await load({
      port,
      connections,
      seconds,
      requests: list.map(String),
    })
    if (failures > 0) throw new Error(`${failures} writes failed`)
    return { perSecond, cpu: ((usedByMainThread(pid) - before) * 1000) / writes }
  }
  const requests = requestsOf(instance, targets)
  const comments: Rate[] = []
  const kinds = {} as Round['kinds']
  for (const kind of kindsOf(WANTED)) {
    comments.push(await rate(requests.comment))
    kinds[kind] = await rate(requests[kind])
  }
  return { comments: medianOf(comments), kinds }
}

let used = 0

/** The request of each kind, about an entry and with a number that makes its text differ. */
const WRITES: Record<Kind | 'comment', (id: number, number: number) => ['POST' | 'PATCH', string, object]> = {
  comment: (id) => ['POST', `/experiments/${id}/comments`, { comment: 'Measured again, 4.2 mg.' }],
  'create, 1.4 kB': (_, number) => ['POST', '/experiments', { title: titleOf(number), body: textOf(number) }],
  'create, empty': () => ['POST', '/experiments', {}],
  title: (id, number) => ['PATCH', `/experiments/${id}`, { title: titleOf(number) }],
  text: (id, number) => ['PATCH', `/experiments/${id}`, { body: textOf(number) }],
  bodyappend: (id, number) => ['PATCH', `/experiments/${id}`, { bodyappend: `<p>${titleOf(number)}</p>` }],
  tag: (id, number) => ['POST', `/experiments/${id}/tags`, { tag: `tag ${number % 500}` }],
  step: (id, number) => ['POST', `/experiments/${id}/steps`, { body: titleOf(number) }],
}

function requestsOf({ service: { port }, key }: Instance, targets: Targets): Record<Kind | 'comment', Buffer[]> {
  const requests = {} as Record<Kind | 'comment', Buffer[]>
  for (const kind of kindsOf(WRITES)) {
    const own = targetsOf(kind, targets)
    // Each entry twice: when all were sent, the first one changes something again.
    requests[kind] = [...own, ...own].map((id) => {
      const [method, path, body] = WRITES[kind](id, used++)
      return (method === 'POST' ? post : patch)(port, key, path, body)
    })
  }
  return requests
}

function singleWrites(targets: Targets) {
  const writes = {} as Record<Kind | 'comment', Parameters<typeof countStatements>[2][string]>
  for (const kind of kindsOf(WRITES)) {
    writes[kind] = (send, run) => send(...WRITES[kind](targetsOf(kind, targets)[run] ?? 1, used++))
  }
  return writes
}

const SYLLABLES = ['ka', 'lo', 'mi', 'tren', 'sul', 'phos', 'ri', 'do', 'gel', 'an', 'zyme', 'ta', 'vel', 'or', 'ine']
const WORDS = Array.from({ length: 3000 }, (_, number) => {
  const pick = random(number)
  return Array.from(
    { length: 2 + Math.floor(3 * pick()) },
    () => SYLLABLES[Math.floor(pick() * SYLLABLES.length)],
  ).join('')
})

function titleOf(number: number): string {
  const pick = random(number)
  return Array.from({ length: 6 }, () => WORDS[Math.floor(pick() * WORDS.length)]).join(' ')
}

/** Common words are more frequent than rare ones, as in any text. */
function textOf(number: number): string {
  const pick = random(number)
  const paragraph = () => Array.from({ length: 30 }, () => WORDS[Math.floor(pick() ** 3 * WORDS.length)]).join(' ')
  return Array.from({ length: 6 }, () => `<p>${paragraph()}.</p>`).join('')
}

const TARGETS = 1000

/** The answer to a change contains all comments and steps, so entries that get hundreds of them are others. */
interface Targets {
  changed: number[]
  appended: number[]
  commented: number[]
}

function targetsOf(kind: Kind | 'comment', { changed, appended, commented }: Targets): readonly number[] {
  if (kind === 'comment' || kind === 'tag' || kind === 'step') return commented
  return kind === 'bodyappend' ? appended : changed
}

async function makeTargets({ service: { port }, key }: Instance): Promise<Targets> {
  const create = async (number: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/experiments`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ title: titleOf(number), body: textOf(number) }),
    })
    return Number(answer.headers.get('location')?.split('/').pop())
  }
  const createAll = async () => {
    const ids: number[] = []
    for (let first = 0; first < TARGETS; first += 50) {
      ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => create(first + index)))))
    }
    return ids
  }
  return { changed: await createAll(), appended: await createAll(), commented: await createAll() }
}
