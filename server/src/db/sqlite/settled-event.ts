import { sql } from 'kysely'
import type { SettledEvent } from '../database.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'

/** SQLite has one writer, so events appear in the order of their ids. */
export async function readSettled(db: Db): Promise<SettledEvent> {
  const [row] = await findLast(db, {})
  const last = row?.last ?? 0
  return { settled: last, last }
}

const findLast = prepared((db: Db) => db.selectFrom('events').select(sql<number | null>`max(id)`.as('last')))
