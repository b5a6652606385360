import { sql } from 'kysely'
import { engineOf, lockFreeRows } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'

export interface Failures {
  key: string
  failures: number
  ends_at: string
}

export async function find(db: Db, keys: readonly string[], at: string): Promise<Failures[]> {
  return db.selectFrom('sign_in_failures').selectAll().where('key', 'in', keys).where('ends_at', '>', at).execute()
}

/**
 * Counts one failure under each key, in a new window if the last one is over. A window that ends later than a new one
 * would comes from a clock that was set back.
 */
export function take(db: Db, wanted: readonly Pick<Failures, 'key' | 'ends_at'>[], at: string): Promise<Failures[]> {
  // Sorted by key, so that concurrent writers cannot deadlock.
  const rows = wanted.map((row) => ({ ...row, failures: 1 })).sort((a, b) => (a.key < b.key ? -1 : 1))
  const isOver = sql<boolean>`(sign_in_failures.ends_at <= ${at} or sign_in_failures.ends_at > excluded.ends_at)`
  return db
    .insertInto('sign_in_failures')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`case when ${isOver} then 1 else sign_in_failures.failures + 1 end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else sign_in_failures.ends_at end`,
      }),
    )
    .returningAll()
    .execute()
}

/** Takes back one failure under each key. */
export async function giveBack(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .updateTable('sign_in_failures')
    .set({ failures: sql`failures - 1` })
    .where('key', 'in', keys)
    .where('failures', '>', 0)
    .execute()
}

export async function forget(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', key).execute()
}

const MOST_DROPPED = 50

/** Deletes some expired rows: each attempt deletes more than it adds. */
export async function dropOld(db: Db, at: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failures')
    .where('key', 'in', (eb) =>
      lockFreeRows(
        engineOf(db),
        eb
          .selectFrom('sign_in_failures as old')
          .select('old.key')
          .where('old.ends_at', '<=', at)
          .orderBy('old.ends_at')
          .limit(MOST_DROPPED),
      ),
    )
    .execute()
}

/** Keeps only the newest rows, so that the table stays small however many addresses take part. */
export async function keepNewest(db: Db, most: number): Promise<void> {
  const last = await db
    .selectFrom('sign_in_failures')
    .select('ends_at')
    .orderBy('ends_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (last) await db.deleteFrom('sign_in_failures').where('ends_at', '<=', last.ends_at).execute()
}
