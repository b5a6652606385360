import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedChange, FeedPage } from '@aliquot/contract/changes'
import { type Client, makeClient, NoAnswer } from '../client.ts'

const AGAIN_MS = 50

/** A copy of what one person may read, made from the feed alone, on whichever server answers. */
export class Copy {
  readonly entries = new Map<number, string>()
  readonly #port: () => number
  readonly #client: Client
  protected readonly key: string
  protected cursor = ''
  changes = 0
  reconnects = 0

  constructor(port: () => number, key: string) {
    this.#port = port
    this.key = key
    this.#client = makeClient(port, key)
  }

  protected get port(): number {
    return this.#port()
  }

  /** Reads what there is. */
  async follow(): Promise<void> {
    const after = this.cursor === '' ? '' : `&after=${this.cursor}`
    const page = JSON.parse(await this.ask(`changes?wait=1&limit=50${after}`)) as FeedPage
    for (const change of page.changes) await this.apply(change)
    this.cursor = page.cursor
  }

  /** The text of an entry as this person sees it; undefined if they do not. */
  async read(id: number): Promise<string | undefined> {
    const text = await this.ask(`experiments/${id}`, [200, 403, 404])
    const { title, state, comments, code } = JSON.parse(text) as Record<string, unknown>
    return code === undefined ? JSON.stringify([title, state, (comments as unknown[] | undefined)?.length]) : undefined
  }

  /** Adds something of one's own, which is told after all that happened before. Returns its id. */
  async mark(): Promise<number> {
    for (;;) {
      try {
        const { status, id } = await this.#client.call('POST', 'todolist', { content: 'The last' })
        if (status === 201) return id
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
      }
      await sleep(AGAIN_MS)
    }
  }

  lastMark = 0

  protected async apply({ kind, entity, subject }: FeedChange): Promise<void> {
    this.changes++
    if (kind === 'todo.created') this.lastMark = subject.id
    if (!entity) return
    const seen = kind === 'access.lost' ? undefined : await this.read(entity.id)
    if (seen === undefined) this.entries.delete(entity.id)
    else this.entries.set(entity.id, seen)
  }

  /** Asks until a server answers. */
  protected async ask(path: string, wanted: readonly number[] = [200]): Promise<string> {
    for (;;) {
      try {
        const { status, text } = await this.#client.call('GET', path)
        if (wanted.includes(status)) return text
        if (status !== 503) throw new Error(`GET ${path} answered ${status}: ${text}`)
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        this.reconnects++
      }
      await sleep(AGAIN_MS)
    }
  }
}

/** The same from a stream, which goes on elsewhere when its server is killed. */
export class LiveCopy extends Copy {
  #waiting: FeedChange[] = []
  #isOpen = false

  override async follow(): Promise<void> {
    if (!this.#isOpen && this.#waiting.length === 0) this.#open()
    const change = this.#waiting.shift()
    if (!change) return sleep(5)
    await this.apply(change)
    this.cursor = change.cursor
  }

  #open(): void {
    this.#isOpen = true
    const headers = { authorization: this.key, ...(this.cursor !== '' && { 'last-event-id': this.cursor }) }
    const end = () => {
      if (this.#isOpen) this.reconnects++
      // A little later: the server may be gone.
      setTimeout(() => {
        this.#isOpen = false
      }, AGAIN_MS)
    }
    const path = '/api/v2/changes/stream'
    get({ host: '127.0.0.1', port: this.port, path, headers, agent: false }, (response) => {
      let rest = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) {
          const data = /^data: (\{"cursor".*)$/m.exec(block)?.[1]
          if (data) this.#waiting.push(JSON.parse(data) as FeedChange)
        }
      })
      response.on('error', () => {}).on('close', end)
    }).on('error', end)
  }
}
