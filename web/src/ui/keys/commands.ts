import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A command of the palette. */
export interface Command {
  id: string
  label: string
  group: string
  /** The equivalent shortcut, shown beside it. */
  keys?: string
  /** Synonyms for the search. */
  words?: string
  /** It creates something: the palette offers it below what is there already. */
  isCreate?: boolean
  run(): unknown
}

const registrations: Command[][] = []
const watchers = new Set<() => void>()
let all: Command[] = []

/**
 * `useCommands([{ id: 'lock', label: text.lock, group: text.entry, run: lock }])` adds commands while the page is open.
 */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  latest.current = commands
  const shape = JSON.stringify(commands.map(({ run: _, ...shown }) => shown))
  useEffect(() => {
    const shown = JSON.parse(shape) as Omit<Command, 'run'>[]
    const mine = shown.map((one) => ({ ...one, run: () => latest.current.find(({ id }) => id === one.id)?.run() }))
    registrations.push(mine)
    publish()
    return () => {
      registrations.splice(registrations.indexOf(mine), 1)
      publish()
    }
  }, [shape])
}

/** All commands of this page; its own come first. */
export function useAllCommands(): Command[] {
  return useSyncExternalStore(watch, () => all)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function publish(): void {
  all = registrations.toReversed().flat()
  for (const watcher of watchers) watcher()
}
