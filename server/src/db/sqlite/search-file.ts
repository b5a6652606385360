import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Unavailable } from '../../errors.ts'
import type { SearchFile } from '../database.ts'
import { isDamage, storageError } from './storage-error.ts'

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

/**
 * Attaches the indexes for reading. A missing or damaged file is created: its content is made from the notebook, so
 * mark all entries as not indexed afterwards.
 */
export function provideSearchFile(connection: DatabaseSync, notebook: string): void {
  const file = searchFileOf(notebook)
  try {
    attachSearchFile(connection, notebook)
  } catch (error) {
    detachSearchFile(connection)
    const { errcode } = error as { errcode?: number }
    if (!REPLACEABLE.has(Number(errcode) & 0xff)) throw error
    if (!isEmptyFile(file)) removeSearchFile(file)
    createSearchFile(file)
    attachSearchFile(connection, notebook)
  }
}

/** Attaches the indexes for reading. Throws if they are missing or damaged. */
export function attachSearchFile(connection: DatabaseSync, notebook: string): void {
  connection.prepare('attach ? as search').run(searchFileOf(notebook))
  connection.prepare('select token, before, ids from search.index_state').get()
  for (const index of INDEXES) {
    connection.prepare(`select rowid from search.${index} where ${index} match '"a"' limit 1`).get()
  }
  connection.prepare('select words, searched, fields, rest from search.entity_words limit 1').get()
}

export function detachSearchFile(connection: DatabaseSync): void {
  if (connection.prepare(`select 1 from pragma_database_list where name = 'search'`).get()) {
    connection.exec('detach search')
  }
}

function removeSearchFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}

/**
 * Knows whether the attached file turned out to be damaged, and replaces it. `attachAgain` lets all connections use
 * the file that is there now.
 */
export class AttachedSearchFile implements SearchFile {
  readonly #file: string
  readonly #attachAgain: () => void
  #attached: number | undefined
  isDamaged = false
  healsAt = 0

  constructor(notebook: string, attachAgain: () => void) {
    this.#file = searchFileOf(notebook)
    this.#attachAgain = attachAgain
    this.#attached = this.#inode()
  }

  get wasReplaced(): boolean {
    return this.#inode() !== this.#attached
  }

  use(): void {
    this.#attachAgain()
    this.#attached = this.#inode()
    this.isDamaged = false
  }

  /** SQLite does not remove the log of the new file when connections to the old one close. */
  replace(): void {
    removeSearchFile(this.#file)
    this.use()
  }

  /** Explains an error of a statement. */
  explain(error: unknown, statement: string): unknown {
    if (!/\bentity_(search(?!_comments|_files)|words)/.test(statement)) return storageError(error)
    if (!this.isDamaged && !isDamage(error)) return storageError(error)
    this.isDamaged = true
    return this.refusal(error)
  }

  refusal(cause?: unknown): Unavailable {
    const pause = Math.max(0, this.healsAt - performance.now()) / 1000
    return new Unavailable('storage.search_damaged', { cause, retryAfterSeconds: REPLACING_SECONDS + Math.ceil(pause) })
  }

  #inode(): number | undefined {
    return statSync(this.#file, { throwIfNoEntry: false })?.ino
  }
}

/** A small notebook is searched again by then. Clients of a large one ask again. */
const REPLACING_SECONDS = 10

/** No such table or column, corrupt, not a database. */
const REPLACEABLE = new Set([1, 11, 26])

/** Another process may be about to create it. */
function isEmptyFile(file: string): boolean {
  return !existsSync(file) || statSync(file).size === 0
}

/** How many first characters of words have an index of their own. */
export const INDEXED_STARTS = [2, 3] as const

/**
 * FTS5 gets finished words and keeps no copy, so that single words of an entry can be removed and added (put-entry.ts).
 * What it has of an entry is in a table: all words, and the texts whose trigrams are indexed.
 */
const SCHEMA = `
  create virtual table if not exists entity_search using fts5 (
    words, content='', columnsize=0, detail=none, tokenize="ascii", prefix='${INDEXED_STARTS.join(' ')}');
  create virtual table if not exists entity_search_grams using fts5 (
    grams, content='', columnsize=0, detail=none, tokenize="ascii");
  create table if not exists entity_words (
    id integer primary key, words text not null, searched text not null, fields text not null, rest text not null);
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
