import { useSyncExternalStore } from 'react'
import { knownSession } from '../../api/known-session.ts'

/** Who asked for the tour, and who left it on this page. The next person to sign in here did neither. */
let askedBy: number | undefined
/** The session that is being fetched may not know it yet. */
let leftBy: number | undefined
const watchers = new Set<() => void>()

/** Opens the tour from anywhere. */
export function askForTour(): void {
  set(knownSession()?.userid)
}

export function leaveTour(): void {
  leftBy = knownSession()?.userid
  set(undefined)
}

export function wasTourLeft(): boolean {
  return isBy(leftBy)
}

export function useTourRequest(): boolean {
  return useSyncExternalStore(watch, () => isBy(askedBy))
}

function isBy(userid: number | undefined): boolean {
  return userid !== undefined && userid === knownSession()?.userid
}

function set(userid: number | undefined): void {
  askedBy = userid
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
