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
