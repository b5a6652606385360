import { useSyncExternalStore } from 'react'

let load: (() => Promise<void>) | undefined
const watchers = new Set<() => void>()

/** A newer interface is stored on this device; `activate` loads it. */
export function noteNewVersion(activate: () => Promise<void>): void {
  load = activate
  for (const watcher of watchers) watcher()
}

/** Loads the newer interface; undefined if there is none. */
export function useNewVersion(): (() => Promise<void>) | undefined {
  return useSyncExternalStore(watch, () => load)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
