import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { inSnapshot } from '../db/snapshot.ts'

const MOST_TRIES = 3

/**
 * Reads parts of an entry with several statements such that no change of it falls between them: a step that moves
 * meanwhile would come twice, or not at all. It reads again if the head of the entry's chain has moved. While the entry
 * changes all the time it reads in a snapshot, which takes one of few connections.
 */
export async function readUndisturbed<T>(database: Database, chain: number, read: (db: Db) => Promise<T>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = await headOf(database.read, chain)
    const result = await read(database.read)
    if ((await headOf(database.read, chain)) === before) return result
  }
  return inSnapshot(database, read)
}

async function headOf(db: Db, chain: number): Promise<string | undefined> {
  return (await findHead(db, { chain }))[0]?.head
}

const findHead = prepared(
  (db: Db, p: { chain: number }) => db.selectFrom('chains').select('head').where('chain', '=', p.chain),
  { isShort: true },
)
