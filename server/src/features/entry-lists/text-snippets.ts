import { createInflateRaw } from 'node:zlib'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { MOST_TEXT } from '../../media/limits.ts'
import { type Snippet, snippetOf } from './snippets.ts'

/** The most texts read for one answer, each once. */
export const MOST_READ = 60

/** Finds the words in file texts, and yields to other requests in between. */
export function textReader(db: Db, words: readonly string[]): (hash: string) => Promise<Snippet | undefined> {
  const read = new Map<string, Snippet | undefined>()
  return async (hash) => {
    if (read.has(hash) || read.size >= MOST_READ) return read.get(hash)
    const [row] = await findText(db, { hash })
    const snippet = row?.text ? await snippetIn(unpack(row.text), words) : undefined
    read.set(hash, snippet)
    return snippet
  }
}

const findText = prepared((db: Db, p: { hash: string }) =>
  db.selectFrom('previews').select('text').where('hash', '=', p.hash),
)

/** The bytes searched at a time. */
const STRETCH = 2 ** 16

/** Inflates a text piece by piece on demand, up to the size limit of a text. */
async function* unpack(text: Uint8Array): AsyncGenerator<string> {
  const pieces = createInflateRaw({ chunkSize: STRETCH }).setEncoding('utf8')
  pieces.end(text)
  let characters = 0
  for await (const piece of pieces) {
    yield piece
    characters += piece.length
    if (characters >= MOST_TEXT) return
  }
}

/** The characters around a match that are looked at closely. */
const AROUND = 2000
const BEGINNING = 20_000

/**
 * Long texts are not split into words: a word that matches without folding is found anywhere, others only in the
 * beginning.
 */
async function snippetIn(pieces: AsyncIterable<string>, words: readonly string[]): Promise<Snippet | undefined> {
  let beginning = ''
  let rest = ''
  for await (const piece of pieces) {
    beginning ||= piece.slice(0, BEGINNING)
    const stretch = rest + piece
    // The text after a match near the end is in the next piece.
    const snippet = firstSnippet(stretch, words, stretch.length - AROUND)
    if (snippet) return snippet
    rest = stretch.slice(-2 * AROUND)
  }
  return firstSnippet(rest, words, rest.length) ?? snippetOf(beginning, words)
}

const MOST_TRIES = 10

function firstSnippet(text: string, words: readonly string[], before: number): Snippet | undefined {
  let tries = 0
  for (const at of possiblePlaces(text.toLowerCase(), words)) {
    if (at >= before) continue
    const snippet = snippetOf(text.slice(wordStart(text, at - AROUND), at + AROUND), words)
    if (snippet || ++tries === MOST_TRIES) return snippet
  }
  return undefined
}

/** Positions where one of the words may start. */
function* possiblePlaces(lower: string, words: readonly string[]): Generator<number> {
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
      if (!/[\p{L}\p{N}\p{M}]/u.test(lower.charAt(at - 1))) yield at
    }
  }
}

function wordStart(text: string, at: number): number {
  if (at <= 0) return 0
  const blank = text.slice(at, at + 200).search(/\s/)
  return blank === -1 ? at : at + blank + 1
}
