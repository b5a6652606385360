export interface Piece {
  text: string
  isMatch: boolean
}

/** Splits a text at the search matches: prefixes of words, ignoring case and accents. */
export function cutAtMatches(text: string, search: string | undefined): Piece[] {
  const wanted = wordsOf(search ?? '')
  if (wanted.length === 0) return [{ text, isMatch: false }]
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const length = Math.max(0, ...wanted.map((start) => matchLength(word, start)))
    if (length === 0) continue
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false })
    pieces.push({ text: text.slice(index, index + length), isMatch: true })
    end = index + length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

/** Combining marks belong to the letter before them. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** Of the query language: `gel AND NOT tag:pilot`. */
const OPERATOR = /^(AND|OR|NOT)$/

function wordsOf(search: string): string[] {
  const words = [...search.matchAll(WORD)].map(([word]) => word).filter((word) => !OPERATOR.test(word))
  return words.map(fold).filter((word) => word !== '')
}

/** The length of the matched prefix in UTF-16 units; 0 if there is no match. */
function matchLength(word: string, start: string): number {
  if (!fold(word).startsWith(start)) return 0
  let length = 0
  let folded = ''
  for (const sign of word) {
    // Combining marks after the last letter still belong to it.
    if (folded.length >= start.length && fold(sign) !== '') break
    folded += fold(sign)
    length += sign.length
  }
  return length
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
