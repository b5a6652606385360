import { useSyncExternalStore } from 'react'

/**
 * Reasons for changes of entries, if the team requires them or the person gives one. Asked once for changes that belong
 * together.
 */

interface Question {
  done: Promise<string | undefined>
  answer(reason: string | undefined): void
}

interface Given {
  reason: string
  until: number
}

/** As long as saves of a text belong together. */
const ONE_GO_MS = 15 * 60_000
/** One answer counts for all entries that are changed together. */
const TOGETHER_MS = 10_000

const given = new Map<string, Given>()
let last: Given | undefined
let question: Question | undefined
const watchers = new Set<() => void>()

/** The reason given for the entry of this path. */
export function reasonFor(path: string): string | undefined {
  const known = given.get(entryOf(path))
  if (!known || known.until < Date.now()) return undefined
  known.until = Date.now() + ONE_GO_MS
  return known.reason
}

/** Asks the person, unless they have just answered for another entry. False if they cancel. */
export async function askReason(path: string): Promise<boolean> {
  const reason = last && last.until > Date.now() ? last.reason : await ask()
  if (reason === undefined) return false
  last = { reason, until: Date.now() + TOGETHER_MS }
  given.set(entryOf(path), { reason, until: Date.now() + ONE_GO_MS })
  return true
}

/** Asks because the person wants to give a reason. False if they cancel. */
export async function giveReason(path: string): Promise<boolean> {
  const reason = await ask()
  if (reason === undefined) return false
  given.set(entryOf(path), { reason, until: Date.now() + ONE_GO_MS })
  return true
}

/** Later changes have no reason again. */
export function forgetReason(path: string): void {
  given.delete(entryOf(path))
}

export function answerReason(reason: string | undefined): void {
  question?.answer(reason)
  question = undefined
  publish()
}

export function useIsReasonAsked(): boolean {
  return useSyncExternalStore(watch, () => question !== undefined)
}

/** Concurrent requests share one dialog. */
function ask(): Promise<string | undefined> {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    question = { done: promise, answer: resolve }
    publish()
  }
  return question.done
}

function entryOf(path: string): string {
  return /^\/\w+\/\d+/.exec(path)?.[0] ?? path
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function publish(): void {
  for (const watcher of watchers) watcher()
}
