import { hash } from 'node:crypto'
import type { IfMatch } from '../../records/version.ts'

/**
 * `"{version}-{hash of the answer, or of its fingerprint}"`. If-Match compares only the version, which grows with what
 * a client could overwrite. If-None-Match compares all of it, so a new comment in the answer is never missed.
 */
export function etagOf(version: number | undefined, answer: string): string {
  return etagFrom(version, hash('sha1', answer, 'base64url'))
}

/** The same if the SHA-1 is known. */
export function etagFrom(version: number | undefined, digest: string): string {
  return `"${version ?? 0}-${digest.slice(0, 16)}"`
}

export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return undefined
  if (header.trim() === '*') return () => true
  const versions = Array.from(header.matchAll(/(?:W\/)?"(\d+)-[\w-]*"/g), (match) => Number(match[1]))
  return (version) => versions.includes(version)
}

export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
