import { engineOf } from './dialect.ts'
import * as postgres from './postgres/last-ids.ts'
import type { Db } from './schema.ts'
import * as sqlite from './sqlite/last-ids.ts'

const ENGINES = { sqlite, postgres }

/** The last id that each table with counted ids has given out. */
export function readLastIds(db: Db): Promise<Record<string, number>> {
  return ENGINES[engineOf(db)].readLastIds(db)
}

/** Goes on counting after these ids, and after those that the tables hold. */
export function writeLastIds(db: Db, lastIds: Readonly<Record<string, number>>): Promise<void> {
  return ENGINES[engineOf(db)].writeLastIds(db, lastIds)
}
