import type { Context } from '../../../context.ts'
import type { Database } from '../../../db/database.ts'
import { type DatabaseConfig, openIndexes } from '../../../db/open.ts'
import { fillIndexes, type Indexed } from './fill-indexes.ts'
import { clearIndexes, findDoubtful } from './index-file.ts'
import * as repo from './pending.repo.ts'

/** Removes the marks of what was indexed. */
export function acknowledge(db: Database, { entries, token }: Indexed): Promise<void> {
  return db.write(async (tx) => {
    await repo.unmark(tx, { indexed: JSON.stringify(entries) })
    await repo.setToken(tx, { token })
  })
}

/**
 * Marks the entries that the indexes may have in another version, or all if the indexes belong to another notebook, or
 * are missing. Call it after opening a database.
 */
export async function markDoubtful(db: Database, config: DatabaseConfig): Promise<void> {
  const doubtful = await findDoubtful(db.read)
  if (doubtful === 'all') return startOver(db, config)
  if (doubtful.length > 0) await db.write((tx) => repo.markSome(tx, doubtful))
}

/**
 * Marks all entries and empties the indexes, in this order, so that a running server misses none. If it ends in the
 * middle, the next start does it again.
 */
export async function startOver(db: Database, config: DatabaseConfig): Promise<void> {
  await db.write(repo.markAll, { takesLong: true })
  await withIndexes(config, (indexes) => indexes.write(clearIndexes))
  await db.write((tx) => repo.setToken(tx, { token: '' }))
}

/** Entries per transaction, so that others get their turn. */
const MARKED_AT_ONCE = 2000

/**
 * Replaces the damaged file of the indexes while the service runs. All entries are marked before, so that no search
 * trusts the empty indexes. If it ends in the middle, the damage is met again.
 */
export async function replaceDamaged(db: Database): Promise<void> {
  const [newest] = await repo.newestId(db.read, {})
  for (let first = 1; first <= (newest?.id ?? 0); first += MARKED_AT_ONCE) {
    await db.write((tx) => repo.markRange(tx, first, first + MARKED_AT_ONCE - 1))
  }
  db.searchFile?.replace()
  await db.write((tx) => repo.setToken(tx, { token: '' }))
}

/**
 * Indexes all marked entries on this thread, where nobody waits for other answers. False if `mayGoOn` ended it.
 */
export async function indexPending(
  { db, config }: Pick<Context, 'db'> & { config: DatabaseConfig },
  mayGoOn: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  return withIndexes(config, async (indexes) => {
    for (let after = 0; await mayGoOn(); ) {
      const indexed = await fillIndexes(indexes, after)
      if (indexed.entries.length > 0) await acknowledge(db, indexed)
      if (indexed.next === 0) return true
      after = indexed.next
    }
    return false
  })
}

async function withIndexes<T>(
  config: DatabaseConfig,
  work: (indexes: Awaited<ReturnType<typeof openIndexes>>) => Promise<T>,
): Promise<T> {
  const indexes = await openIndexes(config)
  try {
    return await work(indexes)
  } finally {
    await indexes.close()
  }
}
