import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../seed/random.ts'
import { type Instance, median, startInstance } from './measure.ts'
import { load } from './processes.ts'
import { patch, post } from './requests.ts'

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

interface Round {
  comments: number
  kinds: Record<Kind, number>
}

/** What writes of entries cost compared with a comment, with texts as labs write them. Rounds take turns. */
export async function benchWrite({ size, rounds, seconds }: { size: number; rounds: number; seconds: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-bench-'))
  const instance = await startInstance(size, folder)
  try {
    const targets = await makeTargets(instance)
    for (const connections of CONNECTIONS) {
      const all: Round[] = []
      for (let round = 0; round < rounds; round++) all.push(await measure(instance, targets, connections, seconds))
      console.log(
        `${connections} connections, ${Math.round(median(all.map(({ comments }) => comments)))} comments a second`,
      )
      console.table(Object.fromEntries(kindsOf(WANTED).map((kind) => [kind, rowOf(kind, all)])))
    }
  } finally {
    await instance.service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowOf(kind: Kind, all: readonly Round[]) {
  return {
    'a second': Math.round(median(all.map(({ kinds }) => kinds[kind]))),
    'of comments': median(all.map(({ kinds, comments }) => kinds[kind] / comments)).toFixed(2),
    wanted: `≥ ${WANTED[kind]}`,
  }
}

function kindsOf<K extends string>(kinds: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(kinds) as K[]
}

/** Each kind right after comments, because a shared machine changes from minute to minute. */
async function measure(instance: Instance, targets: number[], connections: number, seconds: number): Promise<Round> {
  const { port } = instance.service
  const rate = async (requests: Buffer[]) => {
    const { perSecond, failures } = await load({ port, connections, seconds, requests: requests.map(String) })
    if (failures > 0) throw new Error(`${failures} writes failed`)
    return perSecond
  }
  const requests = requestsOf(instance, targets)
  const comments: number[] = []
  const kinds = {} as Round['kinds']
  for (const kind of kindsOf(WANTED)) {
    comments.push(await rate(requests.comment))
    kinds[kind] = await rate(requests[kind])
  }
  return { comments: median(comments), kinds }
}

let used = 0

function requestsOf(
  { service: { port }, key }: Instance,
  targets: readonly number[],
): Record<Kind | 'comment', Buffer[]> {
  // Each entry twice: when all were sent, the first one changes something again.
  const each = (make: (id: number, number: number) => Buffer) => [...targets, ...targets].map((id) => make(id, used++))
  const change = (id: number, body: object) => patch(port, key, `/experiments/${id}`, body)
  const create = (body: object) => post(port, key, '/experiments', body)
  const below = (id: number, part: string, body: object) => post(port, key, `/experiments/${id}/${part}`, body)
  return {
    comment: each((id) => below(id, 'comments', { comment: 'Measured again, 4.2 mg.' })),
    'create, 1.4 kB': each((_, number) => create({ title: titleOf(number), body: textOf(number) })),
    'create, empty': each(() => create({})),
    title: each((id, number) => change(id, { title: titleOf(number) })),
    text: each((id, number) => change(id, { body: textOf(number) })),
    bodyappend: each((id, number) => change(id, { bodyappend: `<p>${titleOf(number)}</p>` })),
    tag: each((id, number) => below(id, 'tags', { tag: `tag ${number % 500}` })),
    step: each((id, number) => below(id, 'steps', { body: titleOf(number) })),
  }
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

async function makeTargets({ service: { port }, key }: Instance): Promise<number[]> {
  const create = async (number: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/experiments`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ title: titleOf(number), body: textOf(number) }),
    })
    return Number(answer.headers.get('location')?.split('/').pop())
  }
  const ids: number[] = []
  for (let first = 0; first < TARGETS; first += 50) {
    ids.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => create(first + index)))))
  }
  return ids
}
