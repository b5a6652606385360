import { useSyncExternalStore } from 'react'
import { onSessionEnded } from '../../api/client.ts'
import { forgetSeen } from '../../api/seen.ts'

interface Renewal {
  done: Promise<void>
  finish(): void
  giveUp(reason: Error): void
}

let current: Renewal | undefined
const watchers = new Set<() => void>()

/** Asks the person to sign in again. Concurrent requests share one dialog. */
export function askToRenew(): Promise<void> {
  if (!current) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Those who wait see the rejection; it must not count as unhandled if nobody does.
    promise.catch(() => {})
    current = { done: promise, finish: resolve, giveUp: reject }
    publish()
  }
  return current.done
}

export function finishRenewal(): void {
  current?.finish()
  current = undefined
  publish()
}

export function giveUpRenewal(): void {
  current?.giveUp(new Error('Not signed in'))
  current = undefined
  publish()
}

/** Requests that find the session ended now wait for the dialog. Returns a function that stops this. */
export function startRenewing(): () => void {
  onSessionEnded(() => {
    void forgetSeen()
    return askToRenew()
  })
  return () => onSessionEnded(undefined)
}

export function useIsRenewing(): boolean {
  return useSyncExternalStore(watch, () => current !== undefined)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function publish(): void {
  for (const watcher of watchers) watcher()
}
