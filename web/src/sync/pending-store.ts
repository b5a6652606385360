import type { EntityType } from '@aliquot/contract/common'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { currentId, firstId, isNewEntry, noteEntriesWait, onEntryCreated } from '../api/new-entries.ts'
import { dropLastWords, readLastWords } from './last-words.ts'
import type { UnsavedRow } from './unsaved-row.ts'

/**
 * Other unsaved parts of an entry on this device: a changed field, words in an input, a comment, a step, a link or a file to be
 * sent.
 */
export interface KeptRow {
  key: string
  kind: 'field' | 'input' | 'comment' | 'step' | 'link' | 'file'
  type?: EntityType
  entryId: number
  userid: number
  /** The title of the entry, for the list of unsaved work. */
  title: string
  at: number
  content: unknown
}

/** The database and its stores keep their original names, because they hold people's unsaved text. */
interface UnsavedDb extends DBSchema {
  journals: { key: string; value: UnsavedRow; indexes: { entry: number } }
  kept: { key: string; value: KeptRow; indexes: { entry: number } }
}

let opened: Promise<IDBPDatabase<UnsavedDb>> | undefined

function openUnsaved(): Promise<IDBPDatabase<UnsavedDb>> {
  opened ??= open().catch((error) => {
    // The next key may open it.
    opened = undefined
    throw error
  })
  return opened
}

function open(): Promise<IDBPDatabase<UnsavedDb>> {
  return openDB<UnsavedDb>('aliquot', 2, {
    upgrade(db, before) {
      if (before < 1) db.createObjectStore('journals', { keyPath: 'key' }).createIndex('entry', 'entryId')
      if (before < 2) db.createObjectStore('kept', { keyPath: 'key' }).createIndex('entry', 'entryId')
    },
    // A page with a newer version must not wait for older tabs.
    blocking: (_, __, event) => {
      opened = undefined
      ;(event.target as IDBDatabase).close()
    },
    // The browser has closed it, for instance because somebody cleared its data.
    terminated: () => {
      opened = undefined
    },
  })
}

/** Never rejects: without a database (private windows of some browsers) the text is still sent to the service. */
async function attempt<T>(work: (db: IDBPDatabase<UnsavedDb>) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await openUnsaved())
  } catch (error) {
    console.warn('Unsaved text cannot be kept on this device', error)
    return undefined
  }
}

/** True once it is on disk. */
export async function putUnsaved(row: UnsavedRow): Promise<boolean> {
  if (isNewEntry(row.entryId)) noteEntriesWait(true)
  const isKept = await attempt(async (db) => {
    const work = db.transaction('journals', 'readwrite')
    const put = work.store.put(row)
    work.commit()
    await Promise.all([put, work.done])
    return true
  })
  return isKept === true
}

export async function deleteUnsaved(key: string): Promise<void> {
  dropLastWords(key)
  await attempt((db) => db.delete('journals', key))
}

export async function unsavedOf(entryId: number): Promise<UnsavedRow[]> {
  // Rows from before the entry was created have its first id, later ones its real id.
  const ids = [...new Set([entryId, firstId(entryId), currentId(entryId)])]
  const read = (db: IDBPDatabase<UnsavedDb>) =>
    Promise.all(ids.map((id) => db.getAllFromIndex('journals', 'entry', id)))
  const rows = (await attempt(read)) ?? []
  return withLastWords(rows.flat()).filter((row) => ids.includes(row.entryId))
}

export async function allUnsaved(): Promise<UnsavedRow[]> {
  return withLastWords((await attempt((db) => db.getAll('journals'))) ?? [])
}

/** True once it is on disk. Committed explicitly, so that it gets there even if the page ends right after. */
export async function putKept(row: KeptRow): Promise<boolean> {
  if (isNewEntry(row.entryId)) noteEntriesWait(true)
  const isKept = await attempt(async (db) => {
    const work = db.transaction('kept', 'readwrite')
    const put = work.store.put(row)
    work.commit()
    await Promise.all([put, work.done])
    return true
  })
  return isKept === true
}

/** With `at`, only if nothing newer was stored since, such as by another tab. */
export async function dropKept(key: string, at?: number): Promise<void> {
  await attempt(async (db) => {
    const work = db.transaction('kept', 'readwrite')
    const stored = await work.store.get(key)
    if (stored && (at === undefined || stored.at <= at)) await work.store.delete(key)
    await work.done
  })
}

export async function keptOf(kind: KeptRow['kind'], userid: number, entryId: number): Promise<KeptRow[]> {
  const rows = (await attempt((db) => db.getAllFromIndex('kept', 'entry', entryId))) ?? []
  return rows.filter((row) => row.kind === kind && row.userid === userid).sort((a, b) => a.at - b.at)
}

/** What was kept for a new entry belongs to the created one. */
export async function moveKept(temporary: number, real: number): Promise<void> {
  await attempt(async (db) => {
    const work = db.transaction('kept', 'readwrite')
    for (const row of await work.store.index('entry').getAll(temporary)) {
      const key = row.key.replace(`/${temporary}/`, `/${real}/`)
      if (!(await work.store.get(key))) await work.store.put({ ...row, key, entryId: real })
      await work.store.delete(row.key)
    }
    await work.done
  })
}

onEntryCreated((temporary, real) => void moveKept(temporary, real))

export async function allKept(): Promise<KeptRow[]> {
  return (await attempt((db) => db.getAll('kept'))) ?? []
}

function withLastWords(rows: UnsavedRow[]): UnsavedRow[] {
  const newest = new Map(rows.map((row) => [row.key, row]))
  for (const row of readLastWords()) {
    if (row.at >= (newest.get(row.key)?.at ?? 0)) newest.set(row.key, row)
  }
  return [...newest.values()].sort((a, b) => a.at - b.at)
}
