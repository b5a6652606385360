import type { ErrorBody } from '@aliquot/contract/common'
import { type Ours, type Received, readOurs } from './our-answer.ts'
import { askPassword } from './password-again.ts'
import { reportReached } from './reachability.ts'
import { askReason, reasonFor } from './reasons.ts'
import { isRefusedFor, type Refused } from './refused.ts'

export type { Received } from './our-answer.ts'

export const API = '/api/v2'

/** The service said no. `message` is a sentence for the person in front of the screen. */
export class ApiError extends Error implements Refused {
  readonly status: number
  readonly reason: string | undefined
  readonly field: string | undefined
  readonly params: Refused['params']
  readonly description: string
  /** The record as it is now, when somebody else changed it meanwhile (412). */
  readonly current: unknown
  /** Seconds to wait before the next try (429). */
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

  /** What of it can be kept. */
  get why(): Refused & { status: number } {
    const { message, status, reason, field, params } = this
    return { message, status, reason, field, params }
  }
}

type UnreachableOptions = ErrorOptions & { isReached?: boolean; isLate?: boolean }

/** The service could not be reached; what was to be sent should be kept and sent again. */
export class Unreachable extends Error {
  /** It answers, but cannot store anything at the moment (503). */
  readonly isReached: boolean
  /** It has been waited for as long as anybody would. */
  readonly isLate: boolean

  constructor(message: string, { isReached = false, isLate = false, ...options }: UnreachableOptions = {}) {
    super(message, options)
    this.isReached = isReached
    this.isLate = isLate
  }
}

export interface Answer<T> {
  data: T
  /** Version of the record, to be sent back as `ifMatch`. */
  etag: string | undefined
  /** The version of an entry that this change made, or its first try with the same key; others may have gone on since. */
  savedVersion: number | undefined
  /** Number at the end of the Location of something new. */
  id: number
  location: string | undefined
  /** How many rows there are in all; undefined when the list does not say. */
  total: number | undefined
  totalIsExact: boolean
}

export interface Options {
  ifMatch?: string
  signal?: AbortSignal
  keepalive?: boolean
  /** What is sent again with the same key happens once. */
  idempotencyKey?: string
  /** Why it is changed, where the page knows that itself. */
  reason?: string
}

export type Query = Record<string, string | number | undefined | readonly string[]>

let speaker: number | undefined

/** Whose page this is: what it sends is refused as if the session had ended when the cookie has become somebody else's. */
export function speakFor(userid: number): void {
  speaker = userid
}

export function speakerHeaders(): Record<string, string> {
  return speaker === undefined ? {} : { 'x-signed-in-as': String(speaker) }
}

/** Told when a session has ended while somebody was working. The promise resolves when they have signed in again. */
let renewSession: (() => Promise<void>) | undefined

export function onSessionEnded(renew: (() => Promise<void>) | undefined): void {
  renewSession = renew
}

/** A request and its answer; sent once more after signing in again, with the reason or after the password that is wanted. */
export async function exchange<T>(path: string, sendOnce: () => Promise<Received>): Promise<Answer<T>> {
  const received = requireOurs(await sendOnce())
  // Signing in and asking who one is are the two questions to which 401 is an answer.
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

/** Nobody answered, or somebody else did: what was to be sent is kept and sent again. */
export function lost(cause?: unknown, { isLate = false } = {}): Unreachable {
  reportReached(false)
  return new Unreachable('The service cannot be reached', { cause, isLate })
}

/** How long an answer is waited for. What is sent may be long, and the way to the service slow. */
const PATIENCE = { read: 20_000, change: 60_000 }

export async function fetchOnce(method: string, path: string, body: unknown, options: Options): Promise<Received> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.ifMatch) headers['if-match'] = options.ifMatch
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  Object.assign(headers, method === 'GET' || path === '/session' ? {} : speakerHeaders())
  const reason = method === 'GET' ? undefined : (options.reason ?? reasonFor(path))
  if (reason) headers['x-change-reason'] = encodeURIComponent(reason)
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

/** A query with its question mark; what is empty is left out. */
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
