import { sql } from 'kysely'
import { engineOf } from '../db/dialect.ts'
import { FULL_TEXT, indexedId } from '../db/full-text.ts'
import { inPages } from '../db/read-in-pages.ts'
import type { CommentRow, Db, EntityRow, StepRow, UploadRow } from '../db/schema.ts'
import { sealedTables } from '../db/tables/all.ts'
import type { SealedTable } from '../db/tables/table.ts'
import { sealOf } from '../journal/seals.ts'
import { type ChainEnd, subjectKey } from './chains.ts'
import type { Report } from './findings.ts'
import type { IdWindow } from './windows.ts'

/** Checks the columns of an entry that are derived from its child rows. */
type Check = (entry: EntityRow) => string | undefined

/** Checks a row beyond its seal, and gathers what is derived from the rows. */
type Look = (row: never, end: ChainEnd | undefined) => string | undefined

/** The source of the derived columns of an entry. */
interface Gathered {
  nextStep: Map<number, StepRow>
  newestComment: Map<number, string>
  shownFiles: Map<number, number>
}

/** Compares every child row of the window's entries with the entry's chain. */
export async function verifyChildren(
  db: Db,
  window: IdWindow,
  ends: ReadonlyMap<number, ChainEnd>,
  report: Report,
): Promise<{ check: Check; entries: Set<number> }> {
  const gathered: Gathered = { nextStep: new Map(), newestComment: new Map(), shownFiles: new Map() }
  const looks = looksAt(gathered, await readIndexedComments(db, window))
  const entriesWith = new Map<string, Set<number>>()
  for (const table of sealedTables('entry')) {
    entriesWith.set(table.name, await verifyRows(db, table, window, ends, report, looks[table.name]))
  }
  const linked = await readLinked(db, window)
  const has = (table: string, id: number) => entriesWith.get(table)?.has(id) === true
  const check: Check = (entry) => {
    const { id } = entry
    if (entry.recent_comment_at !== (gathered.newestComment.get(id) ?? null)) {
      return 'the time of its newest comment is wrong'
    }
    if (entry.files !== (gathered.shownFiles.get(id) ?? 0)) return 'the number of its files is wrong'
    if (!fits(entry.has_steps, has('steps', id))) return 'whether it has steps is wrong'
    if (entry.next_step_id !== (gathered.nextStep.get(id)?.id ?? null)) return 'its next step is another one'
    if (!fits(entry.has_links, has('entity_links', id))) return 'whether it points to others is wrong'
    if (!fits(entry.is_linked, linked.has(id))) return 'whether others point to it is wrong'
    if (!fits(entry.has_requests, has('request_actions', id))) return 'whether somebody was asked something is wrong'
    return undefined
  }
  return { check, entries: new Set([...entriesWith.values()].flatMap((ids) => [...ids])) }
}

function looksAt(
  { nextStep, newestComment, shownFiles }: Gathered,
  indexed: ReadonlySet<number>,
): Record<string, Look> {
  return {
    steps: (step: StepRow) => {
      const first = nextStep.get(step.entity_id)
      if (step.finished === 0 && (!first || isBefore(step, first))) nextStep.set(step.entity_id, step)
      return undefined
    },
    comments: ({ id, entity_id, created_at }: CommentRow) => {
      if (created_at > (newestComment.get(entity_id) ?? '')) newestComment.set(entity_id, created_at)
      return indexed.has(id) ? undefined : 'is missing in the search index'
    },
    uploads: ({ id, entity_id, state, replaces }: UploadRow, end) => {
      if (state === 1) shownFiles.set(entity_id, (shownFiles.get(entity_id) ?? 0) + 1)
      return replaces === (end?.replaced.get(id) ?? null) ? undefined : 'names another file as the one before it'
    },
  }
}

function fits(flag: number, isSo: boolean): boolean {
  return flag === (isSo ? 1 : 0)
}

function isBefore(a: StepRow, b: StepRow): boolean {
  return a.ordering === b.ordering ? a.id < b.id : a.ordering < b.ordering
}

/** Returns the entries that have rows in this table. */
async function verifyRows(
  db: Db,
  table: SealedTable<never>,
  window: IdWindow,
  ends: ReadonlyMap<number, ChainEnd>,
  report: Report,
  look: Look = () => undefined,
): Promise<Set<number>> {
  const { subject, id: key } = table.proof
  const entries = new Set<number>()
  const seen = new Set<string>()
  const tell = (id: number, entry: number, problem: string) =>
    report({ table: table.name, id, entry, message: `${nameOf(subject)} ${id} of entry ${entry} ${problem}` })
  for await (const page of rowsOf(db, table, window)) {
    for (const row of page) {
      const entry = row.entity_id
      const id = Number(row[key])
      entries.add(entry)
      seen.add(`${entry} ${id}`)
      const end = ends.get(entry)
      const last = end?.last.get(subjectKey(subject, id))
      const further = look(row as never, end)
      if (!last) tell(id, entry, 'is not in the journal')
      else if (last.seal === null) tell(id, entry, `is there, but event ${last.position} (${last.at}) deleted it`)
      else if (last.seal !== sealOf(table, row as never)) tell(id, entry, 'differs from what the journal says')
      else if (further) tell(id, entry, further)
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

function nameOf(subject: string): string {
  return subject === 'upload' ? 'file' : subject
}

type Row = Record<string, unknown> & { entity_id: number }

/** Columns after the entry's id in the index of a table, if it is not just the row's id. */
const INDEXED_BY: Readonly<Record<string, readonly string[]>> = { comments: ['created_at', 'id'] }

function rowsOf(db: Db, { name, proof }: SealedTable<never>, { from, to }: IdWindow): AsyncGenerator<Row[]> {
  const columns = ['entity_id', ...(INDEXED_BY[name] ?? [proof.id])]
  const place = sql.join(columns.map((column) => sql.ref(column)))
  return inPages<Row>(async (limit, last) => {
    const after = last ? sql`and (${place}) > (${sql.join(columns.map((column) => last[column]))})` : sql``
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)} where entity_id >= ${last?.entity_id ?? from} and entity_id <= ${to} ${after}
      order by ${place} limit ${limit}`.execute(db)
    return rows
  })
}

async function readLinked(db: Db, { from, to }: IdWindow): Promise<Set<number>> {
  const rows = await db
    .selectFrom('entity_links')
    .select('target_id')
    .distinct()
    .where('target_id', '>=', from)
    .where('target_id', '<=', to)
    .execute()
  return new Set(rows.map((row) => row.target_id))
}

async function readIndexedComments(db: Db, { from, to }: IdWindow): Promise<Set<number>> {
  const id = indexedId(engineOf(db), FULL_TEXT.comments, 's')
  const { rows } = await sql<{ id: number }>`
    select c.id from comments as c join entity_search_comments as s on ${id} = c.id
    where c.entity_id >= ${from} and c.entity_id <= ${to}`.execute(db)
  return new Set(rows.map((row) => row.id))
}
