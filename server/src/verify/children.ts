import { sql } from 'kysely'
import { inPages } from '../db/read-in-pages.ts'
import type { Db, EntityLinkRow, EntityRow, RequestActionRow, StepRow } from '../db/schema.ts'
import type { Subject } from '../journal/record.ts'
import { sealLink, sealRequest, sealStep } from '../journal/seals.ts'
import { type ChainEnd, subjectKey } from './chains.ts'
import type { Report } from './findings.ts'
import type { Window } from './windows.ts'

/** A table of rows that belong to entries, and how the chains of these speak of them. */
interface Kind<R extends { entity_id: number }> {
  subject: Subject
  table: 'steps' | 'entity_links' | 'request_actions'
  /** The column that events call the subject's id: with the entry's it tells rows apart. */
  key: keyof R & string
  seal(row: R): string
}

const STEPS: Kind<StepRow> = { subject: 'step', table: 'steps', key: 'id', seal: sealStep }
const LINKS: Kind<EntityLinkRow> = { subject: 'link', table: 'entity_links', key: 'target_id', seal: sealLink }
const REQUESTS: Kind<RequestActionRow> = {
  subject: 'request',
  table: 'request_actions',
  key: 'id',
  seal: sealRequest,
}

/** Tells what is wrong with the columns of an entry that follow from rows below it. */
type Check = (entry: EntityRow) => string | undefined

/** Holds steps, links and requests of a window's entries against what their chains say. */
export async function verifyBelow(
  db: Db,
  window: Window,
  ends: ReadonlyMap<number, ChainEnd>,
  report: Report,
): Promise<Check> {
  const next = new Map<number, StepRow>()
  const withSteps = await verifyKind(db, STEPS, window, ends, report, (step) => {
    const first = next.get(step.entity_id)
    if (step.finished === 0 && (!first || isBefore(step, first))) next.set(step.entity_id, step)
  })
  const withLinks = await verifyKind(db, LINKS, window, ends, report)
  const withRequests = await verifyKind(db, REQUESTS, window, ends, report)
  const linked = await readLinked(db, window)
  return (entry) => {
    const { id } = entry
    if (!fits(entry.has_steps, withSteps.has(id))) return 'whether it has steps is wrong'
    if (entry.next_step_id !== (next.get(id)?.id ?? null)) return 'its next step is another one'
    if (!fits(entry.has_links, withLinks.has(id))) return 'whether it points to others is wrong'
    if (!fits(entry.is_linked, linked.has(id))) return 'whether others point to it is wrong'
    if (!fits(entry.has_requests, withRequests.has(id))) return 'whether somebody was asked something is wrong'
    return undefined
  }
}

function fits(flag: number, isSo: boolean): boolean {
  return flag === (isSo ? 1 : 0)
}

function isBefore(a: StepRow, b: StepRow): boolean {
  return a.ordering === b.ordering ? a.id < b.id : a.ordering < b.ordering
}

/** Returns the entries that have rows of this kind. */
async function verifyKind<R extends { entity_id: number }>(
  db: Db,
  kind: Kind<R>,
  window: Window,
  ends: ReadonlyMap<number, ChainEnd>,
  report: Report,
  look: (row: R) => void = () => {},
): Promise<Set<number>> {
  const { subject, table, key } = kind
  const entries = new Set<number>()
  const seen = new Set<string>()
  const tell = (id: number, entry: number, problem: string) =>
    report({ table, id, entry, message: `${subject} ${id} of entry ${entry} ${problem}` })
  for await (const page of rowsOf(db, kind, window)) {
    for (const row of page) {
      const entry = row.entity_id
      const id = Number(row[key])
      entries.add(entry)
      look(row)
      seen.add(`${entry} ${id}`)
      const last = ends.get(entry)?.last.get(subjectKey(subject, id))
      if (!last) tell(id, entry, 'is not in the journal')
      else if (last.seal === null) tell(id, entry, `is there, but event ${last.position} (${last.at}) deleted it`)
      else if (last.seal !== kind.seal(row)) tell(id, entry, 'differs from what the journal says')
    }
  }
  for (const [entry, { last }] of ends) {
    for (const [name, { seal }] of last) {
      const [of, id] = name.split(' ')
      if (seal !== null && of === subject && !seen.has(`${entry} ${id}`)) tell(Number(id), entry, 'is missing')
    }
  }
  return entries
}

function rowsOf<R extends { entity_id: number }>(
  db: Db,
  { table, key }: Kind<R>,
  { from, to }: Window,
): AsyncGenerator<R[]> {
  const place = sql`entity_id, ${sql.ref(key)}`
  return inPages<R>(async (limit, last) => {
    const after = last ? sql`and (${place}) > (${last.entity_id}, ${last[key]})` : sql``
    const { rows } = await sql<R>`
      select * from ${sql.table(table)} where entity_id >= ${last?.entity_id ?? from} and entity_id <= ${to} ${after}
      order by ${place} limit ${limit}`.execute(db)
    return rows
  })
}

async function readLinked(db: Db, { from, to }: Window): Promise<Set<number>> {
  const rows = await db
    .selectFrom('entity_links')
    .select('target_id')
    .distinct()
    .where('target_id', '>=', from)
    .where('target_id', '<=', to)
    .execute()
  return new Set(rows.map((row) => row.target_id))
}
