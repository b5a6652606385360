import type { IndexConnection } from '../../../db/database.ts'
import { engineOf } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'

/** Pages of 4 kB per transaction. */
const STEP_PAGES = 256

/** Merges some segments of the indexes, which a search reads one by one. False if there is nothing left to do. */
export async function mergeIndexes({ read, write }: IndexConnection): Promise<boolean> {
  const { mergeStep } = ENTRY_INDEX[engineOf(read)]
  if (!mergeStep) return false
  let hasMore = false
  for (const index of ['entity_search', 'entity_search_grams']) {
    hasMore = (await write((db) => mergeStep(db, index, STEP_PAGES))) || hasMore
  }
  return hasMore
}
