import { useSyncExternalStore } from 'react'

/**
 * What was deleted on the screen but can still be taken back. The service is told when the offer to undo ends, or when
 * the page is left. It outlives the page it was started on, since the offer does too.
 */
interface Removal {
  send(options: { keepalive?: boolean }): Promise<unknown>
}

const pending = new Map<string, Removal>()
const watchers = new Set<() => void>()
let names: ReadonlySet<string> = new Set()

export function startRemoval(name: string, removal: Removal): void {
  if (pending.size === 0) addEventListener('pagehide', flushRemovals)
  pending.set(name, removal)
  publish()
}

export function takeBackRemoval(name: string): void {
  forget(name)
}

/** Makes a removal final. It stays hidden until the service has answered; nothing happens when it was taken back. */
export async function finishRemoval(name: string): Promise<void> {
  const removal = pending.get(name)
  if (!removal) return
  try {
    await removal.send({})
  } finally {
    forget(name)
  }
}

/** All at once, in a way that survives the end of the page. */
export function flushRemovals(): Promise<unknown> {
  const sent = Array.from(pending.values(), (removal) => removal.send({ keepalive: true }).catch(() => {}))
  pending.clear()
  publish()
  return Promise.all(sent)
}

/** The names of what is to look deleted. */
export function useRemovals(): ReadonlySet<string> {
  return useSyncExternalStore(watch, () => names)
}

function forget(name: string): void {
  pending.delete(name)
  if (pending.size === 0) removeEventListener('pagehide', flushRemovals)
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
