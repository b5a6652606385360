import { useSyncExternalStore } from 'react'

/** The password, typed once more for what would give a lasting hold on the account to whoever sits at the browser. */

let question: { done: Promise<boolean>; answer(isProven: boolean): void } | undefined
const watchers = new Set<() => void>()

/** True once the service has taken the password. However many requests ask, there is one question. */
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
