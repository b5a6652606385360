import { connectionOf } from './connection.ts'
import type { Db } from './schema.ts'

/**
 * Writes something at the end of the transaction, behind everything else of it; on an engine where that is no gain, at
 * once. For SQLite's full-text indexes: they gather what they are given, and each statement that could fail halfway
 * makes them write it out as a piece of its own. Two dozen entries in one transaction cost a third less that way.
 */
export async function writeAtEnd(db: Db, write: () => Promise<unknown>): Promise<void> {
  const postpone = connectionOf(db)?.postpone
  if (postpone) postpone(write)
  else await write()
}
