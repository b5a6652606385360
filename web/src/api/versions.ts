/** The number in `"12-hash"`. */
export function versionNumber(etag: string): number {
  return Number(/\d+/.exec(etag)?.[0] ?? 0)
}

/** The ETag of a version of which only the number is known: If-Match compares only the number. */
export function etagOfVersion(version: number): string {
  return `"${version}-"`
}

export function isSameVersion(one: string, other: string): boolean {
  return versionNumber(one) === versionNumber(other)
}

export function isNewer(etag: string, than: string): boolean {
  return versionNumber(etag) > versionNumber(than)
}
