import type { Selectable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'

export type ServerRow = Selectable<Schema['servers']>

export async function save(db: Db, row: ServerRow): Promise<void> {
  const { name: _, ...rest } = row
  await db
    .insertInto('servers')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(rest))
    .execute()
}

export async function remove(db: Db, name: string): Promise<void> {
  await db.deleteFrom('servers').where('name', '=', name).execute()
}

/** Removes servers that ended without notice. */
export async function removeOlder(db: Db, than: string): Promise<void> {
  await db.deleteFrom('servers').where('seen_at', '<', than).execute()
}

/** One row per server. */
export function listSeenSince(db: Db, since: string): Promise<ServerRow[]> {
  return db.selectFrom('servers').selectAll().where('seen_at', '>=', since).orderBy('name').execute()
}
