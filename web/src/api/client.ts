import type { ErrorBody } from '@aliquot/contract/common'
import { type Ours, type Received, readOurs } from './our-answer.ts'
import { askPassword } from './password-again.ts'
import { reportReached } from './reachability.ts'
import { askReason, reasonFor } from './reasons.ts'
import { isRefusedFor, type Refused } from './refused.ts'

export type { Received } from './our-answer.ts'

export const API = '/api/v2'

/** The service refused. `message` is a sentence for the person. */
export class ApiError extends Error implements Refused {
  readonly status: number
  readonly reason: string | undefined
  readonly field: string | undefined
  readonly params: Refused['params']
  readonly description: string
  /** The current record, if somebody else changed it meanwhile (412). */
  readonly current: unknown
  /** Seconds until the next try (429). */
  readonly retryAfter: number

  constructor(status: number, body: Partial<ErrorBody> & { current?: unknown }, retryAfter = 0) {
    super(body.message ?? `The service answered ${status}`)
    this.status = status
    this.reason = body.reason
    this.field = body.field
    this.params = body.params
    this.description = body.description ?? ''
    this.current = body.current
    this.retryAfter = retryAfter
  }

  /** The serialisable part. */
  get why(): Refused & { status: number } {
    const { message, status, reason, field, params } = this
    return { message, status, reason, field, params }
  }
}

type UnreachableOptions = ErrorOptions & { isReached?: boolean; isLate?: boolean }

/** The service could not be reached; keep what was to be sent and retry. */
export class Unreachable extends Error {
  /** It answers, but cannot store anything at the moment (503). */
  readonly isReached: boolean
  /** The request timed out. */
  readonly isLate: boolean

  constructor(message: string, { isReached = false, isLate = false, ...options }: UnreachableOptions = {}) {
    super(message, options)
    this.isReached = isReached
    this.isLate = isLate
  }
}

export interface Answer<T> {
  data: T
  /** The version of the record, to be sent back as `ifMatch`. */
  etag: string | undefined
  /**
   * The entry version that this change, or its first try with the same key, made. Others may have changed the entry
   * since.
   */
  savedVersion: number | undefined
  /** The number at the end of the Location of something new. */
  id: number
  location: string | undefined
  /** The total number of rows; undefined if the list does not say. */
  total: number | undefined
  totalIsExact: boolean
}

export interface Options {
  ifMatch?: string
  signal?: AbortSignal
  keepalive?: boolean
  /** Requests with the same key take effect once. */
  idempotencyKey?: string
  /** The reason for the change, if the page knows it itself. */
  reason?: string
}

export type Query = Record<string, string | number | undefined | readonly string[]>

let speaker: number | undefined

/**
 * The person of this page: if the cookie belongs to somebody else by now, requests are refused as if the session had
 * ended.
 */
export function speakFor(userid: number): void {
  speaker = userid
}

export function speakerHeaders(): Record<string, string> {
  return speaker === undefined ? {} : { 'x-signed-in-as': String(speaker) }
}

/** Called when a session ends while somebody works. Resolves once they have signed in again. */
let renewSession: (() => Promise<void>) | undefined

export function onSessionEnded(renew: (() => Promise<void>) | undefined): void {
  renewSession = renew
}

/**
 * Sends a request and returns its answer. It retries once after a new sign-in, a reason or a password that the service
 * asks for.
 */
export async function exchange<T>(path: string, sendOnce: () => Promise<Received>): Promise<Answer<T>> {
  const received = requireOurs(await sendOnce())
  // Only for signing in and for reading the session is 401 a normal answer.
  if (received.response.status === 401 && renewSession && !/^\/(session|setup)(\?|$)/.test(path)) {
    await renewSession()
    return toAnswer(requireOurs(await sendOnce()))
  }
  const isReasonWanted = isRefusedFor(received.data, 'entry.no_reason')
  if (isReasonWanted && (await askReason(path))) return toAnswer(requireOurs(await sendOnce()))
  const isPasswordWanted = isRefusedFor(received.data, 'auth.password_needed')
  if (isPasswordWanted && (await askPassword())) return toAnswer(requireOurs(await sendOnce()))
  return toAnswer(received)
}

/** No answer, or not one of the service: keep what was to be sent and retry. */
export function lost(cause?: unknown, { isLate = false } = {}): Unreachable {
  reportReached(false)
  return new Unreachable('The service cannot be reached', { cause, isLate })
}

/** Time limits in ms. A change may be long, and the connection slow. */
const PATIENCE = { read: 20_000, change: 60_000 }

/** When this page last sent a change. */
export let lastChangeAt = 0

export async function fetchOnce(method: string, path: string, body: unknown, options: Options): Promise<Received> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.ifMatch) headers['if-match'] = options.ifMatch
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  Object.assign(headers, method === 'GET' || path === '/session' ? {} : speakerHeaders())
  const reason = method === 'GET' ? undefined : (options.reason ?? reasonFor(path))
  if (reason) headers['x-change-reason'] = encodeURIComponent(reason)
  if (method !== 'GET') lastChangeAt = Date.now()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), method === 'GET' ? PATIENCE.read : PATIENCE.change)
  try {
    const response = await fetch(API + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal,
      ...(options.keepalive && { keepalive: true }),
    })
    return { response, text: await response.text() }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw lost(error, { isLate: limit.signal.aborted })
  } finally {
    clearTimeout(timer)
  }
}

function requireOurs(received: Received): Ours & Received {
  const ours = readOurs(received)
  if (!ours) throw lost()
  reportReached(true)
  return { ...received, ...ours }
}

function toAnswer<T>({ response, data }: Ours): Answer<T> {
  if (response.status === 503) {
    throw new Unreachable('The service cannot store anything at the moment', { isReached: true })
  }
  if (!response.ok) {
    const retryAfter = Number(response.headers.get('retry-after') ?? 0)
    throw new ApiError(response.status, (data ?? {}) as Partial<ErrorBody>, retryAfter)
  }
  const location = response.headers.get('location') ?? undefined
  const total = response.headers.get('x-total-count')
  const savedVersion = response.headers.get('x-saved-version')
  return {
    data: data as T,
    etag: response.headers.get('etag') ?? undefined,
    savedVersion: savedVersion === null ? undefined : Number(savedVersion),
    id: Number(location?.split('/').pop()),
    location,
    total: total === null ? undefined : Number(total),
    totalIsExact: response.headers.get('x-total-count-relation') !== 'gte',
  }
}

/** A query with its question mark, without empty values. */
export function queryText(query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue
    if (typeof value === 'object') for (const one of value) search.append(`${name}[]`, one)
    else search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
