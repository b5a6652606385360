import type { EntryRef } from './entry-types.ts'

/** Where whoever has the key sees an entry without an account, on this server. */
export function shareAddress(entry: EntryRef, accessKey: string): string {
  return new URL(`/share/${entry.type}/${entry.id}?key=${encodeURIComponent(accessKey)}`, location.href).href
}
