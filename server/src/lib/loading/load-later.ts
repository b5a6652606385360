import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * A package that is loaded when it is first asked for. For large ones that most starts can do without: loaded, they take
 * memory and keep the start waiting.
 *
 *     const sanitizer = loadLater<typeof import('sanitize-html')>('sanitize-html')
 *     sanitizer()(html)
 */
export function loadLater<T>(name: string): () => T {
  let loaded: T | undefined
  return () => {
    loaded ??= require(name) as T
    return loaded
  }
}
