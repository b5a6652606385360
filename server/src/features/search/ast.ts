import type { Match } from './match.ts'

/** A parsed query of the search language. */
export type Query =
  | { kind: 'and' | 'or'; parts: readonly Query[] }
  | { kind: 'not'; part: Query }
  | TextTerm
  | NamedTerm
  | NumberTerm
  | DaysTerm
  | FieldTerm
  | AmongTerm
  | TaggedTerm

/** Text in title, main text or permanent id; `anywhere` means these, the date, and the custom id. */
export interface TextTerm {
  kind: 'text'
  in: 'anywhere' | 'title' | 'body' | 'elabid'
  match: Match
  /** The term is this number, so an entry with this custom id matches too. */
  customId?: number
}

/** A term with a name; `resolveNames` replaces it by the ids or levels that it means. */
export interface NamedTerm {
  kind: 'named'
  field: 'author' | 'category' | 'status' | 'group' | 'tag' | 'visibility'
  match: Match
  /** Its position in the query. */
  at: number
}

export interface NumberTerm {
  kind: 'number'
  column: 'id' | 'custom_id' | 'state' | 'rating' | 'locked' | 'timestamped'
  value: number
}

export interface DaysTerm {
  kind: 'days'
  column: 'date' | 'created_at' | 'locked_at' | 'timestamped_at'
  /** The first and last day, both included; either end may be open. */
  from?: string
  to?: string
  /** Negated: on any other day. */
  isNot?: true
}

/** A value of an extra field. */
export interface FieldTerm {
  kind: 'field'
  /** The key of its name; undefined for any field. */
  name: string | undefined
  /** Undefined for any value. */
  match: Match | undefined
}

export interface AmongTerm {
  kind: 'among'
  column: 'userid' | 'category' | 'status' | 'tag' | 'canread_base'
  numbers: readonly number[]
}

/** Entries with any tag. */
export interface TaggedTerm {
  kind: 'tagged'
}

/** Whether the query mentions states: then it decides about them itself. */
export function namesState(query: Query): boolean {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.some(namesState)
  if (query.kind === 'not') return namesState(query.part)
  return query.kind === 'number' && query.column === 'state'
}
