import { inflateRawSync } from 'node:zlib'
import type { FoundIn } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { MOST_TEXTS } from './file-index.ts'
import { snippetOf } from './snippets.ts'

/** So many files are shown of an entry. */
const MOST_OF_AN_ENTRY = 3
const MOST_NAMES = 2000

/** In which files of these entries the words are: in their names, or in what was read in them. The newest come first. */
export async function findFilePlaces(db: Db, ids: string, words: readonly string[]): Promise<Map<number, FoundIn[]>> {
  const places = new Map<number, FoundIn[]>()
  const add = (entity: number, place: FoundIn) => {
    const found = places.get(entity) ?? []
    const isKnown = found.some(({ id }) => id === place.id)
    if (!isKnown && found.length < MOST_OF_AN_ENTRY) places.set(entity, [...found, place])
  }
  for (const { id, entity_id, real_name } of await findNames(db, { ids })) {
    const snippet = snippetOf(real_name, words)
    if (snippet) add(entity_id, { place: 'file', name: null, id, ...snippet })
  }
  for (const { id, entity_id, real_name, text } of await findTexts(db, { ids, words: JSON.stringify(words) })) {
    if ((places.get(entity_id)?.length ?? 0) >= MOST_OF_AN_ENTRY) continue
    const snippet = snippetIn(text ? inflateRawSync(text).toString('utf8') : '', words)
    if (snippet) add(entity_id, { place: 'file', name: real_name, id, ...snippet })
  }
  return places
}

/** Around the place that is looked at closely. */
const AROUND = 2000
const BEGINNING = 50_000

/** Long texts are not taken apart word by word: a word as it was typed is found at once, others in the beginning. */
function snippetIn(text: string, words: readonly string[]) {
  const lower = text.toLowerCase()
  for (const word of words) {
    for (let at = lower.indexOf(word), tries = 0; at !== -1 && tries < 10; at = lower.indexOf(word, at + 1), tries++) {
      if (/[\p{L}\p{N}\p{M}]/u.test(lower.charAt(at - 1))) continue
      const snippet = snippetOf(text.slice(wordStart(text, at - AROUND), at + AROUND), words)
      if (snippet) return snippet
    }
  }
  return snippetOf(text.slice(0, BEGINNING), words)
}

function wordStart(text: string, at: number): number {
  if (at <= 0) return 0
  const blank = text.slice(at, at + 200).search(/\s/)
  return blank === -1 ? at : at + blank + 1
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

interface Found {
  id: number
  entity_id: number
  real_name: string
  text: Uint8Array | null
}

/** Only the texts that have a word are read. */
const findTexts = prepared((db: Db, p: { ids: string; words: string }, engine) => ({
  compile: () => {
    const list =
      engine === 'sqlite'
        ? sql`select value as word from json_each(${p.words})`
        : sql`select jsonb_array_elements_text(${p.words}::jsonb) as word`
    const position =
      engine === 'sqlite' ? sql`instr(' ' || p.words, ' ' || w.word)` : sql`strpos(' ' || p.words, ' ' || w.word)`
    const newest = sql`
      select id, entity_id, real_name, hash, row_number() over (partition by entity_id order by id) as place
      from uploads where ${inNumbers(engine, sql.ref('entity_id'), p.ids)} and state = 1`
    const matching = sql`
      select f.id, f.entity_id, f.real_name, p.text,
        row_number() over (partition by f.entity_id order by f.id desc) as rank
      from (${newest}) as f join previews as p on p.hash = f.hash
      where f.place <= ${sql.lit(MOST_TEXTS)} and p.words <> ''
        and exists (select 1 from (${list}) as w where ${position} > 0)`
    return sql<Found>`
      select id, entity_id, real_name, text from (${matching}) as m
      where rank <= ${sql.lit(MOST_OF_AN_ENTRY)} order by id desc`.compile(db)
  },
}))
