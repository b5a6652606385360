import { type RawBuilder, sql } from 'kysely'
import { engineOf, idRange } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'

const IDS = 500

/** A range of ids, both ends included. */
export interface Window {
  from: number
  to: number
}

/**
 * All ids that occur in any of the given columns, as ranges that are worked through one after the other; long stretches
 * without an id are jumped over. Each column must have an index that starts with it.
 */
export async function* windowsOver(
  db: Db,
  columns: readonly { table: string; column: string; where?: RawBuilder<unknown> }[],
): AsyncGenerator<Window> {
  // Whatever a damaged row holds is to be seen, negative numbers included.
  const { first, last } = idRange(engineOf(db))
  let next = first
  while (next <= last) {
    const smallest = columns.map(
      ({ table, column, where = sql`1 = 1` }) =>
        sql`select min(${sql.ref(column)}) as id from ${sql.table(table)} where ${where} and ${sql.ref(column)} >= ${next}`,
    )
    const { rows } = await sql<{ id: number | null }>`
      select min(id) as id from (${sql.join(smallest, sql` union all `)}) as smallest`.execute(db)
    const from = rows[0]?.id ?? null
    if (from === null) return
    const to = Math.min(from + IDS - 1, last)
    yield { from, to }
    next = to + 1
  }
}
