import { existsSync, rmSync, statSync } from 'node:fs'
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

/** Attaches the indexes for reading. A missing or damaged file is created: its content is made from the notebook. */
export function attachSearchFile(connection: DatabaseSync, notebook: string): void {
  const file = searchFileOf(notebook)
  if (attach(connection, file)) return
  createSearchFile(file)
  if (!attach(connection, file)) throw new Error(`${file} cannot be used`)
}

/** False if it has to be created. */
function attach(connection: DatabaseSync, file: string): boolean {
  try {
    connection.prepare('attach ? as search').run(file)
    connection.prepare('select token, before, ids from search.index_state').get()
    connection.prepare('select rowid from search.entity_search limit 1').get()
    connection.prepare('select rowid from search.entity_search_grams limit 1').get()
    return true
  } catch (error) {
    if (connection.prepare(`select 1 from pragma_database_list where name = 'search'`).get()) {
      connection.exec('detach search')
    }
    const { errcode } = error as { errcode?: number }
    if (!REPLACEABLE.has(Number(errcode) & 0xff)) throw error
    if (!isEmptyFile(file)) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    return false
  }
}

/** No such table or column, corrupt, not a database. */
const REPLACEABLE = new Set([1, 11, 26])

/** Another process may be about to create it. */
function isEmptyFile(file: string): boolean {
  return !existsSync(file) || statSync(file).size === 0
}

/** Both engines get finished words and only store them. Grams are looked up in the index alone, so it stores no copy. */
const SCHEMA = `
  create virtual table if not exists entity_search using fts5 (words, detail=none, tokenize="ascii", prefix='2 3');
  create virtual table if not exists entity_search_grams using fts5 (
    grams, content='', contentless_delete=1, detail=none, tokenize="ascii");
  create table if not exists index_state (
    id integer primary key, token text not null, before text not null, ids text not null);
  insert or ignore into index_state (id, token, before, ids) values (1, '', '[]', '[]');`

function createSearchFile(file: string): void {
  const connection = new DatabaseSync(file)
  // Another process may do the same.
  connection.exec('pragma busy_timeout = 10000')
  connection.exec('pragma journal_mode = wal')
  connection.exec(`begin immediate; ${SCHEMA} commit`)
  connection.close()
}
