import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import { fieldsOf, storeFields } from './fields.ts'
import { inPages } from './pages.ts'
import { gramsOf, type SearchedBody, searchedBody, searchText, searchTokens } from './text.ts'

// The search indexes as 0006 was released. Never edited: what it does to an old notebook must stay the same.

/** Fills what searches read: the texts in their folded form, the rows of extra fields, and the indexes. */
export async function fillSearch(db: Kysely<unknown>): Promise<void> {
  const tables = ['entity_texts', 'entity_fields', 'entity_search', 'entity_search_grams', 'entity_search_comments']
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
  for await (const page of searchedEntries(db)) {
    for (const { id, title, date, elabid, body, content_type, metadata } of page) {
      const fields = fieldsOf(metadata)
      if (fields.length > 0) await storeFields(db, id, fields)
      await indexEntity(db, id, {
        title,
        date,
        elabid,
        tags: await tagsOf(db, id),
        body: searchedBody(body ?? '', content_type),
        values: fields.map(({ value }) => value),
      })
    }
  }
  for await (const page of allComments(db)) {
    for (const { id, entity_id, comment } of page) {
      await put(db, 'comments', id, asRow(db, entity_id, searchTokens(comment)))
    }
  }
}

interface Searched {
  id: number
  title: string
  date: string | null
  elabid: string | null
  body: string | null
  content_type: number
  metadata: string | null
}

function searchedEntries(db: Kysely<unknown>): AsyncGenerator<Searched[]> {
  return inPages<Searched>(async (rows, last) => {
    const page = await sql<Searched>`
      select e.id, e.title, e.date, e.elabid, b.body, e.content_type, e.metadata
      from entities as e left join bodies as b on b.entity_id = e.id
      where e.id > ${last?.id ?? 0} order by e.id limit ${rows}`.execute(db)
    return page.rows
  })
}

async function tagsOf(db: Kysely<unknown>, id: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select t.tag from entity_tags as e join tags as t on t.id = e.tag_id where e.entity_id = ${id} order by t.id`.execute(
    db,
  )
  return rows.map((row) => row.tag)
}

interface Comment {
  id: number
  entity_id: number
  comment: string
}

function allComments(db: Kysely<unknown>): AsyncGenerator<Comment[]> {
  return inPages<Comment>(async (rows, last) => {
    const page = await sql<Comment>`
      select id, entity_id, comment from comments where id > ${last?.id ?? 0} order by id limit ${rows}`.execute(db)
    return page.rows
  })
}

/** What of an entry can be found. */
interface SearchedTexts {
  title: string
  date: string | null
  elabid: string | null
  tags: readonly string[]
  body: SearchedBody
  /** The values of its extra fields, folded. */
  values: readonly string[]
}

/**
 * Words and grams that are told apart from those of the main text begin with one of these. Words of texts are letters and
 * digits only, so nobody searches for a mark by accident.
 */
const MARK = { title: '»', field: '«' } as const

async function indexEntity(db: Kysely<unknown>, id: number, texts: SearchedTexts): Promise<void> {
  await sql`insert into entity_texts (entity_id, title, body)
    values (${id}, ${searchText(texts.title)}, ${texts.body.text})`.execute(db)
  await put(db, 'words', id, asRow(db, id, wordsOf(texts)))
  await put(db, 'grams', id, asRow(db, id, gramsOfAll(texts)))
}

/** Both engines get finished words and only keep them, so that both find the same entries. */
function asRow(db: Kysely<unknown>, entityId: number, words: readonly string[]): string {
  return engineOf(db) === 'sqlite' ? words.join(' ') : JSON.stringify([...words, `#${Math.floor(entityId / BLOCK)}`])
}

/** On PostgreSQL each entry has the name of its block of ids among its words. */
const BLOCK = 2048

const INDEXES = {
  words: { table: 'entity_search', key: 'entity_id', column: 'words' },
  grams: { table: 'entity_search_grams', key: 'entity_id', column: 'grams' },
  comments: { table: 'entity_search_comments', key: 'comment_id', column: 'words' },
}

async function put(db: Kysely<unknown>, index: keyof typeof INDEXES, id: number, words: string): Promise<void> {
  const { table, key, column } = INDEXES[index]
  const isSqlite = engineOf(db) === 'sqlite'
  const value = isSqlite
    ? sql`${words}`
    : sql`array_to_tsvector(array(select jsonb_array_elements_text(${words}::jsonb)))`
  await sql`insert into ${sql.table(table)} (${sql.ref(isSqlite ? 'rowid' : key)}, ${sql.ref(column)})
    values (${id}, ${value})`.execute(db)
}

/** Of fields in all; more are not found by their words. */
const MOST_FIELD_WORDS = 2000

function wordsOf({ title, elabid, tags, body, values }: SearchedTexts): string[] {
  const ofTitle = searchTokens(title)
  const ofFields = searchTokens(values.join(' ')).slice(0, MOST_FIELD_WORDS)
  const words = new Set([...ofTitle, ...searchTokens([elabid ?? '', ...tags].join(' ')), ...splitWords(body.words)])
  // What a search for a title relies on comes first.
  return asManyAsFit([
    ...ofTitle.map((word) => MARK.title + word),
    ...words,
    ...ofFields.map((word) => MARK.field + word),
  ])
}

/** With quotes and a blank around each. PostgreSQL takes a million bytes, and an index of it has more before each word. */
const MOST_BYTES = 690_000
/** So many fit, however long each of them is. */
const FEW = 2000

function asManyAsFit(words: string[]): string[] {
  if (words.length <= FEW) return words
  let bytes = 0
  const end = words.findIndex((word) => {
    bytes += Buffer.byteLength(word) + 3
    return bytes > MOST_BYTES
  })
  return end < 0 ? words : words.slice(0, end)
}

function gramsOfAll({ title, date, elabid, body, values }: SearchedTexts): string[] {
  const grams = new Set([...gramsOf(searchText([title, date, elabid].join(' '))), ...splitWords(body.grams)])
  return [...grams, ...gramsOf(values.join(' ')).map((gram) => MARK.field + gram)]
}

function splitWords(words: string): string[] {
  return words === '' ? [] : words.split(' ')
}
