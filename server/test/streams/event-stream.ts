import { get, type IncomingMessage } from 'node:http'
import type { FeedChange } from '@aliquot/contract/changes'
import { expect, onTestFinished } from 'vitest'
import { eventually } from '../time/eventually.ts'

/** What a stream has sent. Comments and events without data are kept as ids and beats. */
export interface Told {
  event: string
  data: unknown
}

/** A client of server-sent events that keeps all it gets. */
export class TestStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly events: Told[] = []
  /** The last id, as `Last-Event-ID` would send it. */
  lastId = ''
  comments = 0
  hasEnded = false
  readonly #response: IncomingMessage
  #rest = ''

  private constructor(response: IncomingMessage) {
    this.#response = response
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    response.setEncoding('utf8')
    const end = () => {
      this.hasEnded = true
    }
    response.on('data', (text: string) => this.#take(text))
    response.on('close', end).on('error', end)
  }

  /** Connects, and waits for the first bytes if it is not refused. */
  static async open(port: number, path: string, headers: Record<string, string>): Promise<TestStream> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: `/api/v2/changes/stream${path}`, headers, agent: false }, resolve).on(
        'error',
        reject,
      )
    })
    const stream = new TestStream(response)
    onTestFinished(() => stream.close())
    if (stream.status === 200) await eventually(() => expect(stream.comments).toBeGreaterThan(0))
    return stream
  }

  get changes(): FeedChange[] {
    return this.events.filter(({ event }) => event.includes('.')).map(({ data }) => data as FeedChange)
  }

  get kinds(): string[] {
    return this.events.map(({ event }) => event)
  }

  async until(isThere: (stream: this) => unknown, ms = 5000): Promise<void> {
    const look = () => {
      if (!isThere(this)) throw new Error('not yet')
    }
    // The words for a failure are not made at each look: there may be ten thousands of events.
    await eventually(look, { timeout: ms, interval: 5 }).catch(() => {
      throw new Error(`after ${ms} ms there were ${this.events.length} events: … ${this.kinds.slice(-20).join(' ')}`)
    })
  }

  pause(): void {
    this.#response.pause()
  }

  resume(): void {
    this.#response.resume()
  }

  close(): void {
    this.#response.destroy()
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#takeBlock(block)
  }

  #takeBlock(block: string): void {
    let event = 'message'
    let data = ''
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) this.comments++
      const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
      if (name === 'id') this.lastId = value
      if (name === 'event') event = value
      if (name === 'data') data += value
    }
    if (data !== '') this.events.push({ event, data: JSON.parse(data) })
  }
}
