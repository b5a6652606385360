import { connectionOf, type DeferredWrite } from './connection.ts'
import type { Db } from './schema.ts'

/**
 * Defers a write to the end of the transaction; on an engine where that gains nothing, it runs at once. This is for
 * SQLite's FTS5 indexes: they buffer their input, and each statement that could fail halfway makes them flush it as a
 * separate segment. Two dozen entries in one transaction cost a third less that way.
 */
export async function writeAtEnd(db: Db, write: () => Promise<unknown>): Promise<void> {
  const postpone = connectionOf(db)?.postpone
  if (postpone) postpone({ amount: 0, write })
  else await write()
}

/**
 * Adds to a total, which `name` identifies, at the end of the transaction. Changes that share a commit often add to the
 * same totals, and add to each once.
 */
export async function addAtEnd(
  db: Db,
  name: string,
  amount: number,
  add: (sum: number) => Promise<unknown>,
): Promise<void> {
  const postpone = connectionOf(db)?.postpone
  if (postpone) postpone({ total: name, amount, write: add })
  else await add(amount)
}

/** The writes to run at the end of a transaction. */
export function summedUp(writes: readonly DeferredWrite[]): DeferredWrite[] {
  const totals = new Map<string, DeferredWrite>()
  const others: DeferredWrite[] = []
  for (const write of writes) {
    if (write.total === undefined) others.push(write)
    else totals.set(write.total, { ...write, amount: write.amount + (totals.get(write.total)?.amount ?? 0) })
  }
  return [...others, ...[...totals.values()].filter(({ amount }) => amount !== 0)]
}
