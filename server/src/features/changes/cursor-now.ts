import type { Context } from '../../context.ts'
import * as repo from './changes.repo.ts'
import { writeCursor } from './cursor.ts'

/**
 * The place at which everything that is settled now has been told. Null in a process that knows of no settled event
 * yet. Does not wait for one, unlike a request for `after=now`.
 */
export async function cursorOfNow({ db }: Context): Promise<string | null> {
  const { settled } = await db.settledEvent()
  const [last] = await repo.findLastUpTo(db.read, { id: settled })
  if (!last) return null
  const hashes = await repo.listHashes(db.read, { ids: JSON.stringify([last.id]) })
  return writeCursor(
    { position: last.id, sub: 0, since: 0 },
    hashes.map(({ hash }) => hash),
  )
}
