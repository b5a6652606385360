import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { engineOf } from '../db/dialect.ts'
import { ENTRY_INDEX } from '../db/entry-indexes.ts'
import { inPages } from '../db/read-in-pages.ts'
import type { Db, EntityGrantRow, EntityRow } from '../db/schema.ts'
import { type FieldRow, fieldsOf } from '../features/entries/entries.fields.ts'
import { grantRows } from '../features/entries/entries.permissions.ts'
import { chosenSettings, type Settings } from '../features/entries/entries.settings.ts'
import { textHash } from '../journal/changes.ts'
import { INSTANCE_CHAIN } from '../journal/record.ts'
import { sealEntity } from '../journal/seals.ts'
import { searchedText, searchText } from '../lib/search-text.ts'
import { titleKey } from '../lib/text.ts'
import { type ChainEnd, subjectKey } from './chains.ts'
import { verifyChildren } from './children.ts'
import type { Report } from './findings.ts'
import type { IdWindow } from './windows.ts'

/** Compares the rows of a window's entries with their chains, and recomputes derived columns. */
export async function verifyEntries(
  db: Db,
  window: IdWindow,
  ends: ReadonlyMap<number, ChainEnd>,
  report: Report,
): Promise<void> {
  const tell = (table: string, id: number, entry: number, message: string) => report({ table, id, entry, message })
  const bodies = await readBodies(db, window)
  const tags = await readTags(db, window)
  const settings = await readSettings(db, window)
  const grants = await readGrants(db, window)
  const fields = await readFields(db, window)
  const indexed = await readIndexed(db, window)
  const children = await verifyChildren(db, window, ends, report)
  const known = new Set<number>()

  for await (const page of entitiesOf(db, window)) {
    for (const row of page) {
      const { id } = row
      known.add(id)
      const end = ends.get(id)
      const last = end?.last.get(subjectKey('entity', id))
      const body = bodies.get(id)
      if (!end || !last) tell('entities', id, id, `entry ${id} is not in the journal`)
      else if (last.seal !== sealEntity(row, tags.get(id) ?? [], chosenSettings(settings.get(id) ?? {}))) {
        tell('entities', id, id, `entry ${id} differs from what the journal says`)
      }
      if ((body?.hash ?? null) !== row.body_hash || (end && (body?.hash ?? null) !== end.bodyHash)) {
        tell('bodies', id, id, `the text of entry ${id} differs from what the journal says`)
      } else if (end && body && body.deltas !== end.deltas) {
        tell('bodies', id, id, `the text of entry ${id} counts ${body.deltas} deltas, the journal ${end.deltas}`)
      }
      const whole = { ...row, ...settings.get(id) }
      const derived =
        findDerived(whole, grants.get(id) ?? new Set(), fields.get(id) ?? []) ??
        findUnsearchable(row, body?.isSearchable ?? true, indexed.get(id)) ??
        children.check(row)
      if (derived) tell('entities', id, id, `entry ${id}: ${derived}`)
    }
  }
  for (const [id, end] of ends) {
    if (id === INSTANCE_CHAIN || known.has(id)) continue
    tell('entities', id, id, `entry ${id} is missing, the journal has ${end.events} events of it`)
  }
  for (const id of new Set(
    [bodies, children.entries, tags, settings, grants, fields, indexed].flatMap((rows) => [...rows.keys()]),
  )) {
    if (!known.has(id)) tell('entities', id, id, `entry ${id} is missing, but rows that belong to it are there`)
  }
}

function findDerived(
  row: EntityRow & { canbook?: string },
  grants: ReadonlySet<string>,
  fields: readonly FieldRow[],
): string | undefined {
  if (row.title_key !== titleKey(row.title)) return 'its sort key does not belong to its title'
  if (!isSame(grants, grantsOf(row))) return 'its permission rows differ from its permissions'
  if (!isDeepStrictEqual(fields, fieldsFrom(row.metadata))) return 'its rows of extra fields differ from its metadata'
  return undefined
}

function fieldsFrom(metadata: string | null): FieldRow[] | 'unreadable' {
  try {
    return fieldsOf(metadata)
  } catch {
    return 'unreadable'
  }
}

function findUnsearchable(row: EntityRow, isSearchable: boolean, indexed: Indexed | undefined): string | undefined {
  if (indexed?.title === undefined || !indexed.isComplete) return 'it is missing in the search index'
  if (indexed.title !== searchText(row.title)) return 'its title is searched in another form'
  const isRight = row.body_hash === null ? indexed.isEmpty : isSearchable
  return isRight ? undefined : 'its text is searched in another form'
}

function grantsOf(row: EntityRow & { canbook?: string }): Set<string> {
  const keys = (access: number, text: string) => {
    try {
      return grantRows(row, access, text).map(grantKey)
    } catch {
      return ['unreadable']
    }
  }
  const book = row.canbook === undefined ? [] : keys(3, row.canbook)
  return new Set([...keys(1, row.canread), ...keys(2, row.canwrite), ...book])
}

function grantKey({ access, kind, grantee, type, team, userid, state, canread_base }: EntityGrantRow): string {
  return `${access} ${kind} ${grantee} ${type} ${team} ${userid} ${state} ${canread_base}`
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.isSubsetOf(b)
}

function entitiesOf(db: Db, { from, to }: IdWindow): AsyncGenerator<EntityRow[]> {
  return inPages<EntityRow>((rows, last) =>
    db
      .selectFrom('entities')
      .selectAll()
      .where('id', '>=', last ? last.id + 1 : from)
      .where('id', '<=', to)
      .orderBy('id')
      .limit(rows)
      .execute(),
  )
}

interface Body {
  hash: string
  deltas: number
  /** The search form of the text matches the text. */
  isSearchable: boolean
}

async function readBodies(db: Db, { from, to }: IdWindow): Promise<Map<number, Body>> {
  const bodies = new Map<number, Body>()
  type Row = { entity_id: number; body: string; deltas: number; content_type: number | null; searched: string | null }
  const pages = inPages<Row>((rows, last) =>
    db
      .selectFrom('bodies as b')
      .leftJoin('entities as e', 'e.id', 'b.entity_id')
      .leftJoin('entity_texts as t', 't.entity_id', 'b.entity_id')
      .select(['b.entity_id', 'b.body', 'b.deltas', 'e.content_type', 't.body as searched'])
      .where('b.entity_id', '>=', last ? last.entity_id + 1 : from)
      .where('b.entity_id', '<=', to)
      .orderBy('b.entity_id')
      .limit(rows)
      .execute(),
  )
  for await (const page of pages) {
    for (const { entity_id, body, deltas, content_type, searched } of page) {
      const isSearchable = content_type === null || searched === searchedText(body, content_type)
      bodies.set(entity_id, { hash: textHash(body), deltas, isSearchable })
    }
  }
  return bodies
}

async function readFields(db: Db, { from, to }: IdWindow): Promise<Map<number, FieldRow[]>> {
  const fields = new Map<number, FieldRow[]>()
  const pages = inPages<FieldRow & { entity_id: number }>((rows, last) =>
    db
      .selectFrom('entity_fields')
      .selectAll()
      .where('entity_id', '>=', last?.entity_id ?? from)
      .where('entity_id', '<=', to)
      .$if(last !== undefined, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('entity_id', 'place'), '>', eb.tuple(last?.entity_id ?? 0, last?.place ?? 0)),
        ),
      )
      .orderBy('entity_id')
      .orderBy('place')
      .limit(rows)
      .execute(),
  )
  for await (const page of pages) {
    for (const { entity_id, place, name, name_key, value } of page) {
      fields.set(entity_id, [...(fields.get(entity_id) ?? []), { place, name, name_key, value }])
    }
  }
  return fields
}

async function readTags(db: Db, { from, to }: IdWindow): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('entity_tags')
    .selectAll()
    .where('entity_id', '>=', from)
    .where('entity_id', '<=', to)
    .orderBy('tag_id')
    .execute()
  const tags = new Map<number, number[]>()
  for (const { entity_id, tag_id } of rows) tags.set(entity_id, [...(tags.get(entity_id) ?? []), tag_id])
  return tags
}

/** The settings of resources and templates. */
async function readSettings(db: Db, { from, to }: IdWindow): Promise<Map<number, Partial<Settings>>> {
  const settings = new Map<number, Partial<Settings>>()
  for (const table of ['resource_settings', 'template_settings'] as const) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('entity_id', '>=', from)
      .where('entity_id', '<=', to)
      .execute()
    for (const { entity_id, ...values } of rows) settings.set(entity_id, { ...settings.get(entity_id), ...values })
  }
  return settings
}

async function readGrants(db: Db, { from, to }: IdWindow): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('entity_grants')
    .selectAll()
    .where('entity_id', '>=', from)
    .where('entity_id', '<=', to)
    .execute()
  const grants = new Map<number, Set<string>>()
  for (const row of rows) grants.set(row.entity_id, (grants.get(row.entity_id) ?? new Set()).add(grantKey(row)))
  return grants
}

interface Indexed {
  /** The indexed title; undefined if there is none. */
  title?: string
  /** The indexed text is empty. */
  isEmpty?: boolean
  /** All indexes contain the entry, or searches look at it themselves. */
  isComplete: boolean
}

async function readIndexed(db: Db, { from, to }: IdWindow): Promise<Map<number, Indexed>> {
  const indexed = new Map<number, Indexed>()
  // First: an entry that is indexed meanwhile is then found in both.
  const pending = await db
    .selectFrom('search_pending')
    .select('entity_id')
    .where('entity_id', '>=', from)
    .where('entity_id', '<=', to)
    .execute()
  const { entryRows } = ENTRY_INDEX[engineOf(db)]
  const counts = new Map<number, number>()
  for (const { table, id: column } of entryRows) {
    const id = sql.ref(column)
    const { rows } = await sql<{ id: number }>`
      select ${id} as id from ${sql.table(table)} where ${id} >= ${from} and ${id} <= ${to}`.execute(db)
    for (const row of rows) counts.set(row.id, (counts.get(row.id) ?? 0) + 1)
  }
  const texts = await db
    .selectFrom('entity_texts')
    .select(['entity_id', 'title', sql<number>`case when body = '' then 1 else 0 end`.as('is_empty')])
    .where('entity_id', '>=', from)
    .where('entity_id', '<=', to)
    .execute()
  for (const [id, count] of counts) indexed.set(id, { isComplete: count === entryRows.length })
  for (const { entity_id } of pending) indexed.set(entity_id, { isComplete: true })
  for (const { entity_id, title, is_empty } of texts) {
    indexed.set(entity_id, { isComplete: indexed.get(entity_id)?.isComplete === true, title, isEmpty: is_empty === 1 })
  }
  return indexed
}
