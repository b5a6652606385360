import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { MessageReader, type Receiver, readRow, type Shape, type TypeParsers } from './message-reader.ts'
import { MessageWriter } from './message-writer.ts'

export interface Answer {
  rows: unknown[]
  /** The command and how many rows it changed: `INSERT 0 1`. */
  tag: string
}

/** A statement was not run because one before it in its batch failed. */
export class Skipped extends Error {}

interface Sent {
  statement: Statement
  rows: unknown[]
  tag: string
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** A statement that the server keeps under a name. */
interface Statement {
  name: string
  /** Its columns are known. */
  isDescribed: boolean
  shape: Shape
}

interface Batch {
  all: Sent[]
  /** The statements that it makes, in order. */
  parsed: Statement[]
  sentAt: number
}

/** These say that the server's statement is not the one we know. */
const LOST_STATEMENTS: ReadonlySet<string | undefined> = new Set(['0A000', '26000', '42P05'])

/**
 * A connection that runs many statements without waiting for the answers to others. Those of one turn of the event loop
 * are a batch: they leave in one packet, and their answers come back in one. When one fails, the server skips the rest of
 * its batch.
 *
 * `pg` opens the connection. Then we read and write the socket ourselves: `pg` makes an emitter, a result and a timer for
 * each statement, asks for the columns each time, and has the server send each answer by itself (decision 17).
 */
export class Pipeline implements Receiver {
  readonly #client: pg.Client
  readonly #socket: Duplex
  readonly #writer = new MessageWriter()
  readonly #reader: MessageReader
  readonly #patienceMs: number
  readonly #statements = new Map<string, Statement>()
  readonly #sent: Batch[] = []
  #next: Batch | undefined
  /** Of the batch that is being answered. */
  #answered = 0
  #parsed = 0
  #error: pg.DatabaseError | undefined
  #watchdog: NodeJS.Timeout | undefined
  #closed: Error | undefined
  #batches = 0

  /** The connection breaks after `patienceMs` without an answer. */
  constructor(client: pg.Client, patienceMs: number, parserOf: TypeParsers) {
    this.#client = client
    this.#socket = client.connection.stream
    this.#patienceMs = patienceMs
    this.#reader = new MessageReader(this, parserOf)
    this.#socket.removeAllListeners('data')
    this.#socket.on('data', (chunk: Buffer) => this.#reader.read(chunk))
    client.on('error', (error) => this.#fail(error))
    client.once('end', () => this.#fail(new Error('Connection terminated unexpectedly')))
  }

  /** The number of the batch that a statement would now be part of. */
  get batch(): number {
    return this.#batches
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  /** Runs a statement. Without a name it is not kept. */
  run(sql: string, name: string | undefined, values: readonly unknown[]): Promise<Answer> {
    if (this.#closed) return Promise.reject(this.#closed)
    return new Promise((resolve, reject) => {
      const batch = this.#next ?? this.#beginBatch()
      const statement = this.#provide(batch, sql, name)
      this.#writer.execute(statement.name, values)
      batch.all.push({ statement, rows: [], tag: '', resolve, reject })
    })
  }

  /** Sends what waits for the end of the turn. */
  flush(): void {
    const batch = this.#next
    if (!batch) return
    this.#next = undefined
    this.#batches++
    if (this.#closed) return
    this.#writer.sync()
    batch.sentAt = performance.now()
    this.#sent.push(batch)
    this.#socket.write(this.#writer.take())
    this.#watchdog ??= setTimeout(() => this.#watch(), this.#patienceMs)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  destroy(error: Error): void {
    this.#fail(error)
    this.#socket.destroy()
  }

  parsed(): void {
    this.#parsed++
  }

  described(shape: Shape): void {
    const statement = this.#sent[0]?.parsed[this.#parsed - 1]
    if (statement) Object.assign(statement, { shape, isDescribed: true })
  }

  row(bytes: Buffer, at: number): void {
    const sent = this.#sent[0]?.all[this.#answered]
    sent?.rows.push(readRow(sent.statement.shape, bytes, at))
  }

  completed(tag: string): void {
    const sent = this.#sent[0]?.all[this.#answered++]
    if (sent) sent.tag = tag
  }

  failed(error: pg.DatabaseError): void {
    if (error.severity === 'FATAL' || !this.#sent[0]) this.destroy(error)
    else this.#error = error
  }

  ready(): void {
    const batch = this.#sent.shift()
    if (!batch) return
    const [answered, error] = [this.#answered, this.#error]
    this.#answered = this.#parsed = 0
    this.#error = undefined
    if (this.#sent.length === 0) {
      clearTimeout(this.#watchdog)
      this.#watchdog = undefined
    }
    batch.all.forEach((sent, index) => {
      if (index < answered) sent.resolve(sent)
      else sent.reject(index === answered ? error : new Skipped('A statement before this one failed', { cause: error }))
    })
    if (!error) return
    for (const statement of batch.parsed) if (!statement.isDescribed) this.#forget(statement)
    if (LOST_STATEMENTS.has(error.code)) this.destroy(error)
  }

  #beginBatch(): Batch {
    this.#next = { all: [], parsed: [], sentAt: 0 }
    setImmediate(() => this.flush())
    return this.#next
  }

  #provide(batch: Batch, sql: string, name: string | undefined): Statement {
    const known = name === undefined ? undefined : this.#statements.get(name)
    if (known) return known
    const statement = { name: name ?? '', isDescribed: false, shape: [] }
    if (name !== undefined) this.#statements.set(name, statement)
    this.#writer.parse(statement.name, sql)
    batch.parsed.push(statement)
    return statement
  }

  #forget(statement: Statement): void {
    if (this.#statements.get(statement.name) === statement) this.#statements.delete(statement.name)
  }

  /** One timer for all statements: each would cost more than its share of this one. */
  #watch(): void {
    const [oldest] = this.#sent
    this.#watchdog = undefined
    if (!oldest) return
    const left = oldest.sentAt + this.#patienceMs - performance.now()
    if (left > 0) this.#watchdog = setTimeout(() => this.#watch(), left)
    else this.destroy(new Error('Query read timeout'))
  }

  #fail(error: Error): void {
    if (this.#closed) return
    this.#closed = error
    clearTimeout(this.#watchdog)
    const batches = this.#next ? [...this.#sent, this.#next] : this.#sent
    for (const { all } of batches) for (const { reject } of all) reject(error)
    this.#sent.length = 0
  }
}
