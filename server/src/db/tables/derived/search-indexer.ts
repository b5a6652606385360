import { table } from '../table.ts'

/** The server that fills the search indexes, in one row. Others leave them alone until its time is up. */
export interface SearchIndexerTable {
  id: number
  holder: string
  until: string
  /** The last time that entries were indexed. SQLite's indexes name it too, because they are in another file. */
  token: string
}

export const searchIndexerTable = table<SearchIndexerTable>()({
  name: 'search_indexer',
  key: ['id'],
  backup: 'rebuilt',
  proof: { by: 'nothing', because: 'the server that fills the indexes rewrites it all the time' },
})
