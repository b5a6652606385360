import {
  type EntryGrams,
  type GramTexts,
  gramsOfEntry,
  gramsWithout,
  type HeadWords,
  type TextWords,
} from '../../lib/search-words.ts'
import { INDEXED_STARTS } from './search-file.ts'

/** What the indexes have of an entry. Words are joined with blanks. */
export interface StoredWords extends GramTexts {
  head: string
}

/** The words or trigrams that an index loses and gets. */
export interface Difference {
  removed: string[]
  added: string[]
}

export interface IndexChange {
  words: Difference
  grams: Difference
}

/**
 * What a change of an entry changes in the indexes. Without `text` its main text is the stored one, which is then only
 * looked at for words and trigrams that the rest of the entry loses or gets.
 */
export function changeOf(stored: StoredWords | undefined, head: HeadWords, text: TextWords | undefined): IndexChange {
  const words = [...head.words, ...(text?.words ?? [])]
  if (!stored) {
    return {
      words: { removed: [], added: [...new Set(words)] },
      grams: { removed: [], added: gramsWithout(gramsOfNew(head, text)) },
    }
  }
  const textBefore = listOf(stored.text)
  const kept = new Set(text ? [] : textBefore)
  const difference = differenceOf([...listOf(stored.head), ...(text ? textBefore : [])], words, kept)
  return {
    words: { ...difference, added: [...difference.added, ...sharingStarts(difference, [...words, ...kept])] },
    grams: gramDifference(stored, head, text),
  }
}

function gramsOfNew({ searched, fields }: HeadWords, text: TextWords | undefined): EntryGrams {
  return gramsOfEntry({ searched, fields, text: text?.words.join(' ') ?? '', rest: text?.rest ?? '' })
}

function differenceOf(before: readonly string[], after: readonly string[], kept: ReadonlySet<string>): Difference {
  const [old, now] = [new Set(before), new Set(after)]
  const missingIn = (others: ReadonlySet<string>) => (word: string) => !others.has(word) && !kept.has(word)
  return { removed: [...old].filter(missingIn(now)), added: [...now].filter(missingIn(old)) }
}

function gramDifference(stored: StoredWords, head: HeadWords, text: TextWords | undefined): Difference {
  const old = gramsOfEntry(stored)
  const now = gramsOfNew(head, text)
  if (!text) now.text = old.text
  return { removed: gramsWithout(old, now), added: gramsWithout(now, old) }
}

/**
 * FTS5 also indexes the first characters of words. With a word it removes its first characters, though another word of
 * the entry may have the same. That word is added again: one for each start.
 */
function sharingStarts({ removed, added }: Difference, words: readonly string[]): string[] {
  const lost = new Set<string>()
  for (const word of removed) for (const length of INDEXED_STARTS) lost.add(startOf(word, length))
  for (const word of added) for (const length of INDEXED_STARTS) lost.delete(startOf(word, length))
  const sharing: string[] = []
  for (const word of words) {
    if (lost.size === 0) break
    let isSharing = false
    for (const length of INDEXED_STARTS) isSharing = lost.delete(startOf(word, length)) || isSharing
    if (isSharing) sharing.push(word)
  }
  return sharing
}

/** The first characters; the whole word if it has fewer. */
function startOf(word: string, length: number): string {
  return HALF.test(word) ? Array.from(word).slice(0, length).join('') : word.slice(0, length)
}

/** One half of a surrogate pair. */
const HALF = /[\ud800-\udfff]/

function listOf(joined: string): string[] {
  return joined === '' ? [] : joined.split(' ')
}
