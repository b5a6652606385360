import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busy, Changed, KeyRefused, Refused, Stopped, Stray, Unreachable } from './problems.ts'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

export interface Sending {
  headers?: Record<string, string>
  /** A text, or bytes of a known number. */
  body?: string | { bytes: Readable; length: number }
}

const SILENCE_MS = 30_000
const MOST_ANSWER_BYTES = 1_000_000

/** Speaks to the notebook with the key. It follows no redirect, because the key must not go elsewhere. */
export class Client {
  readonly #base: string
  readonly #key: string
  readonly #isSafe: boolean
  readonly #agent: HttpAgent
  readonly #signal: AbortSignal

  constructor(server: URL, key: string, signal: AbortSignal) {
    this.#base = `${server.href.replace(/\/+$/, '')}/api/v2/`
    this.#key = key
    this.#isSafe = server.protocol === 'https:'
    this.#agent = new (this.#isSafe ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 4 })
    this.#signal = signal
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse((await this.accepted('GET', path)).text) as T
  }

  /** Posts JSON and returns the number at the end of Location. */
  async create(path: string, body: object, once: string): Promise<number> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': once }
    const answer = await this.accepted('POST', path, { headers, body: JSON.stringify(body) })
    const id = Number(answer.headers.location?.split('/').pop())
    if (!Number.isInteger(id)) throw new Stray('the answer names nothing: is this address a notebook?')
    return id
  }

  async post(path: string, body: object): Promise<void> {
    await this.accepted('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  /** Sends a request whose refusal is a problem. */
  async accepted(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const answer = await this.send(method, path, sending)
    requireAccepted(answer)
    return answer
  }

  /** Sends a request and returns any answer. */
  async send(method: string, path: string, { headers = {}, body }: Sending = {}): Promise<Answer> {
    const length = body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
    const url = new URL(path, this.#base)
    if (!url.href.startsWith(this.#base)) throw new Refused('the service named an address elsewhere')
    const request = (this.#isSafe ? httpsRequest : httpRequest)(url, {
      method,
      agent: this.#agent,
      signal: this.#signal,
      timeout: SILENCE_MS,
      headers: { authorization: this.#key, accept: 'application/json', 'content-length': length, ...headers },
    })
    request.on('timeout', () => request.destroy(new Error('no answer for 30 s')))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.once('error', reject)
      // Some connections end without either, such as after an answer that changes the protocol.
      request.once('close', () => reject(new Error('it closed the connection')))
    })
    // Awaited below, possibly after the body has failed.
    answered.catch(() => {})
    try {
      if (typeof body === 'object') await sendBytes(body.bytes, request, answered)
      else request.end(body)
      const response = await answered
      const text = await readText(response)
      // Refused before everything was read.
      if (!request.writableFinished) request.destroy()
      return { status: response.statusCode ?? 0, headers: response.headers, text }
    } catch (error) {
      request.destroy()
      if (this.#signal.aborted) throw new Stopped()
      if (error instanceof Changed) throw error
      throw new Unreachable(`cannot reach ${url.origin}: ${(error as Error).message}`)
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** A service that refuses answers before it has read everything. */
async function sendBytes(bytes: Readable, request: ClientRequest, answered: Promise<unknown>): Promise<void> {
  const sent = pipeline(bytes, request)
  sent.catch(() => {})
  await Promise.race([sent, answered])
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_ANSWER_BYTES) {
      response.destroy()
      throw new Error('the answer is too long')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Turns a refusal into the problem that it is. Only the notebook itself refuses a file: proxies and portals on the way
 * answer with 3xx and 4xx, too.
 */
export function requireAccepted({ status, headers, text }: Answer): void {
  if (status >= 200 && status < 300) return
  const refusal = readRefusal(status, text)
  const said = refusal ? `${refusal.message} (${status})` : describeStray(status)
  if (status === 401) throw new KeyRefused(said)
  const isForNow = status >= 500 || status === 429 || status === 408 || refusal?.reason === 'resumable.too_many'
  const retryAfterMs = Number(headers['retry-after'] ?? Number.NaN) * 1000 || undefined
  if (!refusal) throw new Stray(said, retryAfterMs)
  if (isForNow) throw new Busy(said, retryAfterMs)
  throw new Refused(said, status, refusal.reason)
}

/** Undefined if it is not from the notebook. */
function readRefusal(status: number, text: string): { message: string; reason: string } | undefined {
  try {
    const { code, message, reason } = JSON.parse(text)
    const isOurs = status >= 400 && code === status && /^\w+\.\w+$/.test(reason)
    return isOurs ? { message: String(message).slice(0, 300), reason } : undefined
  } catch {
    return undefined
  }
}

function describeStray(status: number): string {
  if (status < 400) return `the service answered ${status}: name its final address as "server"`
  return `the service answered ${status} without a reason: something on the way may have answered`
}
