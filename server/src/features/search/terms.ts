import { parseDate } from '../../lib/dates.ts'
import { fieldKey } from '../entries/entries.fields.ts'
import type { DaysTerm, NamedTerm, NumberTerm, Query } from './ast.ts'
import { isAnything, matchOf, type Piece } from './match.ts'
import { QueryProblem } from './query-error.ts'

/** A value as written in a query. */
export interface RawValue {
  at: number
  isQuoted: boolean
  pieces: readonly Piece[]
}

type Read = (value: RawValue, isStrict: boolean) => Query

const FIELDS = {
  author: named('author'),
  body: text('body'),
  category: named('category'),
  created_at: days('created_at'),
  custom_id: number('custom_id', 1, 2_147_483_647, 'query.not_positive'),
  date: days('date'),
  elabid: text('elabid'),
  group: named('group'),
  id: number('id', 1, 2_147_483_647, 'query.not_positive'),
  locked: yesOrNo('locked'),
  locked_at: days('locked_at'),
  owner: named('author'),
  rating: number('rating', 0, 5, 'query.not_rating', new Map([['unrated', 0]])),
  state: number('state', 1, 6, 'query.not_state'),
  status: named('status'),
  tag: named('tag'),
  tags: named('tag'),
  timestamped: yesOrNo('timestamped'),
  timestamped_at: days('timestamped_at'),
  title: text('title'),
  visibility: named('visibility'),
} as const satisfies Record<string, Read>

export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES: readonly string[] = [...Object.keys(FIELDS), 'extrafield'].sort()

export function isFieldName(name: string): name is FieldName | 'extrafield' {
  return FIELD_NAMES.includes(name)
}

export function readField(name: FieldName, value: RawValue, isStrict: boolean): Query {
  return FIELDS[name](value, isStrict)
}

/** More are useless and slow down a comparison. */
const MOST_WILDCARDS = 10

export function readExtrafield(name: RawValue, value: RawValue, isStrict: boolean): Query {
  const written = writtenIn(name)
  // Names are compared whole, and may contain characters that are wildcards elsewhere.
  const isAny = written === '**' && !name.isQuoted
  const isEmpty = value.isQuoted && writtenIn(value) === ''
  const match = isAnything(value.pieces) ? undefined : matchOf(requireFewWildcards(value).pieces, isStrict || isEmpty)
  return { kind: 'field', name: isAny ? undefined : fieldKey(written), match }
}

function text(column: 'title' | 'body' | 'elabid'): Read {
  return (value, isStrict) => ({
    kind: 'text',
    in: column,
    match: matchOf(requireFewWildcards(value).pieces, isStrict),
  })
}

function named(field: NamedTerm['field']): Read {
  // Groups, tags and levels are compared whole: `user` does not mean `useronly`.
  const isWhole = field === 'group' || field === 'tag' || field === 'visibility'
  return (value, isStrict) => ({
    kind: 'named',
    field,
    match: matchOf(requireFewWildcards(value).pieces, isStrict || isWhole),
    at: value.at,
  })
}

function number(
  column: NumberTerm['column'],
  least: number,
  most: number,
  refusal: 'query.not_positive' | 'query.not_rating' | 'query.not_state',
  words: ReadonlyMap<string, number> = new Map(),
): Read {
  return (value) => {
    const written = writtenIn(value).trim().toLowerCase()
    const read = words.get(written) ?? (/^\d{1,10}$/.test(written) ? Number(written) : -1)
    if (read < least || read > most) throw new QueryProblem(refusal, value.at)
    return { kind: 'number', column, value: read }
  }
}

const YES = ['1', 'yes', 'true', 'on']
const NO = ['0', 'no', 'false', 'off']

function yesOrNo(column: 'locked' | 'timestamped'): Read {
  return (value) => {
    const written = writtenIn(value).trim().toLowerCase()
    if (!YES.includes(written) && !NO.includes(written)) throw new QueryProblem('query.not_yes_or_no', value.at)
    return { kind: 'number', column, value: YES.includes(written) ? 1 : 0 }
  }
}

const DAY = String.raw`\d{4}[.,/-]?\d{2}[.,/-]?\d{2}`
const DAYS = new RegExp(`^(?:(=|!=|<=|<|>=|>)?(${DAY})|(${DAY})\\.\\.(${DAY}))$`)
/** Times are whole days between these. */
const FIRST_DAY = '1970-01-02'
const LAST_DAY = '2038-01-18'

function days(column: DaysTerm['column']): Read {
  return (value) => {
    const [whole, sign = '=', day = '', start = '', end = ''] = DAYS.exec(writtenIn(value).trim()) ?? []
    if (whole === undefined) {
      throw new QueryProblem('query.not_day', value.at)
    }
    const read = (text: string) => readDay(text, column, value.at)
    if (day !== '') return { kind: 'days', column, ...compared(sign, read(day)) }
    const [from, to] = [read(start), read(end)]
    if (from > to) throw new QueryProblem('query.ends_before', value.at)
    return { kind: 'days', column, from, to }
  }
}

function readDay(text: string, column: DaysTerm['column'], at: number): string {
  const day = parseDate(text.replace(/[.,/-]/g, ''))
  if (day === undefined) throw new QueryProblem('query.no_such_day', at, { given: text })
  if (column !== 'date' && (day < FIRST_DAY || day > LAST_DAY)) {
    throw new QueryProblem('query.day_out_of_range', at, { first: FIRST_DAY, last: LAST_DAY })
  }
  return day
}

function compared(sign: string, day: string): Pick<DaysTerm, 'from' | 'to' | 'isNot'> {
  if (sign === '<') return { to: nextDay(day, -1) }
  if (sign === '<=') return { to: day }
  if (sign === '>') return { from: nextDay(day, 1) }
  if (sign === '>=') return { from: day }
  return sign === '!=' ? { from: day, to: day, isNot: true } : { from: day, to: day }
}

export function nextDay(day: string, step: 1 | -1): string {
  // The day after the last one; as text it sorts after all.
  if (day === '9999-12-31' && step === 1) return '9999-12-32'
  return new Date(Date.parse(day) + step * 86_400_000).toISOString().slice(0, 10)
}

function writtenIn({ pieces }: RawValue): string {
  return pieces.map((piece) => ('text' in piece ? piece.text : piece.wild)).join('')
}

export function requireFewWildcards(value: RawValue): RawValue {
  if (value.pieces.filter((piece) => 'wild' in piece).length > MOST_WILDCARDS) {
    throw new QueryProblem('query.too_many_wildcards', value.at, { most: MOST_WILDCARDS })
  }
  return value
}
