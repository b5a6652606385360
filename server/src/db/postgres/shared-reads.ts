import { isTimeout } from './connection-error.ts'
import { statementName } from './named-statements.ts'
import type { Answer, Pipeline } from './pipeline/pipeline.ts'
import { limitsOf, openPipeline } from './pools.ts'

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
  #isClosed = false

  constructor(url: string, size: number, timeoutMs: number, runAlone: Run) {
    const mostMs = Math.min(timeoutMs, MOST_MS)
    this.#connections = Array.from(
      { length: size },
      () => new SharedConnection(() => openPipeline(url, limitsOf(mostMs))),
    )
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
    // The pool is closed too, and refuses it.
    if (this.#isClosed) return this.#runAlone(sql, parameters)
    try {
      return await this.#leastBusy().run(sql, parameters)
    } catch {
      return await this.#runAlone(sql, parameters)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }

  #leastBusy(): SharedConnection {
    return this.#connections.reduce((best, one) => (one.waiting < best.waiting ? one : best))
  }
}

/** One connection, opened when it is needed and again after it broke. */
class SharedConnection {
  readonly #open: () => Promise<Pipeline>
  #opening: Promise<Pipeline> | undefined
  #pipeline: Pipeline | undefined
  /** The lookups of the batch that has not left yet. */
  readonly #unsent = new Map<string, Promise<Answer>>()
  #batch = 0
  waiting = 0

  constructor(open: () => Promise<Pipeline>) {
    this.#open = open
  }

  get isOpen(): boolean {
    return this.#pipeline?.isClosed === false
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    this.waiting++
    try {
      const pipeline = this.#pipeline?.isClosed === false ? this.#pipeline : await this.#connect()
      return await this.#send(pipeline, sql, parameters)
    } finally {
      this.waiting--
    }
  }

  async close(): Promise<void> {
    const pipeline = await this.#opening?.catch(() => undefined)
    await pipeline?.close()
  }

  async #send(pipeline: Pipeline, sql: string, parameters: readonly unknown[]): Promise<unknown[]> {
    try {
      const { rows, isFirst } = await this.#runOnce(pipeline, sql, parameters)
      return isFirst ? rows : rows.map((row) => ({ ...(row as object) }))
    } catch (error) {
      // Those behind the statement that failed would wait as long.
      if (isTimeout(error)) pipeline.destroy(error as Error)
      throw error
    }
  }

  /** Many requests of one turn come with the same key: the same lookup is sent once, unless it has left already. */
  async #runOnce(pipeline: Pipeline, sql: string, parameters: readonly unknown[]) {
    if (pipeline.batch !== this.#batch) {
      this.#batch = pipeline.batch
      this.#unsent.clear()
    }
    const key = JSON.stringify(parameters) + sql
    const same = this.#unsent.get(key)
    if (same) return { rows: (await same).rows, isFirst: false }
    const answer = pipeline.run(sql, statementName(sql), parameters)
    this.#unsent.set(key, answer)
    return { rows: (await answer).rows, isFirst: true }
  }

  #connect(): Promise<Pipeline> {
    if (this.#pipeline?.isClosed) this.#pipeline = this.#opening = undefined
    this.#opening ??= this.#open().then(
      (pipeline) => {
        this.#pipeline = pipeline
        this.#unsent.clear()
        return pipeline
      },
      (error: unknown) => {
        this.#opening = undefined
        throw error
      },
    )
    return this.#opening
  }
}
