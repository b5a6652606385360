import { keyInLink } from '@aliquot/contract/share-key'
import type { EntryRef } from './entry-types.ts'

/** The URL that shows an entry without an account. */
export function shareAddress(entry: EntryRef, accessKey: string): string {
  return new URL(`/share/${entry.type}/${entry.id}?key=${encodeURIComponent(keyInLink(accessKey))}`, location.href).href
}
