import type { EntityType } from '@aliquot/contract/common'
import type { EntryRef } from '../../entry-data/entry-types.ts'
import { entryOf } from './entry-of-link.ts'

/** The titles of entries today, by `titleKey`. */
export type CurrentTitles = ReadonlyMap<string, string>

export function titleKey({ type, id }: { type: EntityType; id: number }): string {
  return `${type}/${id}`
}

/**
 * The entry whose title a link shows. Such a link also has the title as its `title` attribute. Once somebody has changed
 * its words the two differ, and the words stay.
 */
export function titledEntry(link: { href: string; title: string | null | undefined; words: string }) {
  return link.title && link.title === link.words ? entryOf(link) : undefined
}

/** Shows the current titles in a read-only tree. */
export function showTitles(tree: HTMLElement, titles: CurrentTitles): void {
  for (const link of tree.querySelectorAll<HTMLAnchorElement>('a[href][title]')) {
    const entry = titledEntry({ href: link.href, title: link.title, words: link.textContent })
    const title = entry && titles.get(titleKey(entry))
    if (title) link.replaceChildren(title)
    // The words say it, and the card of the entry.
    if (entry) link.removeAttribute('title')
  }
}

const LINKS = /<a\b[^>]*>/g
const HREF = /\shref="([^"]*)"/
const HAS_TITLE = /\stitle="/

/** The entries that links with a title lead to. Some of them may show other words. */
export function titledEntriesIn(html: string): EntryRef[] {
  const found = new Map<string, EntryRef>()
  for (const [tag] of html.matchAll(LINKS)) {
    const entry = HAS_TITLE.test(tag) ? entryOf({ href: HREF.exec(tag)?.[1] ?? '' }) : undefined
    if (entry) found.set(titleKey(entry), entry)
  }
  return [...found.values()]
}
