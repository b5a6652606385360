import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ID, type IdRange } from '../../access/entry-filter.ts'
import { askedOfEach, type Engine, engineOf } from '../../db/dialect.ts'
import { vectorOf } from '../../db/full-text.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, UploadRow } from '../../db/schema.ts'
import { searchTokens } from '../../lib/text.ts'
import { findWords } from '../previews/previews.lookup.ts'
import { hasStart, wordsStarting } from './fts5.ts'
import { asRow } from './indexing/search-index.ts'

/**
 * The index of names and texts of visible files. SQLite's rowid has the entry's id in front of the file's, so that rows
 * are in order of entry.
 */
const SPAN = sql.lit(2 ** 31)

const NORMAL = 1

type Indexed = Pick<UploadRow, 'id' | 'entity_id' | 'real_name' | 'hash' | 'state'>

/** Indexes a file by its name and text while it is visible. */
export async function indexUpload(db: Db, { id, entity_id, real_name, hash, state }: Indexed): Promise<void> {
  if (state !== NORMAL) return forgetUpload(db, { id, entity: entity_id })
  const words = new Set([...searchTokens(real_name), ...(await wordsIn(db, { id, entity_id, hash }))])
  await putWords(db, { id, entity: entity_id, words: asRow(db, entity_id, [...words]) })
}

/** Only this many files of an entry, the oldest, are indexed by their text, so that checking an entry stays fast. */
export const MOST_TEXTS = 500

async function wordsIn(db: Db, { id, entity_id, hash }: Pick<Indexed, 'id' | 'entity_id' | 'hash'>): Promise<string[]> {
  const [known] = await findWords(db, { hash })
  if (!known?.words) return []
  const [older] = await countOlder(db, { entity: entity_id, id })
  return (older?.files ?? 0) < MOST_TEXTS ? known.words.split(' ') : []
}

const countOlder = prepared((db: Db, p: { entity: number; id: number }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('uploads')
        .select('id')
        .where('entity_id', '=', p.entity)
        .where('id', '<', p.id)
        .where('state', '=', sql.lit(NORMAL))
        .limit(MOST_TEXTS)
        .as('older'),
    )
    .select((eb) => eb.fn.countAll<number>().as('files')),
)

async function forgetUpload(db: Db, of: { id: number; entity: number }): Promise<void> {
  await dropWords(db, of)
}

const dropWords = prepared((db: Db, p: { id: number; entity: number }, engine) => ({
  compile: () =>
    engine === 'sqlite'
      ? sql<never>`delete from entity_search_files where rowid = ${rowOf(p)}`.compile(db)
      : sql<never>`delete from entity_search_files where upload_id = ${p.id}`.compile(db),
}))

const putWords = prepared((db: Db, p: { id: number; entity: number; words: string }, engine) => ({
  compile: () =>
    engine === 'sqlite'
      ? sql<never>`insert or replace into entity_search_files (rowid, words) values (${rowOf(p)}, ${p.words})`.compile(
          db,
        )
      : sql<never>`
          insert into entity_search_files (upload_id, entity_id, words)
          values (${p.id}, ${p.entity}, ${vectorOf(p.words)})
          on conflict (upload_id) do update set words = excluded.words
          where entity_search_files.words <> excluded.words`.compile(db),
}))

function rowOf({ id, entity }: { id: unknown; entity: unknown }): RawBuilder<number> {
  return sql`cast(${entity} as integer) * ${SPAN} + cast(${id} as integer)`
}

/** Whether a file of the entry has a word with this prefix. */
export function ofFiles(engine: Engine, start: unknown, query: unknown): RawBuilder<SqlBool> {
  return engine === 'sqlite'
    ? sql`exists (select 1 from entity_search_files_content as s
        where s.id between ${ID} * ${SPAN} and ${ID} * ${SPAN} + ${SPAN} - 1 and ${hasStart(sql.ref('s.c0'), start)})`
    : askedOfEach(
        engine,
        sql`exists (select 1 from entity_search_files as s
          where s.entity_id = ${ID} and s.words @@ (${query}::text)::tsquery)`,
      )
}

/** The entries with such files, everywhere or in a range. `query` is PostgreSQL's and includes the range. */
export function fromFiles(
  engine: Engine,
  start: unknown,
  query: RawBuilder<unknown>,
  within?: IdRange,
): RawBuilder<unknown> {
  if (engine === 'postgres') return sql`select entity_id as id from entity_search_files where words @@ (${query})`
  const ids = sql`select rowid / ${SPAN} as id from entity_search_files
    where entity_search_files match ${wordsStarting('entity_search_files', start)}`
  if (!within) return ids
  const first = sql`cast(${within.first} as integer) * ${SPAN}`
  const last = sql`min(cast(${within.last} as integer), ${SPAN} - 1) * ${SPAN} + ${SPAN} - 1`
  // In descending order, see fts5.ts.
  return sql`select id from (${ids} and rowid between ${first} and ${last} order by rowid desc limit -1) as descending`
}

type Holding = Omit<Indexed, 'state'>

/** The newest matching files of each entry, by prefix of a word in their name or text. */
export async function findFilesWith(
  db: Db,
  entities: readonly number[],
  starts: readonly string[],
  most: number,
): Promise<Holding[]> {
  const words = engineOf(db) === 'sqlite' ? JSON.stringify(starts) : starts.map((start) => `'${start}':*`).join(' | ')
  return findHolding(db, { entities: JSON.stringify(entities), words, most })
}

/** Reads as few files as possible, and only their words. */
const findHolding = prepared((db: Db, p: { entities: string; words: string; most: number }, engine) => ({
  compile: () => {
    const columns = sql`f.id, f.entity_id, f.real_name, f.hash`
    if (engine === 'sqlite') {
      const first = sql`e.value * ${SPAN}`
      const newest = sql`
        select s.id - ${first} from entity_search_files_content as s
        where s.id between ${first} and ${first} + ${SPAN} - 1
          and exists (select 1 from json_each(${p.words}) as w where ${hasStart(sql.ref('s.c0'), sql.ref('w.value'))})
        order by s.id desc limit ${p.most}`
      return sql<Holding>`
        select ${columns} from json_each(${p.entities}) as e cross join uploads as f on f.id in (${newest})
        where f.state = ${sql.lit(NORMAL)} order by f.id desc`.compile(db)
    }
    // An order that forces a lookup by entry: otherwise all files might be scanned.
    const inOrder = sql`
      select upload_id, words from entity_search_files where entity_id = e.id order by upload_id + 0 desc offset 0`
    const newest = sql`
      select s.upload_id from (${inOrder}) as s where s.words @@ (${p.words}::text)::tsquery limit ${p.most}`
    return sql<Holding>`
      select ${columns}
      from (select jsonb_array_elements_text(${p.entities}::jsonb)::integer as id) as e
      cross join lateral (${newest}) as n join uploads as f on f.id = n.upload_id
      where f.state = ${sql.lit(NORMAL)} order by f.id desc`.compile(db)
  },
}))
