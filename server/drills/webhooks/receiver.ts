import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedChange } from '@aliquot/contract/changes'
import type { Random } from '../random.ts'

/** A message as it came, in the order in which all came. */
export interface Got {
  cursor: string
  change: FeedChange
  /** The receiver answered that it has it. The answer may still be lost on its way. */
  isTaken: boolean
}

type Mood = 'well' | 'fails' | 'hangs' | 'breaks off' | 'dead'

const MOODS: readonly Mood[] = ['well', 'well', 'well', 'fails', 'hangs', 'breaks off', 'dead']
const MOOD_MS = [50, 500] as const

/** A receiver of webhooks that is well about half of the time. */
export class MoodyReceiver {
  readonly got: Got[] = []
  /** Messages by the mood that met them. */
  readonly met = new Map<Mood, number>()
  deaths = 0
  #mood: Mood = 'well'
  #server: Server | undefined
  #port = 0
  #isOver = false

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => this.#receive(request, response))
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Changes its mood again and again until `recover`. */
  async live(random: Random): Promise<void> {
    while (!this.#isOver) {
      await this.#turn(random.pick(MOODS))
      await sleep(random.int(...MOOD_MS))
    }
    await this.#turn('well')
  }

  /** It is well from now on. */
  recover(): void {
    this.#isOver = true
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }

  async #turn(mood: Mood): Promise<void> {
    this.#mood = mood
    if (mood === 'dead') {
      this.deaths++
      await this.stop()
    } else if (!this.#server) {
      await this.start()
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: FeedChange }
    const mood = this.#mood
    this.met.set(mood, (this.met.get(mood) ?? 0) + 1)
    this.got.push({ cursor: data.cursor, change: data, isTaken: mood === 'well' })
    if (mood === 'well') response.writeHead(204).end()
    else if (mood === 'fails') response.writeHead(503).end()
    else if (mood !== 'hangs') response.destroy()
  }
}
