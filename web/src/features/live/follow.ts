import type { FeedChange } from '@aliquot/contract/changes'
import { session } from '@aliquot/contract/session'
import type { QueryKey } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import type { StreamEvent } from '../../api/event-parser.ts'
import { queryClient } from '../../api/query-client.ts'
import { readStream, StreamRefused } from '../../api/read-stream.ts'
import { notificationKeys } from '../notifications/unseen.queries.ts'
import { askToRenew } from '../session/renewal.ts'
import { currentSession } from '../session/session.queries.ts'
import { Refresh } from './refresh.ts'

/** Pages of one browser share one stream, because a browser opens only six connections to a service without HTTP/2. */
const LOCK = 'aliquot-stream'
/** After a longer absence it is cheaper to read what is shown again than to hear all that happened. */
const LONG_AWAY_MS = 10 * 60_000
/** Longer than between two comments of the stream. */
const SILENT_MS = 20_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A restart of the service takes a few tries. */
const TRIES_BEFORE_TROUBLE = 4

/** They say that there is something to read. */
const SIGNALS: Record<string, readonly QueryKey[]> = {
  agents: [['agents']],
  notifications: [notificationKeys.all],
  jobs: [['exports']],
}

/**
 * Keeps what the page shows up to date. Returns a function that stops it. The cursor is the place in the feed from
 * before the page read its data.
 */
export function follow(userid: number, cursor: string | null): () => void {
  const follower = new Follower(userid, cursor)
  return () => follower.end()
}

class Follower {
  readonly #refresh: Refresh
  readonly #channel = new BroadcastChannel('aliquot-stream')
  readonly #ended = new AbortController()
  /** Undefined if it is not known what was missed. */
  #place: string | undefined
  #heardAt = Date.now()
  #tries = 0
  #wasOpen = false

  constructor(userid: number, cursor: string | null) {
    this.#refresh = new Refresh(queryClient, userid)
    this.#place = cursor ?? undefined
    this.#channel.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => this.#hear(data))
    void this.#run()
  }

  end(): void {
    this.#ended.abort()
    this.#refresh.end()
    this.#channel.close()
  }

  async #run(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await untilVisible(this.#ended.signal)
      const hidden = untilHidden(this.#ended.signal)
      try {
        await this.#lead(hidden)
      } catch {
        // Hidden or ended while another page had the stream, or the browser gives no lock: never again at once.
        await pause(1, this.#ended.signal)
      }
    }
  }

  /** Waits until no other page has the stream, then reads it as long as this page is seen. */
  async #lead(hidden: AbortSignal): Promise<void> {
    // Pages without https have no locks: each visible one reads the stream itself.
    if (!navigator.locks) return this.#readOn(hidden)
    const wasFree = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock) await this.#readOn(hidden)
      return lock !== null
    })
    if (wasFree || hidden.aborted) return
    // The other page tells what it hears, but what happened before this page was seen again may be lost.
    if (Date.now() - this.#heardAt > SILENT_MS) this.#refresh.all()
    await navigator.locks.request(LOCK, { signal: hidden }, () => this.#readOn(hidden))
  }

  async #readOn(hidden: AbortSignal): Promise<void> {
    while (!hidden.aborted) {
      const isAway = this.#place === undefined || Date.now() - this.#heardAt > LONG_AWAY_MS
      let isOpen = false
      const hear = (event: StreamEvent) => {
        if (!isOpen) this.#noteOpen(isAway)
        isOpen = true
        this.#tries = 0
        this.#hear(event)
        this.#channel.postMessage(event)
      }
      try {
        await readStream(isAway ? 'now' : (this.#place ?? 'now'), hear, hidden)
      } catch (error) {
        if (hidden.aborted) return
        await this.#recover(error)
      }
      await pause(this.#tries, hidden)
      this.#tries++
    }
  }

  #noteOpen(isAway: boolean): void {
    if (isAway) this.#refresh.all()
    if (this.#wasOpen) {
      // Signals are not repeated.
      for (const key of Object.values(SIGNALS).flat()) this.#refresh.of(key)
      void lookForNewVersion()
    }
    this.#wasOpen = true
  }

  async #recover(error: unknown): Promise<void> {
    const status = error instanceof StreamRefused ? error.status : 0
    // The service was restored from a backup and does not know the place.
    if (status === 400) this.#place = undefined
    if (status === 401) {
      const known = await queryClient.fetchQuery({ ...currentSession(), staleTime: 0 }).catch(() => undefined)
      if (known === null) await askToRenew()
    }
    // If the service answers otherwise, something on the way does not let streams through. The client notes if it does not.
    if (this.#tries >= TRIES_BEFORE_TROUBLE && (await doesAnswer())) this.#refresh.all()
  }

  #hear({ name, data, id }: StreamEvent): void {
    this.#heardAt = Date.now()
    if (id !== undefined) this.#place = id
    const signal = SIGNALS[name]
    if (signal) for (const key of signal) this.#refresh.of(key)
    else if (name !== '') this.#refresh.add(JSON.parse(data) as FeedChange)
  }
}

async function doesAnswer(): Promise<boolean> {
  try {
    await call(session.read)
    return true
  } catch (error) {
    return error instanceof ApiError
  }
}

/** The stream ended and is open again: the service may have been updated. */
async function lookForNewVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => {})
}

function untilVisible(ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !ended.aborted) return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    ended.addEventListener('abort', look, { once: true })
    look()
  })
}

/** Aborted when nobody sees the page any more. */
function untilHidden(ended: AbortSignal): AbortSignal {
  const hidden = new AbortController()
  const look = () => {
    if (document.visibilityState === 'visible' && !ended.aborted) return
    document.removeEventListener('visibilitychange', look)
    ended.removeEventListener('abort', look)
    hidden.abort()
  }
  document.addEventListener('visibilitychange', look)
  ended.addEventListener('abort', look)
  return hidden.signal
}

/** Pauses grow, and end at once when the network is back. */
function pause(tries: number, hidden: AbortSignal): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer)
      removeEventListener('online', goOn)
      hidden.removeEventListener('abort', goOn)
      resolve()
    }
    // Not all pages return at the same moment after a restart of the service.
    const timer = setTimeout(goOn, longest * (0.5 + Math.random() / 2))
    addEventListener('online', goOn)
    hidden.addEventListener('abort', goOn)
  })
}
