import { useSyncExternalStore } from 'react'
import { ApiError, Unreachable } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { keepPending } from '../../sync/leaving.ts'
import { untilRetry } from '../../sync/retry.ts'

/**
 * What was deleted on the screen but can still be taken back. The service is told when the offer to undo ends, or when
 * the page is left. It outlives the page it was started on, since the offer does too.
 */
interface Removal {
  send(options: { keepalive?: boolean }): Promise<unknown>
}

interface Pending {
  removal: Removal
  /** How often it was sent without an answer. */
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
      // What could not be sent so far cannot be sent as the page goes either.
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
 * Makes a removal final. It stays hidden until the service has answered, and is sent again until then; nothing happens when
 * it was taken back.
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

/** Sends it once. False when nobody answers. */
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

/** All at once, in a way that survives the end of the page. */
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

/** The names of what is to look deleted. */
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
