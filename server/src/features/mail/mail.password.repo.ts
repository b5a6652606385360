import { engineOf, lockFreeRows } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'

export async function insert(
  db: Db,
  request: { email_key: string; next_at: string; created_at: string },
): Promise<void> {
  await db
    .insertInto('password_requests')
    .values(request)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}

export async function findDue(db: Db, at: string): Promise<boolean> {
  const due = await db
    .selectFrom('password_requests')
    .select('email_key')
    .where('next_at', '<=', at)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

export interface Claimed {
  email_key: string
  attempts: number
}

export function claim(db: Db, { at, until }: { at: string; until: string }): Promise<Claimed | undefined> {
  return db
    .updateTable('password_requests')
    .set((eb) => ({ next_at: until, attempts: eb('attempts', '+', 1) }))
    .where('email_key', '=', (eb) =>
      lockFreeRows(
        engineOf(db),
        eb
          .selectFrom('password_requests as due')
          .select('due.email_key')
          .where('due.next_at', '<=', at)
          .orderBy('due.next_at')
          .limit(1),
      ),
    )
    .returning(['email_key', 'attempts'])
    .executeTakeFirst()
}

export async function putBack(db: Db, { email_key, next_at }: { email_key: string; next_at: string }): Promise<void> {
  await db.updateTable('password_requests').set({ next_at }).where('email_key', '=', email_key).execute()
}

export async function remove(db: Db, email_key: string): Promise<void> {
  await db.deleteFrom('password_requests').where('email_key', '=', email_key).execute()
}

export async function removeDue(db: Db, at: string): Promise<void> {
  await db.deleteFrom('password_requests').where('next_at', '<=', at).execute()
}
