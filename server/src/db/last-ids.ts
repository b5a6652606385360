import { engineOf } from './dialect.ts'
import * as postgres from './postgres/last-ids.ts'
import type { Db } from './schema.ts'
import * as sqlite from './sqlite/last-ids.ts'

const ENGINES = { sqlite, postgres }

/** The last id of each table with generated ids. */
export function readLastIds(db: Db): Promise<Record<string, number>> {
  return ENGINES[engineOf(db)].readLastIds(db)
}

/** Continues after these ids, and after those in the tables. */
export function writeLastIds(db: Db, lastIds: Readonly<Record<string, number>>): Promise<void> {
  return ENGINES[engineOf(db)].writeLastIds(db, lastIds)
}

/** Lets new rows of a table begin after this id, without changing what is there. */
export function passIds(db: Db, table: string, last: number): Promise<void> {
  return ENGINES[engineOf(db)].passIds(db, table, last)
}

/** Ids that no row will get by itself. */
export function takeIds(db: Db, table: string, count: number): Promise<number[]> {
  return ENGINES[engineOf(db)].takeIds(db, table, count)
}
