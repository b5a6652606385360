import type { Values } from '../../access/entry-filter.ts'
import type { WantedWords, WordQuery } from '../../db/entry-index.ts'

/** The mark that a query in blocks has in front of each word, see db/postgres/id-blocks.ts. */
const IN_BLOCK = '#.'

/** Words to look for, of which one is enough, as a filter passes them on. */
export interface Wanted {
  /** The values of its placeholders. */
  values: Values
  words(p: Values): WantedWords
  /** Only its first word, for indexes that have no marked words. */
  first(p: Values): WantedWords
}

export function anyOfWords(name: string, words: readonly string[], are: WantedWords['are'] = 'prefixes'): Wanted {
  const names = words.map((_, index) => `${name}w${index}`)
  const all = (p: Values): WantedWords => ({ words: names.map((word) => p[word]), are, ...queryOf(name, p) })
  return {
    values: {
      ...Object.fromEntries(words.map((word, index) => [names[index], word])),
      ...queryValues(name, words, '|', are),
    },
    words: all,
    first: (p) => ({ ...all(p), words: [p[`${name}w0`]] }),
  }
}

/** The placeholders of a query for PostgreSQL. */
export function queryOf(name: string, p: Values): WordQuery {
  return { query: p[`${name}p`], inBlock: p[`${name}b`] }
}

/**
 * The values of a query for PostgreSQL. Words are letters and digits only, perhaps after a mark: nothing needs
 * escaping.
 */
export function queryValues(
  name: string,
  words: readonly string[],
  operator: '|' | '&',
  are: WantedWords['are'] = 'prefixes',
): Values {
  const end = are === 'prefixes' ? "':*" : "'"
  const queryFor = (mark: string) => words.map((word) => `'${mark}${word}${end}`).join(` ${operator} `)
  return { [`${name}p`]: queryFor(''), [`${name}b`]: queryFor(IN_BLOCK) }
}
