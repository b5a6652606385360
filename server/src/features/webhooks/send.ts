import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { WebhookError } from '@aliquot/contract/webhook-errors'
import type { Config } from '../../config.ts'
import { VERSION } from '../../version.ts'
import { addressesOf, hostOf, Reach } from './address.ts'
import { resolveName } from './resolve.ts'

// An import of all of node:http would load its WebSocket, too, which takes memory and time at the start.
const { Agent: HttpAgent, request: httpRequest } = process.getBuiltinModule('node:http')
const { Agent: HttpsAgent, request: httpsRequest } = process.getBuiltinModule('node:https')

export interface Parcel {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** How an attempt went. Nothing of the answer but its status is kept. */
export interface Sent {
  status: number | null
  ms: number
  error: WebhookError | null
}

const MOST_ANSWER_BYTES = 64 * 1024

/** New connections without a proxy, whatever the environment says. */
const AGENTS = {
  'http:': new HttpAgent({ keepAlive: false }),
  'https:': new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }),
}

/** Sends a message once. It throws nothing; `stop` breaks it off. */
export async function send(
  config: Pick<Config, 'WEBHOOK_ALLOW'>,
  parcel: Parcel,
  ms: number,
  stop?: AbortSignal,
): Promise<Sent> {
  const start = performance.now()
  const late = AbortSignal.timeout(ms)
  const signal = stop ? AbortSignal.any([late, stop]) : late
  const done = (status: number | null, error: WebhookError | null): Sent => ({
    status,
    ms: Math.round(performance.now() - start),
    error,
  })
  try {
    const url = new URL(parcel.url)
    const addresses = await aborting(signal, addressesOfReceiver(config, url, ms))
    if (addresses.length === 0) return done(null, 'unknown_name')
    const reach = new Reach(config)
    const allowed = addresses.filter((address) => reach.allows(address, url.protocol))
    if (allowed.length === 0) return done(null, 'inside')
    const status = await postToFirst(url, allowed, parcel, signal)
    return done(status, errorOfStatus(status))
  } catch (error) {
    return done(null, late.aborted ? 'timeout' : errorOf(error))
  }
}

async function addressesOfReceiver(
  config: Pick<Config, 'WEBHOOK_ALLOW'>,
  url: URL,
  ms: number,
): Promise<readonly string[]> {
  return addressesOf(url) ?? resolveName(hostOf(url), ms, config.WEBHOOK_ALLOW.length > 0)
}

/** The connection is made to an address that was checked, so another answer of the name server changes nothing. */
async function postToFirst(
  url: URL,
  addresses: readonly string[],
  parcel: Parcel,
  signal: AbortSignal,
): Promise<number> {
  for (const [index, address] of addresses.entries()) {
    try {
      return await post(url, address, parcel, signal)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      const isLast = index === addresses.length - 1
      // Nothing was sent, so the next address may be tried.
      if (isLast || signal.aborted || !NO_CONNECTION.has(code)) throw error
    }
  }
  throw new Error('no address')
}

const NO_CONNECTION: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL'])

/** Returns the status. The rest of the answer is read as far as a friendly receiver needs it, and dropped. */
function post(url: URL, address: string, { headers, body }: Parcel, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const isTls = url.protocol === 'https:'
  const bytes = Buffer.from(body)
  const sending = (isTls ? httpsRequest : httpRequest)({
    method: 'POST',
    agent: AGENTS[isTls ? 'https:' : 'http:'],
    host: address,
    family: isIPv6(address) ? 6 : 4,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    setHost: false,
    headers: {
      host: url.host,
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': `Aliquot/${VERSION}`,
      connection: 'close',
      ...headers,
    },
    ...(isTls && { servername: isAddress(url) ? '' : hostOf(url), rejectUnauthorized: true }),
    signal,
  })
  let isAnswered = false
  sending.on('error', reject)
  // Without this Node ends the connection and says nothing.
  sending.on('upgrade', (answer, socket) => {
    socket.destroy()
    resolve(answer.statusCode ?? 0)
  })
  sending.on('close', () => {
    if (!isAnswered) reject(new Error('closed without an answer'))
  })
  sending.on('response', (answer) => {
    isAnswered = true
    const status = answer.statusCode ?? 0
    drain(answer, () => {
      resolve(status)
      sending.destroy()
    })
  })
  sending.end(bytes)
  return promise
}

function drain(answer: IncomingMessage, done: () => void): void {
  let read = 0
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > MOST_ANSWER_BYTES) done()
  })
  // The status has come, so a body that breaks off or takes too long changes nothing.
  for (const event of ['end', 'close', 'error']) answer.on(event, done)
}

function isAddress(url: URL): boolean {
  return addressesOf(url)?.[0] === hostOf(url)
}

/** Rejects when the signal is aborted; what cannot be broken off ends by itself. */
function aborting<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new Error('aborted'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  promise.catch(() => {})
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

function errorOfStatus(status: number): WebhookError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const TLS =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/

function errorOf(error: unknown): WebhookError {
  return TLS.test((error as NodeJS.ErrnoException).code ?? '') ? 'tls' : 'unreachable'
}
