import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** The last value per key with its text, so that the same text is the same value. */
const read = new Map<string, { text: string | null; value: unknown }>()

/** A value that this device remembers, shared by all open pages: `const [isNarrow, setNarrow] = useStored('key', false)`. */
export function useStored<T>(key: string, initial: T): [T, (next: T | ((before: T) => T)) => void] {
  const value = useSyncExternalStore(listen, () => storedValue(key, initial))
  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      const to = typeof next === 'function' ? (next as (before: T) => T)(storedValue(key, initial)) : next
      localStorage.setItem(key, JSON.stringify(to))
      for (const listener of listeners) listener()
    },
    [key, initial],
  )
  return [value, set]
}

function storedValue<T>(key: string, initial: T): T {
  const text = localStorage.getItem(key)
  const known = read.get(key)
  if (known && known.text === text) return known.value as T
  const value = jsonIn(text) ?? initial
  read.set(key, { text, value })
  return value as T
}

/** Undefined for what is missing or was written by something else. */
function jsonIn(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
