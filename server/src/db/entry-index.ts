import type { RawBuilder, SqlBool } from 'kysely'
import type { HeadWords, TextWords } from '../lib/search-words.ts'
import type { Db } from './schema.ts'

/** Ids from `first` to `last`, which together fill whole blocks of the full-text index (see postgres/id-blocks.ts). */
export interface IdRange {
  first: number
  last: number
  /** The names of the blocks as a full-text query of PostgreSQL. */
  blocks: string
  /** The number of ids in the range. */
  length: number
}

/** PostgreSQL's query for some words, as placeholders. */
export interface WordQuery {
  query: unknown
  /** The same with the name of a block in front of each word. */
  inBlock: unknown
}

/** Words of which at least one is wanted, as placeholders. SQLite makes its query from the words. */
export interface WantedWords extends WordQuery {
  words: readonly unknown[]
  /** How they are meant: as prefixes of words, or as whole words. */
  are: 'prefixes' | 'whole'
}

/** A query of the trigram index for each engine, as placeholders. */
export interface GramQuery {
  sqlite: unknown
  postgres: unknown
}

/** What the indexes shall have of an entry. Without `text` its main text is the one that they have. */
export interface IndexedEntry {
  id: number
  head: HeadWords
  text: TextWords | undefined
}

type Ids = RawBuilder<unknown>
type Id = RawBuilder<number>

/** The indexes of words and trigrams, which each engine keeps and searches in its own way. */
export interface EntryIndex {
  /** Whether they are in a file of their own, which is not committed together with the notebook. */
  readonly isApart: boolean
  /** The id column of the index of comments. */
  readonly commentId: string
  /** The tables with a row for each indexed entry, and their id columns. */
  readonly entryRows: readonly { table: string; id: string }[]
  /** Writes an entry into the indexes of words and trigrams. False if that needs its main text, which is missing. */
  putEntry(db: Db, entry: IndexedEntry): Promise<boolean>
  /** Empties the indexes of words and trigrams. */
  clearEntries(db: Db): Promise<void>
  /** The indexed words of an entry's main text, joined with blanks. Null if they are not kept apart from others. */
  textWords(entry: Id): RawBuilder<string | null>
  /** The words of a comment or a file as the value to write. */
  valueOf(entityId: number, words: readonly string[]): string
  /** A range of at least `wanted` ids from one end. */
  stretchFrom(end: 'newest' | 'oldest', newest: number, wanted: number): IdRange
  /** Merges some segments; missing if the engine does that by itself. False if there is nothing left to do. */
  mergeStep?(db: Db, index: string, pages: number): Promise<boolean>
  /** Whether there are segments to merge. */
  hasToMerge?(db: Db, index: string): Promise<boolean>

  /** Whether the entry has such a word. */
  hasWord(entry: Id, wanted: WantedWords): RawBuilder<SqlBool>
  /** The same for a word of the title. */
  hasTitleWord(entry: Id, wanted: WantedWords): RawBuilder<SqlBool>
  /** The entries with such a word, everywhere or in a range. */
  withWord(wanted: WantedWords, within?: IdRange): Ids
  /** Whether `withWord` reads no more than it returns of a range. */
  isLazy(wanted: WantedWords): RawBuilder<SqlBool>
  /** All entries with a word of this prefix, read at once. */
  withPrefix(wanted: WantedWords): Ids
  /** The entries with all of these words. `joint` is the query for all of them. */
  withAll(wanted: readonly WantedWords[], joint: WordQuery, within?: IdRange): Ids
  /** The entries with all trigrams of a query. */
  withGrams(grams: GramQuery, within?: IdRange): Ids

  /** Whether a comment of the entry has such a word. */
  hasWordInComments(entry: Id, wanted: WantedWords): RawBuilder<SqlBool>
  withWordInComments(wanted: WantedWords, within?: IdRange): Ids
  addComment(comment: { id: unknown; words: unknown }): RawBuilder<never>

  /** Whether a file of the entry has such a word. */
  hasWordInFiles(entry: Id, wanted: WantedWords): RawBuilder<SqlBool>
  withWordInFiles(wanted: WantedWords, within?: IdRange): Ids
  putFile(file: { id: unknown; entity: unknown; words: unknown }): RawBuilder<never>
  dropFile(file: { id: unknown; entity: unknown }): RawBuilder<never>
  /** Prefixes of words as the value that `newestFilesWith` takes. */
  prefixesValue(prefixes: readonly string[]): string
  /** The newest files `f` of each entry of a JSON list that have one of these prefixes. */
  newestFilesWith(asked: FilesAsked): RawBuilder<unknown>
}

export interface FilesAsked {
  /** The columns to return. */
  columns: RawBuilder<unknown>
  condition: RawBuilder<SqlBool>
  entities: unknown
  prefixes: unknown
  most: unknown
}
