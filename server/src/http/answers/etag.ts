import { hash } from 'node:crypto'
import { Stale } from '../../errors.ts'

/** Tells whether a version is one that the client's If-Match names. Absent: the client does not care. */
export type IfMatch = ((version: number) => boolean) | undefined

/**
 * `"{version}-{hash of the answer}"`. If-Match looks at the version alone, which grows with what a client could
 * overwrite; If-None-Match at all of it, so that a new comment in the answer is never missed.
 */
export function etagOf(version: number | undefined, answer: string): string {
  return `"${version ?? 0}-${hash('sha1', answer, 'base64url').slice(0, 16)}"`
}

export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return undefined
  if (header.trim() === '*') return () => true
  const versions = Array.from(header.matchAll(/(?:W\/)?"(\d+)-[\w-]*"/g), (match) => Number(match[1]))
  return (version) => versions.includes(version)
}

/** Refuses a change that was made on another version than the present one; the refusal carries the present record. */
export async function requireMatch(ifMatch: IfMatch, version: number, current: () => Promise<unknown>): Promise<void> {
  if (ifMatch && !ifMatch(version)) throw new Stale(await current())
}

export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
