import { entities } from '@aliquot/contract/entities'
import { RESUMABLE_UPLOADS } from '@aliquot/contract/resumable-uploads'
import type { HttpResponse, Upload } from 'tus-js-client'
import { pathOf } from '../../api/call.ts'
import { type Answer, ApiError, exchange, lost, type Received, Unreachable } from '../../api/client.ts'
import { addressAt, requestUpload } from '../../api/files.ts'
import { reasonFor } from '../../api/reasons.ts'
import { untilRetry } from '../../sync/retry.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { fingerprintOf, forgetUpload, recallUpload, rememberUpload } from './unfinished-uploads.ts'

/** Files from this size on are sent in parts and can be resumed. */
export const LARGE_BYTES = 8 * 1024 * 1024

const TUS = { 'tus-resumable': '1.0.0' }
/** A size that proxies can buffer. */
const PART_BYTES = 32 * 1024 * 1024
/** Without traffic for this long the connection counts as broken. */
const SILENCE_MS = 60_000
/** After the last byte the service reads the file again and stores it. */
const STORING_MS = 10 * 60_000

export interface LargeFile {
  entry: EntryRef
  userid: number
  file: File
  name: string
  /** The id of the file that it replaces. */
  replaces: number | undefined
  /** However often it is started, there is one upload. */
  idempotencyKey: string
}

interface Options {
  signal: AbortSignal
  report(sentBytes: number): void
  /** The connection broke; it retries by itself. */
  onLost(): void
}

/** Another page of this browser is sending the same file to the same entry. */
export class OnItsWayAlready extends Error {}

/** The upload code cannot be loaded: mostly the service was updated since the page was. */
export class Outdated extends Error {}

/** The file was moved or changed. */
export class Unreadable extends Error {}

/**
 * Sends a file in parts, with retries; only a refusal of the service or the signal ends it. The bytes that have arrived
 * stay for a later upload of the same file.
 */
export function sendLargeFile(large: LargeFile, options: Options): Promise<Answer<undefined>> {
  return asOnlyOne(nameOf(large), () => keepSending(large, options))
}

/** Deletes what has arrived. */
export function dropLargeFile(large: LargeFile): void {
  const id = recallUpload(nameOf(large))
  if (id === undefined) return
  forgetUpload(nameOf(large))
  // If the service cannot be reached, it deletes the bytes itself later.
  void requestUpload(`${RESUMABLE_UPLOADS}/${id}`, { method: 'DELETE', headers: TUS, keepalive: true }).catch(() => {})
}

function nameOf({ userid, entry, replaces, name, file }: LargeFile): string {
  return fingerprintOf(userid, `${pathOfEntry(entry)}/${replaces ?? ''}`, name, file)
}

/** Reasons are given per entry, identified by its path. */
function pathOfEntry(entry: EntryRef): string {
  return pathOf(entities.read, { params: entryParams(entry) })
}

/** Two pages that send the same upload would keep interrupting each other. */
async function asOnlyOne<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Browsers have locks only on secure origins. Elsewhere the service still accepts one at a time.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(`aliquot-upload ${name}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new OnItsWayAlready()
    return work()
  })
}

async function keepSending(large: LargeFile, { signal, report, onLost }: Options): Promise<Answer<undefined>> {
  let most = 0
  let tries = 0
  const watch = (sent: number) => {
    if (sent > most) tries = 0
    most = Math.max(most, sent)
    report(sent)
  }
  for (;;) {
    // Nothing is sent in the name of somebody who has signed in since.
    if (!isSignedInAs(large.userid)) throw new ApiError(401, {})
    try {
      return await sendRest(large, signal, watch)
    } catch (error) {
      signal.throwIfAborted()
      await requireReadable(large.file)
      if (!isPassing(error, tries)) throw error
      onLost()
      tries += 1
      await untilRetry(tries, signal)
    }
  }
}

const MOST_TRIES = 5
/** Another page was faster, or a failure that may not repeat. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 423, 429, 500])
/** A proxy that does not reach the service. */
const CUT: ReadonlySet<number> = new Set([502, 504])

/** Broken connections are retried forever. */
function isPassing(error: unknown, tries: number): boolean {
  const status = error instanceof ApiError ? error.status : 0
  if (error instanceof Unreachable || CUT.has(status)) return true
  return (error instanceof Outdated || PASSING.has(status)) && tries < MOST_TRIES
}

async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch (error) {
    throw new Unreadable('The file cannot be read', { cause: error })
  }
}

async function sendRest(
  large: LargeFile,
  signal: AbortSignal,
  report: (sent: number) => void,
): Promise<Answer<undefined>> {
  signal.throwIfAborted()
  const name = nameOf(large)
  const known = recallUpload(name)
  const id = known ?? (await begin(large, signal))
  rememberUpload(name, id)
  try {
    const answer = await exchange<undefined>(pathOfEntry(large.entry), () => sendParts(id, large.file, signal, report))
    forgetUpload(name)
    return answer
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404
    if (isGone) forgetUpload(name)
    if (isGone && known !== undefined) return sendRest(large, signal, report)
    throw error
  }
}

/** Starts an upload and returns its id. */
async function begin({ entry, file, name, replaces, idempotencyKey }: LargeFile, signal: AbortSignal): Promise<string> {
  const told = {
    filename: name,
    entity_type: entry.type,
    entity_id: String(entry.id),
    ...(replaces !== undefined && { replaces: String(replaces) }),
  }
  const path = pathOfEntry(entry)
  const { location } = await exchange(path, () => {
    const reason = reasonFor(path)
    return post(signal, {
      ...TUS,
      'upload-length': String(file.size),
      'upload-metadata': Object.entries(told)
        .map(([key, value]) => `${key} ${toBase64(value)}`)
        .join(','),
      'idempotency-key': idempotencyKey,
      ...(reason && { 'x-change-reason': encodeURIComponent(reason) }),
    })
  })
  return location?.split('/').pop() ?? ''
}

async function post(signal: AbortSignal, headers: Record<string, string>): Promise<Received> {
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(SILENCE_MS)])
    return await requestUpload(RESUMABLE_UPLOADS, { method: 'POST', headers, signal: patience })
  } catch (error) {
    signal.throwIfAborted()
    throw lost(error)
  }
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Asks how much has arrived and sends the rest. Returns the last answer, or the refusal. */
async function sendParts(
  id: string,
  file: File,
  signal: AbortSignal,
  report: (sent: number) => void,
): Promise<Received> {
  const tus = await import('tus-js-client').catch((error: unknown) => {
    throw new Outdated('A part of this page is missing', { cause: error })
  })
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (patience: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => reject(lost()), patience)
  }
  const upload: Upload = new tus.Upload(file, {
    uploadUrl: addressAt(`${RESUMABLE_UPLOADS}/${id}`),
    chunkSize: PART_BYTES,
    // Our own retries distinguish refusals and wait for the network.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onProgress(sent) {
      wait(sent < file.size ? SILENCE_MS : STORING_MS)
      report(sent)
    },
    onSuccess({ lastResponse }) {
      const headers = { ...headersOf(lastResponse), location: lastResponse.getHeader('X-Upload-Id') ?? '' }
      resolve({ response: new Response(null, { status: 201, headers }), text: '' })
    },
    onError(error) {
      const answer = 'originalResponse' in error ? error.originalResponse : null
      if (!answer) return reject(lost(error))
      const response = new Response(null, { status: answer.getStatus(), headers: headersOf(answer) })
      resolve({ response, text: answer.getBody() })
    },
  })
  const ended = new AbortController()
  signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal })
  addEventListener('offline', () => reject(lost()), { signal: ended.signal })
  wait(SILENCE_MS)
  upload.start()
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    ended.abort()
    void upload.abort()
  }
}

/** The headers that identify an answer of the service. */
function headersOf(answer: HttpResponse): Record<string, string> {
  const names = ['X-Request-Id', 'Content-Type', 'Retry-After']
  return Object.fromEntries(names.map((name) => [name, answer.getHeader(name) ?? '']))
}
