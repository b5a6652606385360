import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Journal } from './saver.ts'

/** The journal of one entry in one page: two tabs in the same entry never write over each other. */
export interface JournalRow extends Journal {
  key: string
  entryId: number
  userid: number
}

interface JournalDb extends DBSchema {
  journals: { key: string; value: JournalRow; indexes: { entry: number } }
}

let opened: Promise<IDBPDatabase<JournalDb>> | undefined

function openJournals(): Promise<IDBPDatabase<JournalDb>> {
  opened ??= openDB<JournalDb>('aliquot', 1, {
    upgrade(db) {
      db.createObjectStore('journals', { keyPath: 'key' }).createIndex('entry', 'entryId')
    },
  })
  return opened
}

/** Never rejects: without a database (a private window of some browsers) the text is still sent to the service. */
async function attempt<T>(work: (db: IDBPDatabase<JournalDb>) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await openJournals())
  } catch (error) {
    console.warn('The journal of unsaved text cannot be used', error)
    return undefined
  }
}

export async function putJournal(row: JournalRow): Promise<void> {
  await attempt((db) => db.put('journals', row))
}

export async function deleteJournal(key: string): Promise<void> {
  localStorage.removeItem(LAST_WORDS + key)
  await attempt((db) => db.delete('journals', key))
}

export async function journalsOf(entryId: number): Promise<JournalRow[]> {
  const rows = (await attempt((db) => db.getAllFromIndex('journals', 'entry', entryId))) ?? []
  return withLastWords(rows).filter((row) => row.entryId === entryId)
}

export async function allJournals(): Promise<JournalRow[]> {
  return withLastWords((await attempt((db) => db.getAll('journals'))) ?? [])
}

const LAST_WORDS = 'aliquot-journal/'
const MOST_LAST_WORDS = 1_000_000

/** A page that goes away cannot wait for the database; this is written before it is gone. */
export function putLastWords(row: JournalRow): void {
  const text = JSON.stringify(row)
  if (text.length > MOST_LAST_WORDS) return
  try {
    localStorage.setItem(LAST_WORDS + row.key, text)
  } catch {
    // Full. The database has all but the last moment.
  }
}

export function dropLastWords(key: string): void {
  localStorage.removeItem(LAST_WORDS + key)
}

function withLastWords(rows: JournalRow[]): JournalRow[] {
  const newest = new Map(rows.map((row) => [row.key, row]))
  for (const row of readLastWords()) {
    if (row.at >= (newest.get(row.key)?.at ?? 0)) newest.set(row.key, row)
  }
  return [...newest.values()].sort((a, b) => a.at - b.at)
}

function readLastWords(): JournalRow[] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(LAST_WORDS))
  return names.flatMap((name): JournalRow[] => {
    try {
      return [JSON.parse(localStorage.getItem(name) ?? '')]
    } catch {
      return []
    }
  })
}
