import { table } from '../table.ts'

/** Entries that changed and are not in the search indexes yet. */
export interface SearchPendingTable {
  entity_id: number
  /** The version of the entry after the change. */
  version: number
  /** The length of its folded main text. */
  bytes: number
  /** The version that brought a main text which is not indexed yet. 0 if the indexes have the main text. */
  text_version: number
  /** Since when the indexes are behind. */
  since: string
}

export const searchPendingTable = table<SearchPendingTable>()({
  name: 'search_pending',
  key: ['entity_id'],
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'an entry that is in the search indexes has no row' },
})
