import { sql } from 'kysely'
import { addAtEnd } from '../../db/deferred-writes.ts'
import { ENTRIES_COUNTED_BY_TRIGGER, engineOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'

/** The kind for people in `daily_counts`; entries use their type numbers. */
export const PEOPLE = 0

/** Counts a new entry, unless a trigger does. */
export async function countNewEntry(db: Db, { type, created_at }: EntityRow): Promise<void> {
  if (ENTRIES_COUNTED_BY_TRIGGER[engineOf(db)]) return
  const day = created_at.slice(0, 10)
  await addAtEnd(db, `day ${type} ${day}`, 1, (entries) => addToDay(db, { kind: type, day, entries }))
}

const addToDay = prepared((db: Db, p: { kind: number; day: string; entries: number }) =>
  db
    .insertInto('daily_counts')
    .values({ kind: p.kind, day: p.day, shard: 0, total: p.entries })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'day', 'shard'])
        .doUpdateSet((eb) => ({ total: eb('daily_counts.total', '+', eb.ref('excluded.total')) })),
    ),
)

export async function rebuildDailyCounts(db: Db): Promise<void> {
  await sql`delete from daily_counts`.execute(db)
  await sql`
    insert into daily_counts (kind, day, shard, total)
    select type, substr(created_at, 1, 10), 0, count(*) from entities group by 1, 2
    union all
    select ${sql.lit(PEOPLE)}, substr(created_at, 1, 10), 0, count(*) from users where state = 1 group by 2`.execute(db)
}
