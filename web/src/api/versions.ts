/** The number in `"12-hash"`. */
export function versionNumber(etag: string): number {
  return Number(/\d+/.exec(etag)?.[0] ?? 0)
}

/** Of a version that only its number is known of: If-Match looks at the number alone. */
export function etagOfVersion(version: number): string {
  return `"${version}-"`
}

export function isSameVersion(one: string, other: string): boolean {
  return versionNumber(one) === versionNumber(other)
}

export function isNewer(etag: string, than: string): boolean {
  return versionNumber(etag) > versionNumber(than)
}
