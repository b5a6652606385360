import { type Kysely, sql } from 'kysely'
import { engineOf } from './frozen/engine.ts'

/**
 * SQLite counts new entries with a statement of the change. A trigger on an insert makes it keep a copy of every page
 * that the insert alters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'sqlite') await sql`drop trigger entities_counted`.execute(db)
}
