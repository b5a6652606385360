import type { Change } from '../../../change.ts'
import { sharesTrips } from '../../../db/connection.ts'
import { engineOf, hasRoundTrips } from '../../../db/dialect.ts'
import type { Db, EntityRow } from '../../../db/schema.ts'
import { searchText } from '../../../lib/search-text.ts'
import { mark, markWithLength, putTextAndMark, putTitleAndMark } from './pending.repo.ts'
import { findLength, putText, putTitle } from './search-index.ts'

/** The changed texts of an entry. What is absent stays. */
export interface SearchedChange {
  title?: string
  /** The main text, folded. */
  text?: string
}

/**
 * Makes a change known to searches, in its transaction: the texts are stored and the entry is marked. Its words and
 * trigrams are indexed later in the background (indexer.ts). Until then each search looks at the entry itself
 * (pending.ts).
 */
export async function indexLater(work: Change, entry: EntityRow, { title, text }: SearchedChange): Promise<void> {
  const { db, at } = work
  const { id, version } = entry
  if (text === undefined && title === undefined) {
    return noteMarked(work, mark(db, { id, version, at }))
  }
  const folded = searchText(entry.title)
  if (hasRoundTrips(engineOf(db))) {
    const stored = { id, version, at, title: folded }
    if (text === undefined) return noteMarked(work, putTitleAndMark(db, stored))
    await putTextAndMark(db, { ...stored, text })
    return work.noteUnindexed(Buffer.byteLength(text))
  }
  const bytes = await storeTexts(db, id, folded, text)
  await markWithLength(db, { id, version, at, bytes, textVersion: text === undefined ? 0 : version })
  work.noteUnindexed(bytes)
}

/** In a shared transaction nobody waits for the length of the text: the commit follows in the same packet. */
async function noteMarked(work: Change, marking: Promise<{ bytes: number }[]>): Promise<void> {
  const bytes = marking.then(([marked]) => marked?.bytes ?? 0)
  work.noteUnindexed(sharesTrips(work.db) ? bytes : await bytes)
}

/** Stores a title and, if given, a main text. Returns the length of the main text. */
async function storeTexts(db: Db, id: number, title: string, text: string | undefined): Promise<number> {
  if (text === undefined) {
    await putTitle(db, { id, title })
    // SQLite takes half as long again to return it from the update.
    return (await findLength(db, { id }))[0]?.bytes ?? 0
  }
  await putText(db, { id, title, body: text })
  return Buffer.byteLength(text)
}
