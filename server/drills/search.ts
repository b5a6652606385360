import { setTimeout as sleep } from 'node:timers/promises'
import { type Known, QUERIES, WORDS } from '../test/search-model.ts'
import { type Client, isSuccess, makeClient, NoAnswer, type Reply } from './client.ts'
import { onEngine } from './engine.ts'
import { type Instance, makeInstance, runVerify } from './instance.ts'
import type { DrillOptions } from './options.ts'
import type { Random } from './random.ts'
import type { Report } from './report.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const SERVERS = 2
/** All of them fit on one page of a list. */
const MOST_ENTRIES = 90

/**
 * Two servers on one notebook, random writes to both, `kill -9` of one of them, also in the middle of a write. Every
 * search of either has to find exactly what was acknowledged, at every moment.
 */
export function searchDrill({ engine = 'sqlite', ...options }: DrillOptions): Promise<Report> {
  return onEngine(engine, (database) => runSearch(options, database))
}

async function runSearch({ rounds = 300, random }: DrillOptions, database: { databaseUrl?: string }): Promise<Report> {
  const instance = await makeInstance('search', { users: 1, ...database })
  const lab = new Lab(instance, random)
  try {
    await lab.start()
    for (let n = 0; n < 12; n++) await lab.create()
    for (let round = 1; round <= rounds && lab.problems.length === 0; round++) {
      await lab.step(round)
      if (round % 50 === 0) console.log(`  round ${round}: ${lab.writes} writes, ${lab.searches} searches`)
    }
    await lab.stop()
    const verify = await runVerify(instance.env)
    if (verify.code !== 0)
      lab.problems.push(`aliquot verify ended with ${verify.code}: ${verify.output.slice(0, 2000)}`)
    const { writes, searches, kills, unanswered, problems } = lab
    return {
      summary: `${searches} searches after ${writes} writes and ${kills} kills, ${problems.length} wrong`,
      numbers: { rounds, writes, searches, kills, 'cut off by a kill': unanswered },
      problems,
    }
  } finally {
    await lab.kill()
    instance.remove()
  }
}

type Change = Partial<Omit<Known, 'id'>>

/** The two servers, and what they must know. */
class Lab {
  readonly #instance: Instance
  readonly #random: Random
  readonly #servers: ServerProcess[] = []
  readonly #clients: Client[] = []
  #known: Known[] = []
  readonly problems: string[] = []
  writes = 0
  searches = 0
  kills = 0
  unanswered = 0

  constructor(instance: Instance, random: Random) {
    this.#instance = instance
    this.#random = random
  }

  async start(): Promise<void> {
    const [key = ''] = this.#instance.keys
    for (let number = 0; number < SERVERS; number++) {
      this.#servers.push(await startServer(this.#instance.env))
      this.#clients.push(makeClient(() => this.#servers[number]?.port ?? 0, key))
    }
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.close()
    for (const server of this.#servers) {
      const { code } = await server.end('SIGTERM')
      if (code !== 0) this.problems.push(`a server ended with ${code} on SIGTERM`)
    }
  }

  async kill(): Promise<void> {
    for (const server of this.#servers) if (server.isRunning()) await server.end('SIGKILL')
  }

  async step(round: number): Promise<void> {
    const random = this.#random
    if (random.chance(0.1)) await this.#killOne()
    else if (random.chance(0.2)) await this.create()
    else if (random.chance(0.05)) await this.#remove()
    else await this.#changeSome()
    // So that some searches come before the indexes are filled, some meanwhile and some after it.
    if (random.chance(0.1)) await sleep(random.int(1, 800))
    for (const client of this.#clients) await this.#search(client, round)
  }

  async create(): Promise<void> {
    if (this.#known.length >= MOST_ENTRIES) return this.#remove()
    const [title, body] = [this.#phrase(), this.#phrase()]
    const reply = await this.#send('POST', 'experiments', { title, body })
    this.#known.push({ id: reply.id, title, body, tags: [], batch: '' })
  }

  async #remove(): Promise<void> {
    const { id } = this.#random.pick(this.#known)
    await this.#send('DELETE', `experiments/${id}`)
    this.#known = this.#known.filter((entry) => entry.id !== id)
  }

  /** Different entries at the same time, through both servers. */
  async #changeSome(): Promise<void> {
    const first = this.#random.int(0, this.#known.length)
    const some = this.#known.slice(first, first + this.#random.int(1, 6))
    await Promise.all(
      some.map(async (entry) => {
        const change = this.#newChange()
        await this.#send('PATCH', `experiments/${entry.id}`, bodyOf(change))
        Object.assign(entry, change)
      }),
    )
  }

  /** Kills a server in the middle of a change, and starts it again. */
  async #killOne(): Promise<void> {
    const random = this.#random
    const number = random.int(0, SERVERS)
    const [server, client] = [this.#servers[number], this.#clients[number]]
    if (!server || !client) return
    const entry = random.pick(this.#known)
    const change = random.chance(0.5) ? { title: this.#phrase() } : { body: this.#phrase() }
    const sent = client.call('PATCH', `experiments/${entry.id}`, change).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error
      return undefined
    })
    await sleep(random.int(0, 20))
    await server.end('SIGKILL')
    this.kills++
    const reply = await sent
    this.#servers[number] = await startServer(this.#instance.env)
    if (reply) {
      this.#note(reply, `PATCH of ${entry.id} before a kill`)
      Object.assign(entry, change)
      return
    }
    this.unanswered++
    const { text } = await client.call('GET', `experiments/${entry.id}`)
    const seen = JSON.parse(text) as Known
    for (const field of ['title', 'body'] as const) {
      if (seen[field] !== entry[field] && seen[field] !== change[field]) {
        this.problems.push(`${field} of ${entry.id} is ${seen[field]} after a kill, ${JSON.stringify([entry, change])}`)
      }
    }
    Object.assign(entry, { title: seen.title, body: seen.body })
  }

  async #search(client: Client, round: number): Promise<void> {
    const [query, isMeant] = this.#random.pick(QUERIES)(this.#random.pick(WORDS), this.#random.pick(WORDS))
    const { status, text } = await client.call('GET', `experiments?${encodeURI(query)}&limit=100`)
    this.searches++
    const meant = this.#known.filter(isMeant).map(({ id }) => id)
    const found = status === 200 ? (JSON.parse(text) as Known[]).map(({ id }) => id) : text
    const isRight = typeof found !== 'string' && String(found.toSorted(byNumber)) === String(meant.toSorted(byNumber))
    if (!isRight) this.problems.push(`round ${round}: ${query} found ${found}, not ${meant}`)
  }

  async #send(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.#random.pick(this.#clients).call(method, path, body)
    this.#note(reply, `${method} ${path}`)
    return reply
  }

  #note(reply: Reply, what: string): void {
    this.writes++
    if (!isSuccess(reply)) this.problems.push(`${what} answered ${reply.status} ${reply.text.slice(0, 300)}`)
  }

  #newChange(): Change {
    const random = this.#random
    return random.pick<() => Change>([
      () => ({ title: this.#phrase() }),
      () => ({ body: this.#phrase() }),
      () => ({ title: this.#phrase(), body: this.#phrase() }),
      () => ({ tags: random.chance(0.5) ? [random.pick(WORDS)] : [] }),
      () => ({ batch: this.#phrase() }),
    ])()
  }

  #phrase(): string {
    return Array.from({ length: this.#random.int(1, 5) }, () => this.#random.pick(WORDS)).join(' ')
  }
}

function bodyOf({ batch, ...others }: Change): object {
  if (batch === undefined) return others
  return { ...others, metadata: { extra_fields: { Batch: { type: 'text', value: batch } } } }
}

function byNumber(a: number, b: number): number {
  return a - b
}
