import { foldText } from '../../lib/text.ts'

/** A piece of a value: text, or one of the two wildcards. */
export type Piece = { text: string } | { wild: '%' | '_' }

/**
 * A comparison with folded text: contains `text` (part), equals `text` (whole), or matches the SQL `like` pattern
 * `text` with backslash as escape (like).
 */
export interface Match {
  how: 'part' | 'whole' | 'like'
  text: string
  /** The pieces without wildcards. */
  literals: readonly string[]
}

/** Strict values have no implicit wildcards around them. */
export function matchOf(pieces: readonly Piece[], isStrict: boolean): Match {
  const folded = trimEnds(pieces.map((piece) => ('text' in piece ? { text: foldPiece(piece.text) } : piece)))
  const literals = folded.flatMap((piece) => ('text' in piece ? [piece.text] : []))
  if (folded.every((piece) => 'text' in piece)) {
    const text = literals.join('')
    return { how: isStrict ? 'whole' : 'part', text, literals: [text] }
  }
  const pattern = folded.map((piece) => ('text' in piece ? piece.text.replace(/[\\%_]/g, '\\$&') : piece.wild)).join('')
  return { how: 'like', text: isStrict ? pattern : `%${pattern}%`, literals }
}

/** Whether it matches any value. */
export function isAnything(pieces: readonly Piece[]): boolean {
  return pieces.length > 0 && pieces.every((piece) => 'wild' in piece && piece.wild === '%')
}

/** The same comparison outside of the database. */
export function isMatch({ how, text }: Match, value: string): boolean {
  if (how === 'part') return value.includes(text)
  if (how === 'whole') return value === text
  return isLike(text, value)
}

/**
 * SQL `like` in JavaScript. Only the last % is retried at another position, so that no pattern is slow; a regular
 * expression would backtrack over all of them.
 */
function isLike(pattern: string, value: string): boolean {
  const wanted = pattern.match(/\\.|./gsu) ?? []
  const signs = [...value]
  let [at, next, afterAny, retry] = [0, 0, 0, 0]
  while (at < signs.length) {
    const piece = wanted[next]
    if (piece === '%') {
      afterAny = ++next
      retry = at
    } else if (piece === '_' || (piece !== undefined && piece.replace(/^\\(?=.)/su, '') === signs[at])) {
      at++
      next++
    } else if (afterAny > 0) {
      at = ++retry
      next = afterAny
    } else return false
  }
  return wanted.slice(next).every((piece) => piece === '%')
}

/** Like searchText, but keeps blanks at the ends, because another piece may be next to them. */
function foldPiece(text: string): string {
  return foldText(text).replace(/\s+/g, ' ')
}

function trimEnds(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    if (!('text' in piece)) return piece
    const start = index === 0 ? piece.text.trimStart() : piece.text
    return { text: index === pieces.length - 1 ? start.trimEnd() : start }
  })
}
