import type { Match } from './match.ts'

/** A query of the search language, taken apart. */
export type Query =
  | { kind: 'and' | 'or'; parts: readonly Query[] }
  | { kind: 'not'; part: Query }
  | TextTerm
  | NamedTerm
  | NumberTerm
  | DaysTerm
  | FieldTerm
  | AmongTerm

/** Text in title, main text or permanent id; `anywhere` means these, the day, and the custom id. */
export interface TextTerm {
  kind: 'text'
  in: 'anywhere' | 'title' | 'body' | 'elabid'
  match: Match
  /** The term is this number: an entry with this custom id is meant, too. */
  customId?: number
}

/** Something that has a name; `resolveNames` puts those that are meant in its place. */
export interface NamedTerm {
  kind: 'named'
  field: 'author' | 'category' | 'status' | 'group' | 'visibility'
  match: Match
  /** Where it stands in the text of the query. */
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
  /** First and last day, both included; either end may be open. */
  from?: string
  to?: string
  /** On any other day. */
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
  column: 'userid' | 'category' | 'status' | 'canread_base'
  numbers: readonly number[]
}

/** Does the query speak of states? Then it decides about them itself. */
export function namesState(query: Query): boolean {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.some(namesState)
  if (query.kind === 'not') return namesState(query.part)
  return query.kind === 'number' && query.column === 'state'
}
