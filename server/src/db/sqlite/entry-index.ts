import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntryIndex, WantedWords } from '../entry-index.ts'
import { wordsValue } from '../full-text.ts'
import { endOfIds, idsUpTo } from '../id-stretch.ts'
import { hasStart, hasWhole, idsMatching, isMerged, wordsStarting } from './fts5.ts'
import { hasToMerge, mergeStep } from './merge.ts'
import type { WordIndex } from './open-sqlite.ts'
import { clearEntries, putEntry } from './put-entry.ts'
import { textOf } from './stored-words.ts'

/** The rowid of a file has the entry's id in front of the file's, so that rows are in order of entry. */
const SPAN = sql.lit(2 ** 31)

export const SQLITE_ENTRY_INDEX: EntryIndex = {
  isApart: true,
  commentId: 'rowid',
  entryRows: [{ table: 'entity_words', id: 'id' }],
  putEntry,
  clearEntries,
  textWords: (entry) => sql`(select ${textOf(sql.ref('words'))} from entity_words where id = ${entry})`,
  valueOf: (_, words) => wordsValue('sqlite', words),
  stretchFrom(end, newest, wanted) {
    const [from, to] = endOfIds(end, newest, wanted)
    const [first, last] = [Math.floor(from), Math.ceil(to)]
    const length = idsUpTo(newest, { first, last })
    // Newer entries may exist by now.
    return { first, last: to === newest ? Number.MAX_SAFE_INTEGER : last, blocks: '', length }
  },
  mergeStep,
  hasToMerge,

  hasWord,
  hasTitleWord: hasWord,
  withWord: (wanted, within) => idsMatching('entity_search', queryFor('entity_search', wanted), within),
  isLazy: ({ words, are }) =>
    are === 'whole' ? sql`true` : sql`not ${anyOf(words.map((word) => isMerged('entity_search', word)))}`,
  withPrefix: ({ words: [prefix] }) => idsMatching('entity_search', sql`'"' || ${prefix} || '"*'`),
  withAll(wanted, _, within) {
    const each = wanted.map((words) => sql`'(' || ${queryFor('entity_search', words)} || ')'`)
    return idsMatching('entity_search', sql.join(each, sql` || ' AND ' || `), within)
  },
  withGrams: ({ sqlite }, within) => idsMatching('entity_search_grams', sqlite, within),

  hasWordInComments: (entry, wanted) =>
    sql`exists (select 1 from comments as c join entity_search_comments_content as s on s.id = c.id
      where c.entity_id = ${entry} and ${isAmong(wanted)})`,
  withWordInComments(wanted, within) {
    // The index has comments in their own order. A range of entries has few, so each is checked.
    if (within) {
      return sql`select c.entity_id as id
        from comments as c cross join entity_search_comments_content as s on s.id = c.id
        where c.entity_id between ${within.first} and ${within.last} and ${isAmong(wanted)}`
    }
    return sql`select c.entity_id as id from entity_search_comments cross join comments as c
      on c.id = entity_search_comments.rowid
      where entity_search_comments match ${queryFor('entity_search_comments', wanted)}`
  },
  addComment: ({ id, words }) => sql`insert into entity_search_comments (rowid, words) values (${id}, ${words})`,

  hasWordInFiles: (entry, wanted) => sql`exists (select 1 from entity_search_files_content as s
    where s.id between ${entry} * ${SPAN} and ${entry} * ${SPAN} + ${SPAN} - 1 and ${isAmong(wanted)})`,
  withWordInFiles(wanted, within) {
    const ids = sql`select rowid / ${SPAN} as id from entity_search_files
      where entity_search_files match ${queryFor('entity_search_files', wanted)}`
    if (!within) return ids
    const first = sql`cast(${within.first} as integer) * ${SPAN}`
    const last = sql`min(cast(${within.last} as integer), ${SPAN} - 1) * ${SPAN} + ${SPAN} - 1`
    // In descending order, see fts5.ts.
    return sql`select id from (${ids} and rowid between ${first} and ${last} order by rowid desc limit -1) as descending`
  },
  putFile: (file) =>
    sql`insert or replace into entity_search_files (rowid, words) values (${rowOf(file)}, ${file.words})`,
  dropFile: (file) => sql`delete from entity_search_files where rowid = ${rowOf(file)}`,
  prefixesValue: (prefixes) => JSON.stringify(prefixes),
  newestFilesWith({ columns, condition, entities, prefixes, most }) {
    const first = sql`e.value * ${SPAN}`
    const newest = sql`
      select s.id - ${first} from entity_search_files_content as s
      where s.id between ${first} and ${first} + ${SPAN} - 1
        and exists (select 1 from json_each(${prefixes}) as w where ${hasStart(sql.ref('s.c0'), sql.ref('w.value'))})
      order by s.id desc limit ${most}`
    return sql`
      select ${columns} from json_each(${entities}) as e cross join uploads as f on f.id in (${newest})
      where ${condition} order by f.id desc`
  },
}

/** To read the words costs less than half of asking FTS5. */
function hasWord(entry: RawBuilder<number>, wanted: WantedWords): RawBuilder<SqlBool> {
  return sql`exists (select 1 from entity_words as s where s.id = ${entry} and ${isAmong(wanted, 's.words')})`
}

/** Whether a row `s` has one of the words. FTS5's own content tables call the column `c0`. */
function isAmong({ words, are }: WantedWords, column = 's.c0'): RawBuilder<SqlBool> {
  const has = are === 'whole' ? hasWhole : hasStart
  return anyOf(words.map((word) => has(sql.ref(column), word)))
}

function anyOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

function queryFor(index: WordIndex, { words, are }: WantedWords): RawBuilder<unknown> {
  const each = words.map((word) => (are === 'whole' ? sql`'"' || ${word} || '"'` : wordsStarting(index, word)))
  return sql`${sql.join(each, sql` || ' OR ' || `)}`
}

function rowOf({ id, entity }: { id: unknown; entity: unknown }): RawBuilder<number> {
  return sql`cast(${entity} as integer) * ${SPAN} + cast(${id} as integer)`
}
