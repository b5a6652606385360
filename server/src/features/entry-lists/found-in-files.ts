import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundIn } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { engineOf, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { findFilesWith } from '../search/file-index.ts'
import { snippetOf } from './snippets.ts'
import { textReader } from './text-snippets.ts'

/** The most files shown per entry. */
const MOST_OF_AN_ENTRY = 3
const MOST_NAMES = 2000
/** Entries per query: SQLite blocks everybody during a query, and each query to PostgreSQL has latency. */
const AT_ONCE = { sqlite: 1, postgres: 100 }

/** Finds the files of these entries that contain the words, in their name or text, newest first. */
export async function findFilePlaces(
  db: Db,
  ids: readonly number[],
  words: readonly string[],
): Promise<Map<number, FoundIn[]>> {
  const places = new Map<number, FoundIn[]>()
  const placesOf = (entity: number) => places.get(entity) ?? []
  const isFull = (entity: number) => placesOf(entity).length >= MOST_OF_AN_ENTRY
  const add = (entity: number, place: FoundIn) => places.set(entity, [...placesOf(entity), place])
  for (const { id, entity_id, real_name } of await findNames(db, { ids: JSON.stringify(ids) })) {
    const snippet = isFull(entity_id) ? undefined : snippetOf(real_name, words)
    if (snippet) add(entity_id, { place: 'file', name: null, ...snippet, id })
  }
  const snippetOfText = textReader(db, words)
  const others = ids.filter((id) => !isFull(id))
  const atOnce = AT_ONCE[engineOf(db)]
  for (let done = 0; done < others.length; done += atOnce) {
    await nextTurn()
    const some = others.slice(done, done + atOnce)
    // Those shown by their name are found again here.
    for (const { id, entity_id, real_name, hash } of await findFilesWith(db, some, words, 2 * MOST_OF_AN_ENTRY)) {
      if (isFull(entity_id) || placesOf(entity_id).some((place) => place.id === id)) continue
      const snippet = await snippetOfText(hash)
      const found = snippet ? { name: real_name, ...snippet } : { name: null, text: real_name, marks: [] }
      add(entity_id, { place: 'file', ...found, id })
    }
  }
  return places
}

const findNames = prepared((db: Db, p: { ids: string }, engine) =>
  db
    .selectFrom('uploads')
    .select(['id', 'entity_id', 'real_name'])
    .where(inNumbers(engine, sql.ref('entity_id'), p.ids))
    .where('state', '=', sql.lit(1))
    .orderBy('id', 'desc')
    .limit(MOST_NAMES),
)
