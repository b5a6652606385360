import { sql } from 'kysely'
import { engineOf } from '../../db/dialect.ts'
import { ENTRY_INDEX } from '../../db/entry-indexes.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, UploadRow } from '../../db/schema.ts'
import { searchTokens } from '../../lib/text.ts'
import { findWords } from '../previews/previews.lookup.ts'
import { asRow } from './indexing/search-index.ts'

/** The index of names and texts of visible files. */

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
  compile: () => ENTRY_INDEX[engine].dropFile(p).compile(db),
}))

const putWords = prepared((db: Db, p: { id: number; entity: number; words: string }, engine) => ({
  compile: () => ENTRY_INDEX[engine].putFile(p).compile(db),
}))

type Holding = Omit<Indexed, 'state'>

/** The newest matching files of each entry, by prefix of a word in their name or text. */
export async function findFilesWith(
  db: Db,
  entities: readonly number[],
  starts: readonly string[],
  most: number,
): Promise<Holding[]> {
  const prefixes = ENTRY_INDEX[engineOf(db)].prefixesValue(starts)
  return findHolding(db, { entities: JSON.stringify(entities), prefixes, most })
}

/** Reads as few files as possible, and only their words. */
const findHolding = prepared((db: Db, p: { entities: string; prefixes: string; most: number }, engine) => ({
  compile: () =>
    ENTRY_INDEX[engine]
      .newestFilesWith({
        columns: sql`f.id, f.entity_id, f.real_name, f.hash`,
        condition: sql`f.state = ${sql.lit(NORMAL)}`,
        entities: p.entities,
        prefixes: p.prefixes,
        most: p.most,
      })
      .$castTo<Holding>()
      .compile(db),
}))
