import { useSyncExternalStore } from 'react'

let isHidden = false
const watchers = new Set<() => void>()

/** Hides running exports. They reappear when they end, and when somebody looks for them. */
export function hideExports(): void {
  set(true)
}

export function showExports(): void {
  set(false)
}

export function useAreExportsHidden(): boolean {
  return useSyncExternalStore(watch, () => isHidden)
}

function set(wanted: boolean): void {
  isHidden = wanted
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
