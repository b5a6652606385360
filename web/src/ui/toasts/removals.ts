import { useSyncExternalStore } from 'react'
import { ApiError, Unreachable } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { keepPending } from '../../sync/leaving.ts'
import { untilRetry } from '../../sync/retry.ts'

/**
 * Deletions that can still be undone. The service is called when the offer to undo ends, or when the page is left. They
 * outlive the page they were started on, because the offer does too.
 */
interface Removal {
  send(options: { keepalive?: boolean }): Promise<unknown>
}

interface Pending {
  removal: Removal
  /** The number of tries without an answer. */
  failures: number
  isOnItsWay: boolean
  /** Ends the wait for the next try. */
  over: AbortController
}

const pending = new Map<string, Pending>()
const watchers = new Set<() => void>()
let names: ReadonlySet<string> = new Set()
let isKept = false

export function startRemoval(name: string, removal: Removal): void {
  if (!isKept) {
    keepPending({
      isBusy: () => [...pending.values()].some(({ isOnItsWay }) => isOnItsWay),
      // What could not be sent so far cannot be sent while the page closes either.
      isAtRisk: () => [...pending.values()].some(({ failures }) => failures > 0),
      onHide: () => void flushRemovals(),
    })
  }
  isKept = true
  pending.set(name, { removal, failures: 0, isOnItsWay: false, over: new AbortController() })
  publish()
}

export function takeBackRemoval(name: string): void {
  forget(name)
}

/**
 * Makes a deletion final. The item stays hidden until the service answers, with retries until then. A no-op if it was
 * undone.
 */
export async function finishRemoval(name: string): Promise<void> {
  const one = pending.get(name)
  if (!one) return
  try {
    while (!one.over.signal.aborted && !(await isAnswered(one))) await untilRetry(one.failures, one.over.signal)
  } finally {
    if (pending.get(name) === one) forget(name)
  }
}

/** Sends it once. False if there is no answer. */
async function isAnswered(one: Pending): Promise<boolean> {
  one.isOnItsWay = true
  try {
    await one.removal.send({})
  } catch (error) {
    if (error instanceof Unreachable) {
      one.failures += 1
      return false
    }
    // An earlier try has arrived.
    const isGone = one.failures > 0 && error instanceof ApiError && error.status === 404
    if (!isGone) throw error
    void queryClient.invalidateQueries()
  } finally {
    one.isOnItsWay = false
  }
  return true
}

/** Sends all at once, with keepalive, so that the requests survive the end of the page. */
export function flushRemovals(): Promise<unknown> {
  const all = [...pending.values()]
  pending.clear()
  publish()
  return Promise.all(
    all.map(({ removal, over }) => {
      over.abort()
      return removal.send({ keepalive: true }).catch(() => {})
    }),
  )
}

/** The names of items to hide. */
export function useRemovals(): ReadonlySet<string> {
  return useSyncExternalStore(watch, readRemovals)
}

export function readRemovals(): ReadonlySet<string> {
  return names
}

function forget(name: string): void {
  pending.get(name)?.over.abort()
  pending.delete(name)
  publish()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function publish(): void {
  names = new Set(pending.keys())
  for (const watcher of watchers) watcher()
}
