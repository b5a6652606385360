import type { IndexConnection } from '../../../db/database.ts'
import { engineOf } from '../../../db/dialect.ts'
import { mergeStep } from '../../../db/sqlite/merge.ts'

/** Pages of 4 kB per transaction. */
const STEP_PAGES = 256

/** Merges some segments of SQLite's indexes, which a search reads one by one. False if there is nothing left to do. */
export async function mergeIndexes({ read, write }: IndexConnection): Promise<boolean> {
  if (engineOf(read) !== 'sqlite') return false
  let hasMore = false
  for (const index of ['entity_search', 'entity_search_grams']) {
    hasMore = (await write((db) => mergeStep(db, index, STEP_PAGES))) || hasMore
  }
  return hasMore
}
