import { useSyncExternalStore } from 'react'
import type { MadeType } from '../entry-data/entry-types.ts'

export interface TemplateRequest {
  makes: MadeType
  /** The team requires a template for every entry. */
  isForced: boolean
}

let asked: TemplateRequest | undefined
const watchers = new Set<() => void>()

/** Opens the dialog from anywhere. */
export function askForTemplate(request: TemplateRequest): void {
  set(request)
}

export function closeTemplateRequest(): void {
  set(undefined)
}

export function useTemplateRequest(): TemplateRequest | undefined {
  return useSyncExternalStore(watch, () => asked)
}

function set(request: TemplateRequest | undefined): void {
  asked = request
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
