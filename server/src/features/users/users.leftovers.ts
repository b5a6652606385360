import { sql } from 'kysely'
import type { Change } from '../../change.ts'
import { TABLES } from '../../db/tables/all.ts'
import type { OnAccountDeletion, Proof } from '../../db/tables/table.ts'
import { type Happening, INSTANCE_CHAIN } from '../../journal/record.ts'

interface Described {
  name: string
  proof: Proof<never>
  people?: Readonly<Record<string, OnAccountDeletion<object>>>
}

/**
 * Part of a change: removes the person's own rows from every table that declares them, each sealed row with its event.
 */
export async function removeLeftovers(work: Change, userid: number): Promise<void> {
  for (const table of TABLES as readonly Described[]) {
    for (const [column, rule] of Object.entries(table.people ?? {})) {
      if (rule === 'ended' || rule === 'stays') continue
      const where = { [column]: userid, ...(rule === 'removed' ? {} : rule.removedWhere) }
      await removeRows(work, table, where)
    }
  }
}

async function removeRows(work: Change, table: Described, where: Readonly<Record<string, unknown>>): Promise<void> {
  const conditions = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<Record<string, unknown>>`
    delete from ${sql.table(table.name)} where ${sql.join(conditions, sql` and `)} returning *`.execute(work.db)
  await work.recordAll(rows.flatMap((row) => removalOf(table, row, where)))
}

/** Records only columns that identify a person or a part: private content stays private. */
function removalOf(
  { proof }: Described,
  row: Readonly<Record<string, unknown>>,
  where: Readonly<Record<string, unknown>>,
): Happening[] {
  if (proof.by !== 'seal') return []
  const told = [...Object.keys(where), ...(proof.part ? [proof.part.column] : [])]
  const changes = Object.fromEntries(told.map((column) => [column, { before: Number(row[column]) }]))
  const { subject, id } = proof
  return [{ chain: INSTANCE_CHAIN, subject, subjectId: Number(row[id]), verb: 'deleted', changes, seal: null }]
}
