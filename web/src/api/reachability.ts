import { useSyncExternalStore } from 'react'

export type Reachability = 'reached' | 'offline' | 'silent'

let wasReached = true
const watchers = new Set<() => void>()

/** Called by the client after each request. */
export function reportReached(isReached: boolean): void {
  if (isReached === wasReached) return
  wasReached = isReached
  for (const watcher of watchers) watcher()
}

/** Whether the device is offline, or online without a service that answers. */
export function useReachability(): Reachability {
  return useSyncExternalStore(watch, read)
}

function read(): Reachability {
  if (!navigator.onLine) return 'offline'
  return wasReached ? 'reached' : 'silent'
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('online', watcher)
  addEventListener('offline', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('online', watcher)
    removeEventListener('offline', watcher)
  }
}
