import { type EntryRef, entryAt } from '../../entry-data/entry-types.ts'

/** The entry of a link within this notebook. */
export function entryOf({ href }: { href: string }): EntryRef | undefined {
  const url = URL.parse(href, location.href)
  return url?.origin === location.origin ? entryAt(url.pathname) : undefined
}
