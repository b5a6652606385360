import { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import type { Db } from './schema.ts'

/**
 * Runs reads in one snapshot, however long they take. Nothing can be changed through `db`. It is one connection: one
 * query at a time, and no `stream()`.
 */
export function inSnapshot<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return database.aside(async (db) => {
    await db.executeQuery(BEGIN[database.engine])
    try {
      return await work(db)
    } finally {
      await db.executeQuery(ROLLBACK)
    }
  })
}

/** SQLite takes its snapshot with the first read; by default PostgreSQL takes one per statement. */
const BEGIN = {
  sqlite: CompiledQuery.raw('begin deferred'),
  postgres: CompiledQuery.raw('begin isolation level repeatable read read only'),
}
const ROLLBACK = CompiledQuery.raw('rollback')

/** The same for a stream: the connection is held until the reader is done. */
export async function* streamSnapshot<T>(
  database: Database,
  read: (db: Db) => AsyncGenerator<T>,
): AsyncGenerator<T, void, undefined> {
  const opened = Promise.withResolvers<Db>()
  const closed = Promise.withResolvers<void>()
  const connection = inSnapshot(database, (db) => {
    opened.resolve(db)
    return closed.promise
  })
  connection.catch(opened.reject)
  try {
    yield* read(await opened.promise)
  } finally {
    closed.resolve()
    await connection
  }
}
