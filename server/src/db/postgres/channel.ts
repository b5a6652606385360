import { openClient } from './pools.ts'

const NAME = 'aliquot'
/** Words within this time leave together: many commits are one word. */
const GATHER_MS = 10
const AGAIN_MS = 1000
/** A process that wants to hear says so this often. */
const ASK_MS = 5000
/** Whoever has not asked for so long hears nothing. */
const ASKED_MS = 3 * ASK_MS
const COMMIT = 'commit'
const ASK = 'ask'
/** Who is new says this: those who want to hear ask again, and look for what it has stored. */
const HELLO = 'hello'

type Listener = (word: string) => void
type Client = Awaited<ReturnType<typeof openClient>>

/**
 * Words between the processes on one database, by NOTIFY on a connection of its own: a transaction that notifies would queue
 * behind others that do. They are sent only while another process asks for them, so a single server pays nothing. A
 * word that is lost only delays, because whoever waits also looks from time to time.
 */
export class Channel {
  readonly #url: string
  readonly #listeners = new Set<Listener>()
  readonly #unsent = new Set<string>()
  #client: Client | undefined
  #opening: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  /** Until then somebody wants to hear. */
  #wantedUntil = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  /** Hears what other processes say, never this one. Commits are heard as `commit`. */
  onWord(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Asks the others to speak for a while. */
  ask(): void {
    if (performance.now() - this.#askedAt < ASK_MS) return
    this.#askedAt = performance.now()
    this.#send(ASK)
  }

  /** Says something to those who ask. */
  say(word: string): void {
    if (performance.now() < this.#wantedUntil) this.#send(word)
    // To hear of those who will ask.
    else if (!this.#client) this.#open()
  }

  noteCommit(): void {
    this.say(COMMIT)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#opening
    await this.#client?.end().catch(() => {})
  }

  #send(word: string): void {
    this.#unsent.add(word)
    this.#open()
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MS).unref()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    // They leave once it is connected.
    if (!this.#client || this.#isClosed || this.#unsent.size === 0) return
    const words = [...this.#unsent]
    this.#unsent.clear()
    await this.#client
      .query(`select pg_notify('${NAME}', word) from unnest($1::text[]) as word`, [words])
      .catch(() => {})
  }

  #open(): void {
    if (this.#client || this.#opening || this.#isClosed) return
    this.#opening = this.#connect()
      .catch(() => this.#lose())
      .finally(() => {
        this.#opening = undefined
      })
  }

  async #connect(): Promise<void> {
    const client = await openClient(this.#url)
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '', processId }) => {
      if (processId !== client.processID) this.#hear(payload)
    })
    await client.query(`listen ${NAME}`)
    this.#client = client
    this.#unsent.add(HELLO)
    // Something may have been said while nobody listened.
    this.#hear(COMMIT)
    await this.#flush()
  }

  #hear(word: string): void {
    const now = performance.now()
    if (word === ASK) this.#wantedUntil = now + ASKED_MS
    else for (const listener of this.#listeners) listener(word === HELLO ? COMMIT : word)
    if (word === HELLO && now - this.#askedAt < ASKED_MS) this.#send(ASK)
  }

  #lose(client?: Client): void {
    if (this.#client === client) this.#client = undefined
    // A broken connection fails its statements, and the next word would come too late to open another.
    if (!this.#isClosed) setTimeout(() => this.#open(), AGAIN_MS).unref()
  }
}
