import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * The indexes of entries have a file of their own beside the notebook. SQLite allows one writer per file, so a thread
 * can fill them for as long as it takes while the notebook is written (decision 14).
 */
export function searchFileOf(notebook: string): string {
  return join(dirname(notebook), 'search.db')
}

/** The indexes of this file. All others are in the notebook. */
const INDEXES = ['entity_search', 'entity_search_grams']

export function isInSearchFile(index: string): boolean {
  return INDEXES.includes(index)
}

/** Attaches the indexes for reading. */
export function attachSearchFile(connection: DatabaseSync, notebook: string): void {
  const file = searchFileOf(notebook)
  connection.prepare('attach ? as search').run(file)
  if (connection.prepare(`select 1 from search.sqlite_schema where name = 'index_state'`).get()) return
  connection.exec('detach search')
  createSearchFile(file)
  connection.prepare('attach ? as search').run(file)
}

/** Both engines get finished words and only store them. Grams are looked up in the index alone, so it stores no copy. */
const SCHEMA = `
  create virtual table if not exists entity_search using fts5 (words, detail=none, tokenize="ascii", prefix='2 3');
  create virtual table if not exists entity_search_grams using fts5 (
    grams, content='', contentless_delete=1, detail=none, tokenize="ascii");
  create table if not exists index_state (
    id integer primary key, token text not null, before text not null, ids text not null);
  insert or ignore into index_state (id, token, before, ids) values (1, '', '', '[]');`

function createSearchFile(file: string): void {
  const connection = new DatabaseSync(file)
  // Another process may do the same.
  connection.exec('pragma busy_timeout = 10000')
  connection.exec('pragma journal_mode = wal')
  connection.exec(`begin immediate; ${SCHEMA} commit`)
  connection.close()
}
