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
  /** Its place in its group. Those without one follow, in the order of the page. */
  rank?: number
  /** The second level of the palette: what can be chosen, for these letters. Without it, `run` runs at once. */
  choices?(typed: string): Promise<Choice[]>
  run(): unknown
}

/** Something to choose in the second level. */
export interface Choice {
  id: string
  label: string
  /** Six hex digits. */
  color?: string | null
  /** It is set already. */
  isSet?: boolean
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
  const shape = JSON.stringify(commands.map(({ run: _, choices, ...shown }) => ({ ...shown, isOpened: !!choices })))
  useEffect(() => {
    const shown = JSON.parse(shape) as (Omit<Command, 'run' | 'choices'> & { isOpened: boolean })[]
    const mine = shown.map(({ isOpened, ...one }): Command => {
      const now = () => latest.current.find(({ id }) => id === one.id)
      const choices = async (typed: string) => (await now()?.choices?.(typed)) ?? []
      return { ...one, ...(isOpened && { choices }), run: () => now()?.run() }
    })
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
