import { type RawBuilder, sql } from 'kysely'
import { engineOf, inNumbers, joinText, jsonRows, lockFreeRows } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import type { SearchedHead } from '../../../lib/search-words.ts'

/** A later change replaces a mark, but an older text that is not indexed yet stays so. */
const MOVED = sql`version = excluded.version, bytes = excluded.bytes, text_version =
  case when excluded.text_version = 0 then search_pending.text_version else excluded.text_version end`

/** Marks an entry whose main text stays as not indexed, and returns the length of that text. */
export const mark = prepared((db: Db, p: { id: number; version: number; at: string }) => ({
  compile: () =>
    sql<{ bytes: number }>`
      insert into search_pending (entity_id, version, bytes, text_version, since)
      select entity_id, ${p.version}, octet_length(body), 0, ${p.at} from entity_texts where entity_id = ${p.id}
      on conflict (entity_id) do update set ${MOVED} returning bytes`.compile(db),
}))

/** The same if the length is known. `textVersion` is 0 if the main text stays. */
export const markWithLength = prepared(
  (db: Db, p: { id: number; version: number; at: string; bytes: number; textVersion: number }) => ({
    compile: () =>
      sql<never>`
        insert into search_pending (entity_id, version, bytes, text_version, since)
        values (${p.id}, ${p.version}, ${p.bytes}, ${p.textVersion}, ${p.at})
        on conflict (entity_id) do update set ${MOVED}`.compile(db),
  }),
)

interface NewMark {
  id: number
  version: number
  at: string
  title: string
}

/** For PostgreSQL: stores the folded title and marks the entry, in one round trip. */
export const putTitleAndMark = prepared((db: Db, p: NewMark) =>
  storeAndMark(db, p, sql`update entity_texts set title = ${p.title} where entity_id = ${p.id}`, 0),
)

/** The same with the main text. */
export const putTextAndMark = prepared(
  (db: Db, p: NewMark & { text: string }) =>
    storeAndMark(
      db,
      p,
      sql`insert into entity_texts (entity_id, title, body) values (${p.id}, ${p.title}, ${p.text})
        on conflict (entity_id) do update set title = excluded.title, body = excluded.body`,
      p.version,
    ),
  { isUnanswered: true },
)

function storeAndMark(db: Db, p: NewMark, store: RawBuilder<unknown>, textVersion: number) {
  return {
    compile: () =>
      sql<{ bytes: number }>`
        with stored as (${store} returning entity_id, octet_length(body) as bytes)
        insert into search_pending (entity_id, version, bytes, text_version, since)
        select entity_id, cast(${p.version} as integer), bytes, cast(${textVersion} as integer), cast(${p.at} as text)
        from stored on conflict (entity_id) do update set ${MOVED} returning bytes`.compile(db),
  }
}

/** Marks all entries, such as after a restore. */
export async function markAll(db: Db): Promise<void> {
  await markWhere(db, sql`true`)
}

/** Marks the entries with these ids. */
export async function markRange(db: Db, first: number, last: number): Promise<void> {
  await markWhere(db, sql`e.id between ${first} and ${last}`)
}

export const newestId = prepared((db: Db, _: object) =>
  db.selectFrom('entities').select((eb) => eb.fn.max<number | null>('id').as('id')),
)

/** Marks these entries. */
export async function markSome(db: Db, ids: readonly number[]): Promise<void> {
  await markWhere(db, inNumbers(engineOf(db), sql.ref('e.id'), JSON.stringify(ids)))
}

async function markWhere(db: Db, condition: RawBuilder<boolean>): Promise<void> {
  await sql`
    insert into search_pending (entity_id, version, bytes, text_version, since)
    select e.id, e.version, octet_length(t.body), e.version, ${new Date().toISOString()}
    from entities as e join entity_texts as t on t.entity_id = e.id
    where ${condition} on conflict (entity_id) do update set ${MOVED}`.execute(db)
}

export interface Waiting {
  id: number
  version: number
  bytes: number
  textVersion: number
}

const WAITING = ['entity_id as id', 'version', 'bytes', 'text_version as textVersion'] as const

/** The marked entries. There are few: see Backlog. */
export const listAll = prepared((db: Db, p: { most: number }) =>
  db.selectFrom('search_pending').select(WAITING).limit(p.most),
)

/** Some entries that were marked until then, in order of id. A mark from the future is from a wrong clock. */
export const listNext = prepared((db: Db, p: { after: number; until: string; now: string; most: number }) =>
  db
    .selectFrom('search_pending')
    .select(WAITING)
    .where('entity_id', '>', p.after)
    .where((eb) => eb.or([eb('since', '<=', p.until), eb('since', '>', p.now)]))
    .orderBy('entity_id')
    .limit(p.most),
)

/** The words of an entry have at most this many bytes, however long its text is. */
export const MOST_BYTES_EACH = 400_000

/** The number of marked entries, what a search reads of them, and the oldest mark. */
export const sum = prepared((db: Db, _: object) =>
  db
    .selectFrom('search_pending')
    .select((eb) => [
      eb.fn.countAll<number>().as('entries'),
      sql<number>`coalesce(sum(case when bytes > ${sql.lit(MOST_BYTES_EACH)} then ${sql.lit(MOST_BYTES_EACH)} else bytes end), 0)`.as(
        'bytes',
      ),
      eb.fn.min('since').as('since'),
    ]),
)

/** What is read of a marked entry. */
export interface PendingEntry extends SearchedHead {
  id: number
  version: number
  textVersion: number
  /** The main text, folded. Null if it is not needed. */
  text: string | null
  /** The indexed words of the main text, if it is not needed. */
  textWords: string | null
}

interface Read extends Omit<PendingEntry, 'tags' | 'values'> {
  tags: string | null
  fields: string | null
}

/** Which main texts to read: those that are not indexed, with the indexed words of the others or without, or none. */
type Texts = 'new' | 'new, or words' | 'none'

function findEntries(texts: Texts) {
  return prepared((db: Db, p: { ids: string }, engine) => ({
    compile: () => {
      const tags = joinText(engine, sql.ref('t.tag'), ' ', sql.ref('t.id'))
      const fields = joinText(engine, sql.ref('f.value'), ' ', sql.ref('f.place'))
      const known = ENTRY_INDEX[engine].textWords(sql.ref('p.entity_id'))
      const isNew = sql`p.text_version <> 0 or ${known} is null`
      return sql<Read>`
        select p.entity_id as id, p.version, p.text_version as "textVersion", e.title, e.date, e.elabid,
          ${texts === 'none' ? sql`null` : sql`case when ${isNew} then x.body end`} as text,
          ${texts === 'new, or words' ? sql`case when p.text_version = 0 then ${known} end` : sql`null`} as "textWords",
          (select ${tags} from entity_tags as et join tags as t on t.id = et.tag_id where et.entity_id = e.id) as tags,
          (select ${fields} from entity_fields as f where f.entity_id = e.id) as fields
        from search_pending as p join entities as e on e.id = p.entity_id join entity_texts as x on x.entity_id = e.id
        where ${inNumbers(engine, sql.ref('p.entity_id'), p.ids)} order by p.entity_id`.compile(db)
    },
  }))
}

const FIND: Readonly<Record<Texts, ReturnType<typeof findEntries>>> = {
  new: findEntries('new'),
  'new, or words': findEntries('new, or words'),
  none: findEntries('none'),
}

/** Those of the entries that are still marked, as they are now, in order of id. */
export async function readEntries(db: Db, ids: readonly number[], texts: Texts): Promise<PendingEntry[]> {
  const rows = await FIND[texts](db, { ids: JSON.stringify(ids) })
  return rows.map(({ tags, fields, ...entry }) => ({ ...entry, tags: listOf(tags), values: listOf(fields) }))
}

/** Words are searched in all of them together, so they may be joined. */
function listOf(joined: string | null): string[] {
  return joined === null ? [] : [joined]
}

/** Locks the marks that nobody is changing now. */
export const hold = prepared((db: Db, p: { ids: string }, engine) =>
  lockFreeRows(
    engine,
    db
      .selectFrom('search_pending')
      .select(['entity_id as id', 'version'])
      .where(inNumbers(engine, sql.ref('entity_id'), p.ids)),
  ),
)

/** Removes the marks of indexed entries. One that was changed since stays marked. */
export const unmark = prepared((db: Db, p: { indexed: string }, engine) => ({
  compile: () =>
    sql<never>`delete from search_pending where (entity_id, version) in (
      select id, version from (${jsonRows(engine, p.indexed, { id: 'integer', version: 'integer' })}) as indexed)`.compile(
      db,
    ),
}))

/** The last time that entries were indexed. */
export const readToken = prepared((db: Db, _: object) =>
  db.selectFrom('search_indexer').select('token').where('id', '=', sql.lit(1)),
)

export const setToken = prepared((db: Db, p: { token: string }) =>
  db.updateTable('search_indexer').set({ token: p.token }).where('id', '=', sql.lit(1)),
)

/**
 * Takes the turn to fill the indexes, or keeps it. No row if somebody else has it. One that ends later than a turn can
 * is from a clock that was wrong.
 */
export const takeTurn = prepared((db: Db, p: { holder: string; at: string; until: string }) =>
  db
    .updateTable('search_indexer')
    .set({ holder: p.holder, until: p.until })
    .where('id', '=', sql.lit(1))
    .where((eb) => eb.or([eb('holder', '=', p.holder), eb('until', '<', p.at), eb('until', '>', p.until)]))
    .returning('id'),
)

export const endTurn = prepared((db: Db, p: { holder: string }) =>
  db.updateTable('search_indexer').set({ holder: '', until: '' }).where('holder', '=', p.holder),
)
