import { type Kysely, sql } from 'kysely'

/**
 * Lists over all teams walk only entries that somebody outside of their team may read, by their level or by a grant. So
 * an ordinary entry is not written into the indexes of these lists. Nor is an entry without a number into that of numbers.
 * The index by date stays whole: filters by date use it for every entry.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isOpenOrShared = `canread_base >= 40 or canread <> '{"teams": [], "teamgroups": [], "users": []}'`
  const orders = { changed: 'modified_at, id', title: 'title_key, id', id: 'id' }
  const statements = [
    ...Object.entries(orders).flatMap(([order, columns]) => [
      `drop index entities_all_${order}`,
      `create index entities_all_${order} on entities (type, state, canread_base, ${columns}) where ${isOpenOrShared}`,
    ]),
    'drop index entities_custom_id',
    'create unique index entities_custom_id on entities (type, category, custom_id) where custom_id is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
