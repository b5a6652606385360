import type pg from 'pg'
import { isLost, isStuck } from './connection-error.ts'
import { statementName } from './named-statements.ts'
import { openClient } from './pools.ts'

/**
 * A few connections that many short reads share: each sends its statement without waiting for the answers to others,
 * and those of one turn of the event loop leave in one packet. A slow statement would delay all behind it, so only
 * lookups by key belong here.
 */
export class SharedReads {
  readonly #connections: SharedConnection[]

  constructor(url: string, size: number, timeoutMs: number) {
    this.#connections = Array.from({ length: size }, () => new SharedConnection(() => openClient(url, timeoutMs)))
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
    for (let tries = 0; ; tries++) {
      try {
        return await this.#leastBusy().run(sql, parameters)
      } catch (error) {
        // The server may have closed each of them while it was idle. A read can be sent again.
        if (!isLost(error) || tries >= this.size) throw error
      }
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
      // The first statement hears of it before the connection is closed, and is sent again at once.
      if (isLost(error) || isStuck(error)) this.#forget(client)
      throw error
    }
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
