import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { IndexConnection } from '../database.ts'
import { openConnection, sharedKysely } from './open-sqlite.ts'
import { searchFileOf } from './search-file.ts'
import { isLock } from './storage-error.ts'

/**
 * A connection that writes the indexes of entries and reads the notebook. The notebook is attached read-only, because
 * `begin immediate` would lock it too.
 */
export function openIndexConnection(notebook: string): IndexConnection {
  const connection = openConnection(searchFileOf(notebook), { cache: 32_000, mapped: 0 })
  connection.prepare('attach ? as notebook').run(`${pathToFileURL(notebook).href}?mode=ro`)
  connection.exec('pragma busy_timeout = 0')
  // Eight times the default: hot pages are checkpointed once instead of over and over.
  connection.exec('pragma wal_autocheckpoint = 8000')
  const db = sharedKysely(connection)
  return {
    read: db,
    async write(work) {
      await begin(connection)
      try {
        const result = await work(db)
        connection.exec('commit')
        return result
      } catch (error) {
        if (connection.isTransaction) connection.exec('rollback')
        throw error
      }
    },
    async close() {
      await db.destroy()
      if (connection.isOpen) connection.close()
    },
  }
}

const TRIES = 500
const BETWEEN_TRIES_MS = 20

/** Waits while another process fills the indexes. It must not block this thread, which may be that process too. */
async function begin(connection: DatabaseSync): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      connection.exec('begin immediate')
      return
    } catch (error) {
      if (!isLock(error) || tries === TRIES) throw error
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}
