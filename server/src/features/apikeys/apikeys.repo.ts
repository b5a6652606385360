import { prepared } from '../../db/prepared.ts'
import type { ApikeyRow, Db } from '../../db/schema.ts'

/** The key's text starts with its id, so the hash is only known after the row is there. */
export async function insert(
  db: Db,
  key: { name: string; userid: number; team: number; can_write: number; created_at: string },
  hashOf: (id: number) => string,
): Promise<ApikeyRow> {
  const { id } = await db
    .insertInto('apikeys')
    .values({ ...key, key_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .updateTable('apikeys')
    .set({ key_hash: hashOf(id) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const find = prepared((db: Db, p: { id: number }) => db.selectFrom('apikeys').selectAll().where('id', '=', p.id))
