import type pg from 'pg'
import { isLost, isStuck, isTimeout } from './connection-error.ts'
import { statementName } from './named-statements.ts'
import { openClient } from './pools.ts'

/** A lookup by key that takes longer waits for a lock, or the server hangs. */
const MOST_MS = 1000

type Run = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>

/**
 * A few connections that many short reads share: each sends its statement without waiting for the answers to others,
 * and those of one turn of the event loop leave in one packet. A slow statement would delay all behind it, so only
 * lookups by key belong here. What fails here runs again on a connection of its own: it may have waited for a lock, or
 * stood behind a statement that failed.
 */
export class SharedReads {
  readonly #connections: SharedConnection[]
  readonly #runAlone: Run

  constructor(url: string, size: number, timeoutMs: number, runAlone: Run) {
    const mostMs = Math.min(timeoutMs, MOST_MS)
    this.#connections = Array.from({ length: size }, () => new SharedConnection(() => openClient(url, mostMs)))
    this.#runAlone = runAlone
  }

  get size(): number {
    return this.#connections.length
  }

  /** The connections that are opened, and those of them with unanswered statements. */
  get state(): { open: number; busy: number } {
    const open = this.#connections.filter(({ isOpen }) => isOpen)
    return { open: open.length, busy: open.filter(({ waiting }) => waiting > 0).length }
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    try {
      return await this.#leastBusy().run(sql, parameters)
    } catch {
      return await this.#runAlone(sql, parameters)
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }

  #leastBusy(): SharedConnection {
    return this.#connections.reduce((best, one) => (one.waiting < best.waiting ? one : best))
  }
}

/** One connection, opened when it is needed and again after it broke. */
class SharedConnection {
  readonly #open: () => Promise<pg.Client>
  #opening: Promise<pg.Client> | undefined
  #client: pg.Client | undefined
  #isCorked = false
  waiting = 0

  constructor(open: () => Promise<pg.Client>) {
    this.#open = open
  }

  get isOpen(): boolean {
    return this.#client !== undefined
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    this.waiting++
    try {
      const client = this.#client ?? (await this.#connect())
      return await this.#send(client, sql, parameters)
    } finally {
      this.waiting--
    }
  }

  async close(): Promise<void> {
    const client = await this.#opening?.catch(() => undefined)
    await client?.end()
  }

  async #send(client: pg.Client, sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    this.#cork(client)
    try {
      const { rows } = await client.query({ name: statementName(sql), text: sql, values: parameters as unknown[] })
      return rows
    } catch (error) {
      if (isLost(error) || isStuck(error) || isTimeout(error)) this.#drop(client)
      throw error
    }
  }

  /** Those behind the statement that failed would wait as long. */
  #drop(client: pg.Client): void {
    this.#forget(client)
    client.connection.stream.destroy()
  }

  #forget(client: pg.Client): void {
    if (this.#client === client) this.#client = this.#opening = undefined
  }

  #connect(): Promise<pg.Client> {
    this.#opening ??= this.#open().then(
      (client) => {
        client.once('end', () => this.#forget(client))
        this.#client = client
        return client
      },
      (error: unknown) => {
        this.#opening = undefined
        throw error
      },
    )
    return this.#opening
  }

  /** Holds back what is written until the end of this turn. */
  #cork(client: pg.Client): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = client.connection
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}
