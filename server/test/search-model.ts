/** Words that no permanent id begins with. */
export const WORDS = ['quart', 'quartz', 'quarry', 'zinc', 'zircon', 'xenon', 'Ångström', 'yttrium']

/** What a test knows of an entry. */
export interface Known {
  id: number
  title: string
  body: string
  tags: string[]
  /** The value of its extra field `Batch`. */
  batch: string
}

const fold = (text: string) => text.toLowerCase().replaceAll('å', 'a').replaceAll('ö', 'o')
const wordsIn = (...texts: readonly string[]) => texts.flatMap((text) => fold(text).split(' '))
const starts = (words: readonly string[], start: string) => words.some((word) => word.startsWith(fold(start)))

/** Queries of a list, and which entries they mean. */
export const QUERIES: ((word: string, other: string) => [string, (entry: Known) => boolean])[] = [
  (word) => [`q=${word}`, ({ title, body, tags }) => starts(wordsIn(title, body, ...tags), word)],
  (word, other) => [
    `q=${word} ${other}`,
    ({ title, body, tags }) => [word, other].every((one) => starts(wordsIn(title, body, ...tags), one)),
  ],
  (word) => [`extended=NOT body:"${word}"`, ({ body }) => !fold(body).includes(fold(word))],
  (word, other) => [
    `extended=title:"${word.slice(1)}" OR body:"${other.slice(1, 5)}"`,
    ({ title, body }) => fold(title).includes(fold(word.slice(1))) || fold(body).includes(fold(other.slice(1, 5))),
  ],
  (word) => [`extended=extrafield:Batch:"${word}"`, ({ batch }) => fold(batch).includes(fold(word))],
  (word) => [`fastq=${word.slice(0, 4)}`, ({ title }) => fold(title).includes(fold(word.slice(0, 4)))],
  (word) => [`search=${word}`, ({ title, body, tags, batch }) => starts(wordsIn(title, body, ...tags, batch), word)],
]
