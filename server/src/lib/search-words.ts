import { EVERY_GRAM, Grams } from './grams.ts'
import { searchText } from './search-text.ts'
import { isBeyondLimits, longWordsOf, searchTokens, wordsOfFolded } from './text.ts'

/** The searched texts of an entry, except its main text. */
export interface SearchedHead {
  title: string
  date: string | null
  elabid: string | null
  tags: readonly string[]
  /** The values of its extra fields, folded. */
  values: readonly string[]
}

/** What the indexes have of title, tags, permanent id and fields. */
export interface HeadWords {
  words: string[]
  /** The texts whose trigrams are indexed: title, date and permanent id, and the values of fields. */
  searched: string
  fields: string
}

/** What the indexes have of a main text. */
export interface TextWords {
  words: string[]
  /** What its trigrams need beside the words: whole words that are cut in the index, or EVERY_GRAM. */
  rest: string
}

/**
 * Prefixes that mark words and trigrams of titles and fields, to tell them from the main text. Words are letters and
 * digits only, so nobody searches for a mark by accident.
 */
export const MARK = { title: '»', field: '«' } as const

/** The most words of all fields; further ones are not indexed. */
const MOST_FIELD_WORDS = 2000

/** The words of an entry without those of its main text, with marks. */
export function headWordsOf({ title, date, elabid, tags, values }: SearchedHead): HeadWords {
  const fields = values.join(' ')
  const ofTitle = searchTokens(title)
  const others = searchTokens([elabid ?? '', ...tags].join(' '))
  const ofFields = searchTokens(fields).slice(0, MOST_FIELD_WORDS)
  return {
    // Title words come first, because a title search relies on them.
    words: asManyAsFit([
      ...ofTitle.map((word) => MARK.title + word),
      ...new Set([...ofTitle, ...others]),
      ...ofFields.map((word) => MARK.field + word),
    ]),
    searched: searchText([title, date, elabid].join(' ')),
    fields,
  }
}

/**
 * Including quotes and a blank around each word. PostgreSQL's limit is a million bytes, and one index adds a block name
 * to each word. The words of a main text take at most 460,000 of them.
 */
const MOST_BYTES = 230_000
/** This many always fit, whatever their length. */
const FEW = 1000

function asManyAsFit(words: string[]): string[] {
  if (words.length <= FEW) return words
  let bytes = 0
  const end = words.findIndex((word) => {
    bytes += Buffer.byteLength(word) + 3
    return bytes > MOST_BYTES
  })
  return end < 0 ? words : words.slice(0, end)
}

/** The words of a folded main text. */
export function textWordsOf(text: string): TextWords {
  const words = wordsOfFolded(text)
  const rest = isBeyondLimits(words) ? EVERY_GRAM : longWordsOf(text, words).join(' ')
  return { words, rest }
}

/** The words of a main text as one string, for searches that look at it themselves. */
export function joinedWords(text: string): string {
  return wordsOfFolded(text).join(' ')
}

/** What the trigrams of an entry are made of: parts of HeadWords and TextWords, with words joined by blanks. */
export interface GramTexts {
  searched: string
  fields: string
  text: string
  rest: string
}

/** The trigrams of an entry by where they are. Those of fields have a mark in the index. */
export interface EntryGrams {
  head: Grams
  text: Grams
  fields: Grams
}

export function gramsOfEntry({ searched, fields, text, rest }: GramTexts): EntryGrams {
  return { head: new Grams(searched), text: new Grams(`${text} ${rest}`), fields: new Grams(fields) }
}

/** The trigrams of an entry that another one, or an older version, does not have. */
export function gramsWithout(entry: EntryGrams, other?: EntryGrams): string[] {
  const others = other ? [other.head, other.text] : []
  const own = [...entry.head.without(others), ...(entry.text === other?.text ? [] : entry.text.without(others))]
  const ofFields = entry.fields.without(other ? [other.fields] : [])
  return [...new Set([...own, ...ofFields.map((gram) => MARK.field + gram)])]
}
