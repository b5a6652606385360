import { type RawBuilder, sql } from 'kysely'
import { engineOf, idRange } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'

const IDS = 500

/** A range of ids, both ends included. */
export interface IdWindow {
  from: number
  to: number
}

/** Splits all ids in the given columns into ranges and skips long gaps. Each column must lead an index. */
export async function* windowsOver(
  db: Db,
  columns: readonly { table: string; column: string; where?: RawBuilder<unknown> }[],
): AsyncGenerator<IdWindow> {
  // Damaged rows must be seen too, even negative ids.
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
