import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, isSuccess, makeClient, NoAnswer, type Reply } from './client.ts'
import type { Comment, Entry, EntryState, Ledger, OpenCreate, Thing } from './ledger.ts'
import type { Random } from './random.ts'
import { ENTITY_TYPES } from './structure.ts'

const WORDS = 'buffer gel sample assay pellet column plasmid reagent pipette centrifuge culture eluate'.split(' ')
const TAGS = Array.from({ length: 60 }, (_, number) => `${WORDS[number % WORDS.length]} ${number}`)
/** How many of its newest entries a writer keeps changing. */
const OWN_ENTRIES = 6
/** Collections of named things, and what else a new one needs. */
const THINGS: readonly (readonly [collection: string, more: object])[] = [
  ['teams/current/experiments_categories', {}],
  ['teams/current/items_status', {}],
  ['views', { entity_type: 'items', search: '{}', is_shared: 1 }],
]

function isSettled({ name, maybe }: Thing): boolean {
  return name !== null && maybe === undefined
}

export interface WriterOptions {
  count: number
  port: () => number
  keys: readonly string[]
  ledger: Ledger
  random: Random
  /** Statuses other than success that are fine. */
  allowed?: readonly number[]
}

export interface Writers {
  /** Answers by status. */
  answers: Map<number, number>
  /** When the unanswered requests were sent. */
  unanswered: number[]
  slowestMs: number
  problems: string[]
  /** Stops new writes. */
  halt(): void
  /** All writers have ended. */
  done: Promise<void>
}

/**
 * Writers that create, change and comment on entries of all types, and create, rename and delete categories, status and
 * views, one request after the other, until halted.
 */
export function startWriters(options: WriterOptions): Writers {
  let running = true
  const writers: Writers = {
    answers: new Map(),
    unanswered: [],
    slowestMs: 0,
    problems: [],
    halt: () => {
      running = false
    },
    done: Promise.resolve(),
  }
  const runOne = async (number: number) => {
    const key = options.keys[number % options.keys.length] ?? ''
    const client = makeClient(options.port, key)
    const writer = new Writer(number, key, client, options, writers)
    writer.adopt(options.ledger)
    while (running) await writer.writeOnce()
    client.close()
  }
  writers.done = Promise.all(Array.from({ length: options.count }, (_, number) => runOne(number))).then(() => {})
  return writers
}

class Writer {
  readonly #number: number
  readonly #credential: string
  readonly #client: Client
  readonly #options: WriterOptions
  readonly #shared: Writers
  readonly #random: Random
  readonly #own: Entry[] = []
  readonly #comments: { entry: Entry; comment: Comment }[] = []
  readonly #things: Thing[] = []
  /** A failed create, resent first, as a careful client does. */
  #again: OpenCreate | undefined
  #count = 0

  constructor(number: number, credential: string, client: Client, options: WriterOptions, shared: Writers) {
    this.#number = number
    this.#credential = credential
    this.#client = client
    this.#options = options
    this.#shared = shared
    this.#random = options.random.fork()
  }

  /** Continues with what the same writer made before the last stop. */
  adopt({ entries, things }: Ledger): void {
    for (const thing of things.values()) if (thing.writer === this.#number) this.#things.unshift(thing)
    for (const entry of entries.values()) {
      if (entry.writer === this.#number) this.#own.unshift(entry)
      for (const comment of entry.comments.values()) {
        if (comment.writer === this.#number) this.#comments.unshift({ entry, comment })
      }
    }
    this.#keepNewest()
  }

  #keepNewest(): void {
    this.#own.length = Math.min(this.#own.length, OWN_ENTRIES)
    this.#comments.length = Math.min(this.#comments.length, OWN_ENTRIES)
    this.#things.length = Math.min(this.#things.length, OWN_ENTRIES)
  }

  async writeOnce(): Promise<void> {
    if (this.#again) return this.#sendCreate(this.#again)
    const entry = this.#random.pick([undefined, ...this.#own.filter(({ maybe }) => maybe === undefined)])
    const comment = this.#random.pick([
      undefined,
      ...this.#comments.filter(({ comment: { text, maybe } }) => text !== null && maybe === undefined),
    ])
    const dice = this.#random.next()
    if (!entry) return this.#createEntry()
    if (dice < 0.5) return this.#changeEntry(entry, dice)
    if (dice < 0.6) return this.#addTag(entry)
    if (comment && dice < 0.68) return this.#changeComment(comment.entry, comment.comment)
    if (comment && dice < 0.72) return this.#deleteComment(comment.entry, comment.comment)
    if (dice < 0.82) return this.#writeThing()
    return this.#createComment()
  }

  async #createEntry(): Promise<void> {
    const state: EntryState = { title: this.#text('entry'), body: this.#newBody(), tags: this.#someTags() }
    const type = this.#random.pick(ENTITY_TYPES)
    await this.#create(type, { ...state }, (id) => {
      this.#own.unshift(this.#options.ledger.addEntry(id, type, this.#number, state))
      this.#keepNewest()
    })
  }

  /** Mostly an entry of its own, sometimes anybody's, so that writers meet in one chain. */
  async #createComment(): Promise<void> {
    const { ledger } = this.#options
    const entry = this.#random.chance(0.3) ? ledger.entries.get(this.#random.int(1, 40)) : this.#random.pick(this.#own)
    if (!entry) return this.#createEntry()
    const text = this.#text('comment')
    await this.#create(`${entry.type}/${entry.id}/comments`, { comment: text }, (id) => {
      const comment: Comment = { id, writer: this.#number, text }
      entry.comments.set(id, comment)
      entry.touched = true
      this.#comments.unshift({ entry, comment })
      this.#keepNewest()
    })
  }

  async #changeEntry(entry: Entry, dice: number): Promise<void> {
    const next = { ...entry.state }
    if (dice < 0.2) next.title = this.#text('title')
    else if (dice < 0.4) next.body = this.#editBody(entry.state.body)
    else Object.assign(next, { title: this.#text('both'), body: this.#newBody(), tags: this.#someTags() })
    const patch: Partial<EntryState> = {}
    if (next.title !== entry.state.title) patch.title = next.title
    if (next.body !== entry.state.body) patch.body = next.body
    if (next.tags !== entry.state.tags) patch.tags = next.tags
    await this.#setEntry(entry, next, 'PATCH', `${entry.type}/${entry.id}`, patch)
  }

  async #addTag(entry: Entry): Promise<void> {
    const tag = this.#random.pick(TAGS)
    const next = { ...entry.state, tags: [...new Set([...entry.state.tags, tag])] }
    await this.#setEntry(entry, next, 'POST', `${entry.type}/${entry.id}/tags`, { tag })
  }

  async #setEntry(entry: Entry, next: EntryState, method: string, path: string, body: object): Promise<void> {
    entry.maybe = next
    entry.touched = true
    const reply = await this.#send(method, path, body)
    if (!reply) return
    entry.state = next
    delete entry.maybe
    this.#options.ledger.acknowledge({ method, path, ...body })
  }

  async #changeComment(entry: Entry, comment: Comment): Promise<void> {
    const text = this.#text('edited')
    await this.#setComment(entry, comment, text, 'PATCH', { comment: text })
  }

  async #deleteComment(entry: Entry, comment: Comment): Promise<void> {
    await this.#setComment(entry, comment, null, 'DELETE')
  }

  async #setComment(entry: Entry, comment: Comment, text: string | null, method: string, body?: object): Promise<void> {
    const path = `${entry.type}/${entry.id}/comments/${comment.id}`
    comment.maybe = text
    entry.touched = true
    const reply = await this.#send(method, path, body)
    if (!reply) return
    comment.text = text
    delete comment.maybe
    this.#options.ledger.acknowledge({ method, path, ...body })
  }

  /** Creates, renames or deletes a named thing. */
  async #writeThing(): Promise<void> {
    const thing = this.#random.pick([undefined, ...this.#things.filter(isSettled)])
    const name = this.#text('thing')
    if (!thing) {
      const [collection, more] = this.#random.pick(THINGS)
      return this.#create(collection, { name, ...more }, (id) => {
        this.#things.unshift(this.#options.ledger.addThing(`${collection}/${id}`, this.#number, name))
        this.#keepNewest()
      })
    }
    const next = this.#random.chance(0.3) ? null : name
    const change = thing.path.startsWith('views') ? { name } : { title: name }
    thing.maybe = next
    thing.touched = true
    const reply = next === null ? await this.#send('DELETE', thing.path) : await this.#send('PATCH', thing.path, change)
    if (!reply) return
    thing.name = next
    delete thing.maybe
    this.#options.ledger.acknowledge({ thing: thing.path, name: next })
  }

  async #create(path: string, body: Record<string, unknown>, done: (id: number) => void): Promise<void> {
    const { ledger } = this.#options
    const create = { key: ledger.nextKey(), credential: this.#credential, path, body, done }
    ledger.open(create)
    await this.#sendCreate(create)
  }

  async #sendCreate(create: OpenCreate): Promise<void> {
    const { key, path, body } = create
    this.#again = create
    const reply = await this.#send('POST', path, body, { 'idempotency-key': key })
    if (!reply) return
    this.#again = undefined
    if (reply.id > 0) this.#options.ledger.acknowledgeCreate(key, reply.id)
    else this.#shared.problems.push(`POST ${path} answered ${reply.status} without an id in Location`)
  }

  /** The answer if it succeeded; undefined if the outcome is unknown. */
  async #send(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply | undefined> {
    const { answers, problems } = this.#shared
    try {
      const reply = await this.#client.call(method, path, body, headers)
      answers.set(reply.status, (answers.get(reply.status) ?? 0) + 1)
      this.#shared.slowestMs = Math.max(this.#shared.slowestMs, reply.ms)
      if (isSuccess(reply)) return reply
      if (!this.#options.allowed?.includes(reply.status)) {
        problems.push(`${method} ${path} answered ${reply.status} ${reply.text.slice(0, 300)}`)
      }
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      if (!error.isRefused()) this.#shared.unanswered.push(error.sentAt)
    }
    await sleep(20)
    return undefined
  }

  #text(kind: string): string {
    return `${kind} ${this.#number}.${++this.#count} ${this.#random.pick(WORDS)} ΔT=${this.#random.int(1, 90)} µl 試料`
  }

  #newBody(): string {
    return Array.from({ length: this.#random.int(1, 30) }, () => this.#paragraph()).join('')
  }

  #editBody(body: string): string {
    const paragraphs = body.split(/(?<=<\/p>)/)
    const at = this.#random.int(0, paragraphs.length)
    return paragraphs.with(at, this.#paragraph() + this.#paragraph()).join('')
  }

  #paragraph(): string {
    const words = Array.from({ length: this.#random.int(3, 25) }, () => this.#random.pick(WORDS))
    return `<p>${this.#text('line')} ${words.join(' ')}</p>`
  }

  #someTags(): string[] {
    return Array.from(new Set(Array.from({ length: this.#random.int(0, 3) }, () => this.#random.pick(TAGS))))
  }
}
