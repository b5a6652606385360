import { sql } from 'kysely'
import type { Db, EventRow, UserRow } from '../db/schema.ts'
import { sealedTables } from '../db/tables/all.ts'
import type { SealedTable } from '../db/tables/table.ts'
import { nameKey } from '../features/users/users.lookup.ts'
import type { Changes } from '../journal/changes.ts'
import { sealOf } from '../journal/seals.ts'
import type { Finding, Report } from './findings.ts'
import { type IdWindow, windowsOver } from './windows.ts'

type Kind = SealedTable<never>

/** Checks columns that are derived from others of the row and not sealed. */
const DERIVED: Readonly<Record<string, (row: never) => string | undefined>> = { users: nameProblem }

/** Compares every row outside of entries with the journal. */
export async function verifyInstance(db: Db, report: Report): Promise<void> {
  for (const kind of sealedTables('instance')) {
    const ofKind = sql`chain = 0 and subject = ${sql.lit(kind.proof.subject)}`
    const windows = windowsOver(db, [
      { table: kind.name, column: kind.proof.id },
      { table: 'events', column: 'subject_id', where: ofKind },
    ])
    for await (const window of windows) await verifyRows(db, kind, window, report)
  }
}

async function verifyRows(db: Db, kind: Kind, window: IdWindow, report: Report): Promise<void> {
  const { name: table, proof } = kind
  const { subject, id: key } = proof
  const last = await readLastEvents(db, kind, window, report)
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)}
    where ${sql.ref(key)} >= ${window.from} and ${sql.ref(key)} <= ${window.to}`.execute(db)
  const tell = (id: number, name: string, problem: string) =>
    report({ table, id, entry: null, message: `${subject} ${name} ${problem}` } satisfies Finding)

  for (const row of rows) {
    const id = Number(row[key])
    const name = nameOf(kind, id, partOf(kind, row))
    const event = last.get(name)
    last.delete(name)
    if (!event) tell(id, name, 'is not in the journal')
    else if (event.seal === null) tell(id, name, `is there, but event ${event.position} (${event.at}) deleted it`)
    else if (event.seal !== sealOf(kind, row as never)) tell(id, name, 'differs from what the journal says')
    else {
      const problem = DERIVED[table]?.(row as never)
      if (problem) tell(id, name, problem)
    }
  }
  for (const [name, { seal }] of last) if (seal !== null) tell(Number.parseInt(name, 10), name, 'is missing')
}

type Last = Pick<EventRow, 'position' | 'at' | 'seal'>

async function readLastEvents(db: Db, kind: Kind, window: IdWindow, report: Report): Promise<Map<string, Last>> {
  // Literals and not parameters: the partial index covers only the events of this chain.
  const rows = await db
    .selectFrom('events')
    .select(['id', 'subject_id', 'position', 'at', 'seal'])
    .$if(kind.proof.part !== undefined, (query) => query.select('changes'))
    .where('chain', '=', sql.lit(0))
    .where('subject', '=', sql.lit(kind.proof.subject))
    .where('subject_id', '>=', window.from)
    .where('subject_id', '<=', window.to)
    .orderBy('subject_id')
    .orderBy('position')
    .execute()
  const last = new Map<string, Last>()
  for (const { id, subject_id, position, at, seal, changes } of rows) {
    const part = kind.proof.part && numberIn(readChanges(changes ?? '{}'), kind.proof.part.column)
    if (kind.proof.part && part === undefined) {
      const message = `instance: event ${position} (${at}) does not say which ${kind.proof.subject} it is about`
      report({ table: 'events', id, entry: null, message })
    }
    last.set(nameOf(kind, subject_id, part), { position, at, seal })
  }
  return last
}

function nameProblem(row: UserRow): string | undefined {
  return row.name_key === nameKey(row) ? undefined : 'cannot be looked up: the search key does not belong to the name'
}

function nameOf(kind: Kind, id: number, part: number | undefined): string {
  return kind.proof.part ? `${id} ${kind.proof.part.name} ${part}` : String(id)
}

function partOf(kind: Kind, row: Record<string, unknown>): number | undefined {
  return kind.proof.part && Number(row[kind.proof.part.column])
}

/**
 * Events about one of several rows with the same id always name the column that tells the rows apart, changed or not.
 */
function numberIn(changes: Changes, column: string): number | undefined {
  const change = changes[column]
  if (change === undefined || 'hash' in change) return undefined
  const value = change.after ?? change.before
  return typeof value === 'number' ? value : undefined
}

function readChanges(text: string): Changes {
  try {
    return JSON.parse(text) as Changes
  } catch {
    return {}
  }
}
