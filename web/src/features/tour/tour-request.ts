import { useSyncExternalStore } from 'react'

let isAsked = false
/** Left on this page. The session that is being fetched may not know it yet. */
let isLeft = false
const watchers = new Set<() => void>()

/** Opens the tour from anywhere. */
export function askForTour(): void {
  set(true)
}

export function leaveTour(): void {
  isLeft = true
  set(false)
}

export function wasTourLeft(): boolean {
  return isLeft
}

export function useTourRequest(): boolean {
  return useSyncExternalStore(watch, () => isAsked)
}

function set(asked: boolean): void {
  isAsked = asked
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
