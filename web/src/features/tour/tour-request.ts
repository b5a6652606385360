import { useSyncExternalStore } from 'react'
import { knownSession } from '../../api/known-session.ts'

/** The next person to sign in on this page has not asked for it. */
let askedBy: number | undefined
const watchers = new Set<() => void>()

/** Opens the tour from anywhere. */
export function askForTour(): void {
  set(knownSession()?.userid)
}

export function closeTour(): void {
  set(undefined)
}

export function useTourRequest(): boolean {
  return useSyncExternalStore(watch, () => askedBy !== undefined && askedBy === knownSession()?.userid)
}

function set(userid: number | undefined): void {
  askedBy = userid
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
