import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntryIndex, IdRange, WantedWords } from '../entry-index.ts'
import { vectorOf, wordsValue } from '../full-text.ts'
import { endOfIds, idsUpTo } from '../id-stretch.ts'
import { blockName, blocksAround, idsInBlocks } from './id-blocks.ts'
import { clearEntries, putEntry } from './put-entry.ts'

export const POSTGRES_ENTRY_INDEX: EntryIndex = {
  isApart: false,
  commentId: 'comment_id',
  entryRows: [
    { table: 'entity_search', id: 'entity_id' },
    { table: 'entity_search_grams', id: 'entity_id' },
  ],
  putEntry,
  clearEntries,
  textWords: () => sql`null`,
  // With the name of the block, which searches ask for too.
  valueOf: (entityId, words) => wordsValue('postgres', [...words, blockName(entityId)]),
  stretchFrom(end, newest, wanted) {
    const blocks = blocksAround(...endOfIds(end, newest, wanted))
    return { ...blocks, length: idsUpTo(newest, blocks) }
  },

  hasWord,
  hasTitleWord: hasWord,
  withWord,
  isLazy: () => sql`true`,
  withPrefix: (wanted) => withWord(wanted),
  withAll: (_, joint, within) => withWord({ words: [], are: 'prefixes', ...joint }, within),
  withGrams: ({ postgres }, within) =>
    sql`select entity_id as id from entity_search_grams where grams @@ (${queryWithin(postgres, within)})`,

  hasWordInComments: (entry, { query }) =>
    asked(sql`select 1 from comments as c join entity_search_comments as s on s.comment_id = c.id
      where c.entity_id = ${entry} and s.words @@ ${asQuery(query)}`),
  withWordInComments: ({ query }, within) =>
    sql`select c.entity_id as id from entity_search_comments as s join comments as c on c.id = s.comment_id
      where s.words @@ (${queryWithin(query, within)})`,
  addComment: ({ id, words }) =>
    sql`insert into entity_search_comments (comment_id, words) values (${id}, ${vectorOf(words)})`,

  hasWordInFiles: (entry, { query }) =>
    asked(sql`select 1 from entity_search_files as s where s.entity_id = ${entry} and s.words @@ ${asQuery(query)}`),
  withWordInFiles: ({ query }, within) =>
    sql`select entity_id as id from entity_search_files where words @@ (${queryWithin(query, within)})`,
  putFile: ({ id, entity, words }) => sql`
    insert into entity_search_files (upload_id, entity_id, words) values (${id}, ${entity}, ${vectorOf(words)})
    on conflict (upload_id) do update set words = excluded.words where entity_search_files.words <> excluded.words`,
  dropFile: ({ id }) => sql`delete from entity_search_files where upload_id = ${id}`,
  prefixesValue: (prefixes) => prefixes.map((prefix) => `'${prefix}':*`).join(' | '),
  newestFilesWith({ columns, condition, entities, prefixes, most }) {
    // An order that forces a lookup by entry: otherwise all files might be scanned.
    const inOrder = sql`
      select upload_id, words from entity_search_files where entity_id = e.id order by upload_id + 0 desc offset 0`
    const newest = sql`select s.upload_id from (${inOrder}) as s where s.words @@ ${asQuery(prefixes)} limit ${most}`
    return sql`
      select ${columns}
      from (select jsonb_array_elements_text(${entities}::jsonb)::integer as id) as e
      cross join lateral (${newest}) as n join uploads as f on f.id = n.upload_id
      where ${condition} order by f.id desc`
  },
}

function hasWord(entry: RawBuilder<number>, { query }: WantedWords): RawBuilder<SqlBool> {
  return asked(sql`select 1 from entity_search as s where s.entity_id = ${entry} and s.words @@ ${asQuery(query)}`)
}

function withWord({ query, inBlock }: WantedWords, within?: IdRange): RawBuilder<unknown> {
  if (within) return idsInBlocks(inBlock, within)
  return sql`select entity_id as id from entity_search where words @@ ${asQuery(query)}`
}

/** Not a bare `exists`, see askedOfEach. */
function asked(rows: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(exists (${rows})) is true`
}

function asQuery(query: unknown): RawBuilder<unknown> {
  return sql`(${query}::text)::tsquery`
}

function queryWithin(query: unknown, within: IdRange | undefined): RawBuilder<unknown> {
  return within ? sql`${asQuery(within.blocks)} && ${asQuery(query)}` : asQuery(query)
}
