import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedChange, FeedPage } from '@aliquot/contract/changes'
import { type Client, makeClient, NoAnswer } from '../client.ts'
import { onEngine } from '../engine.ts'
import { makeInstance } from '../instance.ts'
import type { DrillOptions } from '../options.ts'
import type { Random } from '../random.ts'
import { countsText, type Report } from '../report.ts'
import { startServer } from '../server-process.ts'
import { compare } from './compare.ts'
import { MoodyReceiver } from './receiver.ts'

const KINDS = ['experiment.created', 'experiment.updated', 'comment.created', 'step.created']
const ENTRIES = 30
const BETWEEN_KILLS_MS = [100, 1200] as const
const BETWEEN_WRITES_MS = [5, 60] as const
const PATIENCE_MS = 120_000
const PROGRAM = [join(import.meta.dirname, 'service.ts')]

/**
 * The service is killed again and again while people write, and receivers fail, hang, break off and die. Every change is delivered
 * at least once, and those of an entry in order.
 */
export function webhooksDrill({ engine = 'sqlite', ...options }: DrillOptions): Promise<Report> {
  return onEngine(engine, (database) => run(options, database))
}

/** A webhook with its receiver, and where in the feed it began. */
interface Hook {
  name: string
  client: Client
  receiver: MoodyReceiver
  start: string
}

async function run({ rounds = 50, writers = 8, random }: DrillOptions, database: object): Promise<Report> {
  const instance = await makeInstance('webhooks', { users: 4, ...database })
  const env = { ...instance.env, NODE_COMPILE_CACHE: join(instance.folder, 'cache') }
  const start = () => startServer(env, { program: PROGRAM })
  const problems: string[] = []
  const [person = ''] = instance.keys
  let server = await start()
  const port = () => server.port
  try {
    const hooks = [
      await makeHook(port, person, 'user'),
      await makeHook(port, instance.adminKey, 'team'),
      await makeHook(port, instance.adminKey, 'instance'),
    ]
    const living = hooks.map(({ receiver }) => receiver.live(random.fork()))
    const book = new Acknowledged()
    let isOver = false
    const writing = Array.from({ length: writers }, async (_, number) => {
      const client = makeClient(port, instance.keys[number % instance.keys.length] ?? '')
      const choices = random.fork()
      while (!isOver) {
        await write(client, choices, book)
        await sleep(choices.int(...BETWEEN_WRITES_MS))
      }
      client.close()
    })
    for (let round = 1; round <= rounds; round++) {
      await sleep(random.int(...BETWEEN_KILLS_MS))
      if (!server.isRunning()) problems.push(`the server ended by itself\n${server.output()}`)
      await server.end('SIGKILL')
      server = await start()
      if (round % 10 === 0) console.log(`  kill ${round}: ${book.count} writes acknowledged`)
    }
    isOver = true
    await Promise.all(writing)
    for (const { receiver } of hooks) receiver.recover()
    await Promise.all(living)
    let [delivered, repeated, missing] = [0, 0, 0]
    for (const { name, client, receiver, start: after } of hooks) {
      const feed = await readFeed(client, after)
      await untilTaken(receiver, feed)
      const found = compare(name, feed, receiver.got)
      const forgotten = book.notIn(receiver.got.map(({ change }) => change))
      delivered += found.delivered
      repeated += found.repeated
      missing += found.missing + forgotten.length
      problems.push(...found.problems, ...forgotten.map((what) => `${name}: ${what} was never delivered`))
      client.close()
    }
    const { code } = await server.end('SIGTERM')
    if (code !== 0) problems.push(`the server ended with ${code} on SIGTERM\n${server.output()}`)
    await Promise.all(hooks.map(({ receiver }) => receiver.stop()))
    const met = new Map<string, number>()
    for (const { receiver } of hooks)
      for (const [mood, count] of receiver.met) met.set(mood, (met.get(mood) ?? 0) + count)
    return {
      summary: `delivered ${delivered} changes over ${rounds} kills, ${missing} missing`,
      numbers: {
        webhooks: hooks.length,
        'acknowledged writes': book.count,
        'changes delivered': delivered,
        'delivered again': repeated,
        'messages, by what the receiver did': countsText(met),
        'deaths of receivers': hooks.reduce((sum, { receiver }) => sum + receiver.deaths, 0),
        missing,
      },
      problems,
    }
  } finally {
    await server.end('SIGKILL')
    instance.remove()
  }
}

async function makeHook(port: () => number, owner: string, scope: string): Promise<Hook> {
  const receiver = new MoodyReceiver()
  await receiver.start()
  const client = makeClient(port, owner)
  const { cursor } = JSON.parse((await client.call('GET', 'changes?after=now')).text) as FeedPage
  const { status, text } = await client.call('POST', 'webhooks', { url: receiver.url, kinds: KINDS, scope })
  if (status !== 201) throw new Error(`A webhook was refused: ${text}`)
  return { name: `webhook of the ${scope}`, client, receiver, start: cursor }
}

/** What the service has acknowledged, by what the feed must tell of it. */
class Acknowledged {
  readonly entries: number[] = []
  readonly #told = new Set<string>()
  count = 0

  add(kind: string, id: number): void {
    this.#told.add(`${kind} ${id}`)
    this.count++
  }

  notIn(changes: readonly FeedChange[]): string[] {
    const seen = new Set(changes.map(({ kind, subject }) => `${kind} ${subject.id}`))
    return [...this.#told].filter((what) => !seen.has(what))
  }
}

async function write({ call }: Client, random: Random, book: Acknowledged): Promise<void> {
  try {
    if (book.entries.length < ENTRIES) {
      const { status, id } = await call('POST', 'experiments', { canwrite_base: 30 })
      if (status !== 201) return
      book.entries.push(id)
      return book.add('experiment.created', id)
    }
    const entry = random.pick(book.entries)
    const path = `experiments/${entry}`
    if (random.chance(0.5)) {
      const { status } = await call('PATCH', path, { title: `Title ${random.int(0, 1_000_000)}` })
      if (status === 200) book.add('experiment.updated', entry)
      return
    }
    const [kind, body] = random.pick([
      ['comment', { comment: 'Pure' }],
      ['step', { body: 'Wash' }],
    ] as const)
    const { status, id } = await call('POST', `${path}/${kind}s`, body)
    if (status === 201) book.add(`${kind}.created`, id)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    await sleep(20)
  }
}

async function readFeed({ call }: Client, start: string): Promise<FeedChange[]> {
  const all: FeedChange[] = []
  let after = start
  for (;;) {
    const { status, text } = await call('GET', `changes?kind=${KINDS.join(',')}&limit=200&after=${after}`)
    if (status !== 200) throw new Error(`The feed answered ${status}: ${text}`)
    const { changes, cursor, more } = JSON.parse(text) as FeedPage
    all.push(...changes)
    if (!more) return all
    after = cursor
  }
}

async function untilTaken({ got }: MoodyReceiver, feed: readonly FeedChange[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  const wanted = new Set(feed.map(({ cursor }) => cursor))
  let looked = 0
  while (wanted.size > 0 && performance.now() < until) {
    for (; looked < got.length; looked++) {
      const message = got[looked]
      if (message?.isTaken) wanted.delete(message.cursor)
    }
    await sleep(50)
  }
}
