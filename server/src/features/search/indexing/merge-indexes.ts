import type { IndexConnection } from '../../../db/database.ts'
import { engineOf } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import type { Db } from '../../../db/schema.ts'

const INDEXES = ['entity_search', 'entity_search_grams']

/** Pages of 4 kB per transaction. */
const STEP_PAGES = 256

/** Merges some segments of the indexes, which a search reads one by one. False if there is nothing left to do. */
export async function mergeIndexes({ read, write }: IndexConnection): Promise<boolean> {
  const { mergeStep } = ENTRY_INDEX[engineOf(read)]
  if (!mergeStep) return false
  let hasMore = false
  for (const index of INDEXES) {
    hasMore = (await write((db) => mergeStep(db, index, STEP_PAGES))) || hasMore
  }
  return hasMore
}

/** Whether the service ended before all segments were merged. */
export async function isLeftUnmerged(db: Db): Promise<boolean> {
  const { hasToMerge } = ENTRY_INDEX[engineOf(db)]
  if (!hasToMerge) return false
  for (const index of INDEXES) if (await hasToMerge(db, index)) return true
  return false
}
