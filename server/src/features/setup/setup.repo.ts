import type { Db } from '../../db/schema.ts'

const NAME = 'setup_token_hash'

export async function keepTokenHash(db: Db, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function findTokenHash(db: Db): Promise<string | undefined> {
  const found = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
  return found?.value
}

/** True only for the caller that removed it. */
export async function takeTokenHash(db: Db, value: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('settings')
    .where('name', '=', NAME)
    .where('value', '=', value)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
