import { gramsOf, searchText } from './search-text.ts'
import { searchTokens, wordsOfFolded } from './text.ts'

/** The searched texts of an entry. */
export interface SearchedEntry {
  title: string
  date: string | null
  elabid: string | null
  tags: readonly string[]
  /** The main text, folded. */
  text: string
  /** The values of its extra fields, folded. */
  values: readonly string[]
}

/** The words and trigrams of an entry in the indexes. */
export interface IndexRow {
  words: string[]
  grams: string[]
}

/**
 * Prefixes that mark words and trigrams of titles and fields, to tell them from the main text. Words are letters and
 * digits only, so nobody searches for a mark by accident.
 */
export const MARK = { title: '»', field: '«' } as const

export function indexRowOf(entry: SearchedEntry): IndexRow {
  const { title, elabid, tags, text, values } = entry
  return {
    words: indexedWords(title, [elabid ?? '', ...tags].join(' '), text, values.join(' ')),
    grams: gramsOfAll(entry),
  }
}

/** The most words of all fields; further ones are not indexed. */
const MOST_FIELD_WORDS = 2000

/** The words of an entry in the index, with marks. `others` are permanent id and tags, `text` is folded. */
export function indexedWords(title: string, others: string, text: string, values: string): string[] {
  const ofTitle = searchTokens(title)
  const ofFields = searchTokens(values).slice(0, MOST_FIELD_WORDS)
  const words = new Set([...ofTitle, ...searchTokens(others), ...wordsOfFolded(text)])
  // Title words come first, because a title search relies on them.
  return asManyAsFit([
    ...ofTitle.map((word) => MARK.title + word),
    ...words,
    ...ofFields.map((word) => MARK.field + word),
  ])
}

/**
 * Including quotes and a blank around each word. PostgreSQL's limit is a million bytes, and one index adds a block name
 * to each word.
 */
const MOST_BYTES = 690_000
/** This many always fit, whatever their length. */
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

function gramsOfAll({ title, date, elabid, text, values }: SearchedEntry): string[] {
  const grams = new Set([...gramsOf(searchText([title, date, elabid].join(' '))), ...gramsOf(text)])
  return [...grams, ...gramsOf(values.join(' ')).map((gram) => MARK.field + gram)]
}
