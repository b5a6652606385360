import { pathKey } from '../../../lib/zip/read/names.ts'

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i

/**
 * The same for all spellings of an id: programs write `./a b/`, `a%20b` and `a//b` where they mean the same. The root is
 * the empty text.
 */
export function normalId(id: string): string {
  // Halves of characters have no percent-encoding.
  const plain = percentDecoded(id).toWellFormed()
  return isAddress(plain) ? plain.normalize('NFC') : pathKey(plain)
}

export function isAddress(id: string): boolean {
  return ADDRESS.test(id)
}

export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The last part of a path or address. */
export function lastPart(id: string): string {
  return (
    pathKey(id.replace(/[?#].*$/s, ''))
      .split('/')
      .at(-1) || id
  )
}
