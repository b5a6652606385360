import { connectionOf } from './connection.ts'
import type { Db } from './schema.ts'

/**
 * Defers a write to the end of the transaction; on an engine where that gains nothing, it runs at once. This is for
 * SQLite's FTS5 indexes: they buffer their input, and each statement that could fail halfway makes them flush it as a
 * separate segment. Two dozen entries in one transaction cost a third less that way.
 */
export async function writeAtEnd(db: Db, write: () => Promise<unknown>): Promise<void> {
  const postpone = connectionOf(db)?.postpone
  if (postpone) postpone(write)
  else await write()
}
