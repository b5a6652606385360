import type { Db } from './schema.ts'

type Write = () => Promise<unknown>

const postponers = new WeakMap<Db, (write: Write) => void>()

/** From now on, what is to be written last on this connection is handed to `postpone`. */
export function postponeWith(db: Db, postpone: (write: Write) => void): void {
  postponers.set(db, postpone)
}

/**
 * Writes something at the end of the transaction, behind everything else of it; on an engine where that is no gain, at
 * once. For SQLite's full-text indexes: they gather what they are given, and each statement that could fail halfway
 * makes them write it out as a piece of its own. Two dozen entries in one transaction cost a third less that way.
 */
export async function writeLast(db: Db, write: Write): Promise<void> {
  const postpone = postponers.get(db)
  if (postpone) postpone(write)
  else await write()
}
