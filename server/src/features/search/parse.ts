import type { Query } from './ast.ts'
import { matchOf, type Piece } from './match.ts'
import { type QueryCode, type QueryParams, QueryProblem } from './query-error.ts'
import { FIELD_NAMES, isFieldName, type RawValue, readExtrafield, readField, requireFewWildcards } from './terms.ts'

/** Limits of a query, so that none takes long. */
const MOST_TERMS = 50
const MOST_DEPTH = 20

/**
 * Takes a query of the search language apart:
 *
 *     query := and { ("OR" | "|") and }
 *     and   := not { ["AND" | "&"] not }
 *     not   := { "NOT" | "!" } (term | "(" query ")")
 *     term  := field ":" ["s:"] value | "extrafield:" ["s:"] value ":" value | value
 *     value := "quoted" | 'quoted' | bare
 *
 * Undefined for one without any term.
 */
export function parseQuery(text: string): Query | undefined {
  const parser = new Parser(text)
  return parser.isAtEnd() ? undefined : parser.parse()
}

class Parser {
  readonly #text: string
  #at = 0
  #terms = 0

  constructor(text: string) {
    this.#text = text
    this.#skipBlanks()
  }

  isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  parse(): Query {
    const query = this.#readOr(0)
    if (!this.isAtEnd()) throw this.#problem('query.no_opening')
    return query
  }

  #readOr(depth: number): Query {
    const parts = [this.#readAnd(depth)]
    while (this.#takeOperator('or', '|')) parts.push(this.#readAnd(depth))
    return joined('or', parts)
  }

  #readAnd(depth: number): Query {
    const parts = [this.#readNot(depth)]
    while (this.#takeOperator('and', '&') || this.#isAtTerm()) parts.push(this.#readNot(depth))
    return joined('and', parts)
  }

  #readNot(depth: number): Query {
    if (depth > MOST_DEPTH) throw this.#problem('query.too_deep', { most: MOST_DEPTH })
    if (this.#takeOperator('not', '!')) return { kind: 'not', part: this.#readNot(depth + 1) }
    if (!this.#take('(')) return this.#readTerm()
    const start = this.#at - 1
    const inner = this.#readOr(depth + 1)
    if (!this.#take(')')) throw new QueryProblem('query.no_closing', start)
    return inner
  }

  #readTerm(): Query {
    if (!this.#isAtTerm()) throw this.#problem('query.no_term')
    if (++this.#terms > MOST_TERMS) throw this.#problem('query.too_many_terms', { most: MOST_TERMS })
    const start = this.#at
    const name = this.#takeName()
    if (name === undefined) {
      const value = this.#readValue(() => this.#problem('query.no_value'))
      this.#skipBlanks()
      return textTerm(value)
    }
    if (!isFieldName(name)) {
      throw new QueryProblem('query.unknown_field', start, { name, known: FIELD_NAMES })
    }
    const isStrict = this.#take('s:', { keepBlanks: true })
    const term =
      name === 'extrafield'
        ? readExtrafield(this.#readFieldName(), this.#readFieldValue(), isStrict)
        : readField(
            name,
            this.#readValue(() => this.#problem('query.no_value_of', { name })),
            isStrict,
          )
    this.#skipBlanks()
    return term
  }

  /** Reads `title:` with its colon. Only at the start of a term, because values may contain colons. */
  #takeName(): string | undefined {
    const [whole, name] = /^([a-z_]+):/i.exec(this.#text.slice(this.#at)) ?? []
    if (whole === undefined) return undefined
    this.#at += whole.length
    return name?.toLowerCase()
  }

  #readFieldName(): RawValue {
    const name = this.#readValue(() => this.#problem('query.no_field_name'), ':')
    if (!this.#take(':', { keepBlanks: true })) throw this.#problem('query.no_colon')
    return name
  }

  #readFieldValue(): RawValue {
    return this.#readValue(() => this.#problem('query.no_field_value'))
  }

  #readValue(missing: () => QueryProblem, alsoEnds = ''): RawValue {
    const at = this.#at
    const quote = this.#text.charAt(at)
    if (quote === '"' || quote === "'") return { at, isQuoted: true, pieces: this.#readQuoted(quote) }
    const pieces = this.#readPieces((sign) => /[\s()|&]/.test(sign) || sign === alsoEnds)
    if (this.#at === at) throw missing()
    return { at, isQuoted: false, pieces }
  }

  #readQuoted(quote: string): Piece[] {
    const start = this.#at++
    const pieces = this.#readPieces((sign) => sign === quote)
    if (this.isAtEnd()) throw new QueryProblem('query.no_closing_quote', start)
    this.#at++
    return pieces
  }

  /** Reads up to an ending character. A backslash escapes the next one. */
  #readPieces(ends: (sign: string) => boolean): Piece[] {
    const pieces: Piece[] = []
    let text = ''
    while (!this.isAtEnd()) {
      const sign = this.#text.charAt(this.#at)
      if (ends(sign)) break
      if (sign === '\\' && this.#at + 1 === this.#text.length) {
        throw this.#problem('query.no_escaped')
      }
      this.#at += sign === '\\' ? 2 : 1
      if (sign === '\\') text += this.#text.charAt(this.#at - 1)
      else if (sign !== '%' && sign !== '_') text += sign
      else {
        if (text !== '') pieces.push({ text })
        pieces.push({ wild: sign })
        text = ''
      }
    }
    if (text !== '' || pieces.length === 0) pieces.push({ text })
    return pieces
  }

  /** Neither at the end, nor at something that can only follow a term. */
  #isAtTerm(): boolean {
    return !this.isAtEnd() && !/^([)|&]|(and|or)(?=[\s()]|$))/i.test(this.#text.slice(this.#at))
  }

  #takeOperator(word: string, sign: string): boolean {
    if (this.#take(sign)) return true
    if (!new RegExp(`^${word}(?=[\\s()]|$)`, 'i').test(this.#text.slice(this.#at, this.#at + word.length + 1)))
      return false
    this.#at += word.length
    this.#skipBlanks()
    return true
  }

  #take(sign: string, { keepBlanks = false } = {}): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    if (!keepBlanks) this.#skipBlanks()
    return true
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++
  }

  #problem<C extends QueryCode>(reason: C, ...params: QueryParams<C>): QueryProblem {
    return new QueryProblem(reason, this.#at, ...params)
  }
}

function joined(kind: 'and' | 'or', parts: readonly Query[]): Query {
  const [first] = parts
  return parts.length === 1 && first ? first : { kind, parts }
}

const MOST_NUMBER = 2_147_483_647

function textTerm(value: RawValue): Query {
  const { pieces } = requireFewWildcards(value)
  const [piece] = pieces
  const number =
    pieces.length === 1 && piece && 'text' in piece && /^\d{1,10}$/.test(piece.text) ? Number(piece.text) : 0
  const customId = number > 0 && number <= MOST_NUMBER ? { customId: number } : {}
  return { kind: 'text', in: 'anywhere', match: matchOf(pieces, false), ...customId }
}
