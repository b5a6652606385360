import type { EntityListRow, FoundIn } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { inNumbers } from '../../db/dialect.ts'
import { FULL_TEXT, hasAnyStart, indexedId, startsValue } from '../../db/full-text.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { htmlToText } from '../../lib/html.ts'
import { Turns } from '../../lib/turns.ts'
import { Written } from '../../records/written.ts'
import { HTML } from '../entries/entries.types.ts'
import { findFilePlaces } from './found-in-files.ts'
import { snippetOf } from './snippets.ts'

/** The most tags, fields and comments shown per entry. */
const MOST_OF_A_KIND = 3
/** Only the start of longer texts is searched. */
const MOST_CHARACTERS = 50_000
const MOST_COMMENTS = 300

/** Adds where the words were found. The rows were read with the reader's rights, so the reader may see all of it. */
export async function showPlaces(
  db: Db,
  written: Written<EntityListRow>[],
  words: readonly string[],
): Promise<Written<EntityListRow>[]> {
  if (written.length === 0) return written
  const turns = new Turns()
  const rows: EntityListRow[] = []
  for (const row of written) {
    rows.push(row.read())
    await turns.rest()
  }
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const texts = new Map((await findTexts(db, { ids })).map((row) => [row.id, row]))
  const files = await findFilePlaces(
    db,
    rows.map(({ id }) => id),
    words,
  )
  const comments = Map.groupBy(await findComments(db, { ids, words: startsValue(words) }), ({ entity_id }) => entity_id)
  const shown: Written<EntityListRow>[] = []
  for (const [index, row] of rows.entries()) {
    const places = [
      ...placesIn({ row, ...texts.get(row.id), comments: comments.get(row.id) ?? [] }, words),
      ...(files.get(row.id) ?? []),
    ]
    const text = written[index]?.text.slice(0, -1)
    shown.push(new Written(`${text},"found_in":${JSON.stringify(places)}}`))
    await turns.rest()
  }
  return shown
}

interface Entry {
  row: EntityListRow
  elabid?: string | null
  body?: string | null
  content_type?: number
  metadata?: string | null
  comments: readonly { comment: string }[]
}

function placesIn(entry: Entry, words: readonly string[]): FoundIn[] {
  const { row, elabid, body, content_type, metadata, comments } = entry
  const places: FoundIn[] = []
  const look = (place: FoundIn['place'], text: string, name: string | null = null) => {
    const isEnough = places.filter((found) => found.place === place).length >= MOST_OF_A_KIND
    const snippet = isEnough ? undefined : snippetOf(text, words)
    if (snippet) places.push({ place, name, ...snippet })
  }
  look('title', row.title)
  for (const { tag } of row.tags_decoded) look('tag', tag)
  for (const { name, value } of fieldsShown(metadata ?? null)) look('field', value, name)
  if (body) look('body', content_type === HTML ? htmlToText(body) : body)
  for (const { comment } of comments) look('comment', comment)
  if (elabid) look('elabid', elabid)
  return places
}

/** Names and values as shown, not folded as in the field rows. */
function fieldsShown(metadata: string | null): { name: string; value: string }[] {
  const parsed: { extra_fields?: Record<string, { value?: unknown } | null> } = JSON.parse(metadata ?? '{}')
  return Object.entries(parsed.extra_fields ?? {}).map(([name, field]) => ({
    name,
    // A value can be any JSON, and not all of it has a text.
    value: [field?.value].flat().filter(isShown).join(', '),
  }))
}

function isShown(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

const findTexts = prepared((db: Db, p: { ids: string }, engine) =>
  db
    .selectFrom('entities as e')
    .leftJoin('bodies as b', 'b.entity_id', 'e.id')
    .select(['e.id', 'e.elabid', 'e.content_type', 'e.metadata'])
    .select(sql<string | null>`substr(b.body, 1, ${sql.lit(MOST_CHARACTERS)})`.as('body'))
    .where(inNumbers(engine, sql.ref('e.id'), p.ids)),
)

const findComments = prepared((db: Db, p: { ids: string; words: string }, engine) => ({
  compile: () =>
    sql<{ entity_id: number; comment: string }>`
      select c.entity_id, c.comment from comments as c
      join entity_search_comments as s on ${indexedId(engine, FULL_TEXT.comments, 's')} = c.id
      where ${inNumbers(engine, sql.ref('c.entity_id'), p.ids)} and ${hasAnyStart(engine, sql.ref('s.words'), p.words)}
      order by c.id desc limit ${sql.lit(MOST_COMMENTS)}`.compile(db),
}))
