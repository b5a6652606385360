import type { Upload } from '@aliquot/contract/uploads'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A picture may get a caption. */
type Insert = (file: Upload, caption?: string) => void

let current: Insert | undefined
const watchers = new Set<() => void>()

function set(insert: Insert | undefined): void {
  current = insert
  for (const watcher of watchers) watcher()
}

/** While a text is being edited: inserts files of its entry that somebody chooses in the list of files. */
export function useInsertionRequests(isEditable: boolean, insert: Insert): void {
  const latest = useEffectEvent(insert)
  useEffect(() => {
    if (!isEditable) return
    const mine: Insert = (...wanted) => latest(...wanted)
    set(mine)
    return () => {
      if (current === mine) set(undefined)
    }
  }, [isEditable])
}

/** Inserts a file into the text of the page; undefined if no text is being edited. */
export function useInsertIntoText(): Insert | undefined {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => current,
  )
}
