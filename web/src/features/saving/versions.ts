/** The number in `"12-hash"`. */
export function versionNumber(etag: string): number {
  return Number(/\d+/.exec(etag)?.[0] ?? 0)
}

export function isNewer(etag: string, than: string): boolean {
  return versionNumber(etag) > versionNumber(than)
}
