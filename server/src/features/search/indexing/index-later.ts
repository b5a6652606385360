import type { Change } from '../../../change.ts'
import type { EntityRow } from '../../../db/schema.ts'
import { searchText } from '../../../lib/search-text.ts'
import { mark } from './pending.repo.ts'
import { putText, putTitle } from './search-index.ts'

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
  if (text !== undefined) await putText(db, { id, title: searchText(entry.title), body: text })
  else if (title !== undefined) await putTitle(db, { id, title: searchText(title) })
  const [marked] = await mark(db, { id, version, at })
  work.noteUnindexed(marked?.bytes ?? 0)
}
