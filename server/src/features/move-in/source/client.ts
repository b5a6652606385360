import { setTimeout as pause } from 'node:timers/promises'
import { Slots } from '../../../lib/slots.ts'
import { BadAnswer } from './failures.ts'
import { readJson } from './read-json.ts'

/** How long a server is asked again that does not answer, or that wants to be left alone. */
export interface Patience {
  attempts: number
  firstPauseMs: number
  /** Nothing of a file may arrive for this long. */
  silenceMs?: number
}

const USUAL: Patience = { attempts: 8, firstPauseMs: 1000 }
const LONGEST_PAUSE_MS = 60_000
/** A server may ask for this much at most. */
const LONGEST_WISH_MS = 10 * 60_000
const ANSWER_MS = 120_000
const SILENCE_MS = 120_000
const MOST_REDIRECTS = 3

export interface Answer {
  status: number
  body: unknown
  /** The time of that server. */
  date: string | null
}

export interface SourceOptions {
  /** Without `/api/v2`. */
  address: string
  keys: readonly string[]
  inFlight: number
  signal: AbortSignal
  patience?: Patience | undefined
}

/** Reads the API of another server, a few requests at a time. It only ever asks, and shows its keys to nobody else. */
export class SourceClient {
  readonly address: string
  readonly #keys: readonly string[]
  readonly #slots: Slots
  readonly #signal: AbortSignal
  readonly #patience: Patience

  constructor({ address, keys, inFlight, signal, patience = USUAL }: SourceOptions) {
    this.address = address
    this.#keys = keys
    this.#slots = new Slots(inFlight)
    this.#signal = signal
    this.#patience = patience
  }

  /** A JSON answer, whatever its status is. Keys count from 1. */
  get(path: string, key: number): Promise<Answer> {
    return this.#patiently(path, async (attempt) => {
      const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(ANSWER_MS)])
      const response = await this.#ask(path, key, signal)
      await this.#requireWilling(response, path, attempt)
      const body = await readJson(response, path)
      return { status: response.status, body, date: response.headers.get('date') }
    })
  }

  /** The content of a file, which `take` reads. A content that breaks off is asked for again. */
  download<T>(path: string, key: number, take: (chunks: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    return this.#patiently(path, async (attempt) => {
      const { silenceMs = SILENCE_MS } = this.#patience
      const silence = new AbortController()
      const signal = AbortSignal.any([this.#signal, silence.signal])
      const startTimer = () =>
        setTimeout(() => silence.abort(new DOMException('nothing arrived', 'TimeoutError')), silenceMs)
      let timer = startTimer()
      try {
        const response = await this.#ask(path, key, signal)
        await this.#requireWilling(response, path, attempt)
        if (response.status !== 200) {
          await response.body?.cancel()
          throw new BadAnswer(response.status, path)
        }
        const chunks = async function* () {
          for await (const chunk of response.body ?? []) {
            clearTimeout(timer)
            timer = startTimer()
            yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
          }
        }
        return await take(chunks())
      } finally {
        clearTimeout(timer)
      }
    })
  }

  async #ask(path: string, key: number, signal: AbortSignal): Promise<Response> {
    let url = new URL(`${this.address}/api/v2/${path}`)
    for (let redirects = 0; ; redirects++) {
      const headers = { authorization: this.#keys[key - 1] ?? '', accept: '*/*' }
      const response = await fetch(url, { headers, redirect: 'manual', signal })
      const location = response.headers.get('location')
      if (response.status < 300 || response.status >= 400 || location === null) return response
      await response.body?.cancel()
      const next = new URL(location, url)
      // Another host would get the key.
      if (next.origin !== url.origin || redirects === MOST_REDIRECTS)
        throw new BadAnswer(response.status, path, location)
      url = next
    }
  }

  /** Waits as long as the server wishes, and then has the request made again. */
  async #requireWilling(response: Response, path: string, attempt: number): Promise<void> {
    const { status } = response
    const isTemporary = status === 429 || (status >= 502 && status <= 504)
    // A server may fail at a record again and again.
    const isBroken = status === 500 && attempt < 2
    if (!isTemporary && !isBroken) return
    await response.body?.cancel()
    const wish = Number(response.headers.get('retry-after'))
    throw new Again(status, path, wish > 0 ? Math.min(wish * 1000, LONGEST_WISH_MS) : undefined)
  }

  #patiently<T>(path: string, work: (attempt: number) => Promise<T>): Promise<T> {
    return this.#slots.use(async () => {
      const { attempts, firstPauseMs } = this.#patience
      for (let attempt = 1; ; attempt++) {
        this.#signal.throwIfAborted()
        try {
          return await work(attempt)
        } catch (error) {
          this.#signal.throwIfAborted()
          if (!(error instanceof Again) && !isOfNetwork(error)) throw error
          if (attempt >= attempts) throw new Silent(path, error)
          const growing = Math.min(firstPauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
          const wish = error instanceof Again ? error.pauseMs : undefined
          await pause(wish ?? growing * (0.75 + Math.random() / 2), undefined, { signal: this.#signal })
        }
      }
    })
  }
}

class Again extends Error {
  readonly pauseMs: number | undefined
  constructor(status: number, path: string, pauseMs: number | undefined) {
    super(`${path} answered ${status}`)
    this.pauseMs = pauseMs
  }
}

/** The server did not answer, however often it was asked. */
export class Silent extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path}: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

/** What fetch throws when a connection fails, breaks off or takes too long. A disk of ours that is full is none of these. */
function isOfNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOfFetch = error instanceof TypeError && /^(fetch failed|terminated|network error)/.test(error.message)
  return isOfFetch || error.name === 'TimeoutError' || error.name === 'AbortError'
}
