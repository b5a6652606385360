import type { Session } from '@aliquot/contract/session'
import type { Query, QueryCache, QueryFunctionContext } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError, Unreachable } from './client.ts'
import { knownSession } from './known-session.ts'

/** What people read and need to write. Not people, keys, sessions, settings or the audit trail. */
const KEPT: ReadonlySet<unknown> = new Set(['entries', 'current-team', 'labels', 'views', 'todolist'])
const OWN_PROFILE = '["users","me"]'
const CHOICE = 'aliquot-keep-entries'
/** After the first page, which loads other things. */
const WRITE_AFTER = 4_000

/** Loaded when it is needed: the first page does not wait for it. */
const store = () => import('./seen-store.ts')

/** Whether the person lets this device keep entries; the instance may forbid it. */
export function isKeepingChosen(): boolean {
  return localStorage.getItem(CHOICE) !== 'off'
}

export async function chooseKeeping(isKeeping: boolean): Promise<void> {
  localStorage.setItem(CHOICE, isKeeping ? 'on' : 'off')
  if (isKeeping) isForgotten = false
  else await forgetSeen()
}

/** What was forgotten must not be kept again by an answer that was on its way. */
let isForgotten = false

function isKeeping(): boolean {
  return !isForgotten && knownSession()?.can_keep_entries === 1 && isKeepingChosen()
}

/** Answers that came from this device, and when the service gave them. */
const shownAt = new Map<string, number>()
const restored = new WeakSet<object>()
const watchers = new Set<() => void>()

/** Reads from the device what the service cannot be asked for. */
export async function askOrRecall(
  ask: (context: QueryFunctionContext) => unknown,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  try {
    const data = await ask(context)
    if (shownAt.delete(query.queryHash)) tell()
    return data
  } catch (error) {
    const key = keyOf(query)
    if (key === undefined) throw error
    if (error instanceof Unreachable && query.state.data === undefined) return recall(query, key, error)
    // The person may no longer read it.
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) await forgetOne(key)
    throw error
  }
}

async function recall(query: Query, key: string, error: Unreachable): Promise<unknown> {
  const found = await store()
    .then(({ readSeen }) => readSeen(key))
    .catch(() => undefined)
  if (!found) throw error
  if (typeof found.data === 'object' && found.data !== null) restored.add(found.data)
  shownAt.set(query.queryHash, found.at)
  tell()
  return found.data
}

/** The key of an answer on this device; undefined if it is not kept. */
function keyOf({ queryKey, queryHash }: Query): string | undefined {
  const [part] = queryKey
  // Negative ids belong to entries that the service does not have yet.
  const isNew = queryKey.some((one) => typeof one === 'number' && one < 0)
  if (!isKeeping() || isNew || !(KEPT.has(part) || queryHash === OWN_PROFILE)) return undefined
  return `${knownSession()?.userid} ${queryHash}`
}

const waiting = new Map<string, Query>()

/** Keeps each new answer, also what a save brought. */
export function keepSeen(cache: QueryCache): void {
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    const { data } = query.state
    const key = keyOf(query)
    if (key === undefined || data === undefined || (typeof data === 'object' && data !== null && restored.has(data)))
      return
    if (waiting.size === 0) setTimeout(() => void write(), WRITE_AFTER)
    waiting.set(key, query)
  })
}

async function write(): Promise<void> {
  const rows = Array.from(waiting, ([key, { state }]) => ({ key, data: state.data, at: state.dataUpdatedAt }))
  waiting.clear()
  // A full disk, or a private window: reading needs the network then.
  await store()
    .then(({ putSeen }) => putSeen(rows))
    .catch(() => {})
}

async function forgetOne(key: string): Promise<void> {
  waiting.delete(key)
  await store()
    .then(({ dropSeen }) => dropSeen(key))
    .catch(() => {})
}

/** Nothing of the person stays: they signed out, their session ended, or they do not want it. */
export async function forgetSeen(): Promise<void> {
  isForgotten = true
  waiting.clear()
  await store()
    .then(({ clearSeen }) => clearSeen())
    .catch(() => {})
}

/** The person of this device, for a start without a network. */
export function keepSession(session: Session): void {
  isForgotten = false
  const keep = async () => {
    // They may have signed out meanwhile.
    if (isForgotten || knownSession()?.userid !== session.userid) return
    const { putSession, clearSeen } = await store()
    await (isKeeping() ? putSession(session) : clearSeen())
  }
  setTimeout(() => void keep().catch(() => {}), WRITE_AFTER)
}

export async function recallSession(): Promise<Session | undefined> {
  if (!isKeepingChosen()) return undefined
  return store()
    .then(({ readSession }) => readSession())
    .catch(() => undefined)
}

/** The age of the oldest answer from this device on the page; undefined if all are from the service. */
export function useSeenAt(cache: QueryCache): number | undefined {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      const stop = cache.subscribe(watcher)
      return () => {
        watchers.delete(watcher)
        stop()
      }
    },
    () => oldestShown(cache),
  )
}

function oldestShown(cache: QueryCache): number | undefined {
  const shown = cache.findAll({ type: 'active' }).flatMap(({ queryHash }) => shownAt.get(queryHash) ?? [])
  return shown.length === 0 ? undefined : Math.min(...shown)
}

function tell(): void {
  for (const watcher of watchers) watcher()
}
