import { useSyncExternalStore } from 'react'

/** Asks for the password again before actions that would give lasting access to a stranger at the browser. */

let question: { done: Promise<boolean>; answer(isProven: boolean): void } | undefined
const watchers = new Set<() => void>()

/** True once the service accepted the password. Concurrent requests share one dialog. */
export function askPassword(): Promise<boolean> {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    question = { done: promise, answer: resolve }
    publish()
  }
  return question.done
}

export function answerPassword(isProven: boolean): void {
  question?.answer(isProven)
  question = undefined
  publish()
}

export function useIsPasswordAsked(): boolean {
  return useSyncExternalStore(watch, () => question !== undefined)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function publish(): void {
  for (const watcher of watchers) watcher()
}
