import type { AuditSubject } from '@aliquot/contract/audit-subjects'
import type { Selectable } from 'kysely'

/**
 * The description of a table in one place: its columns, what a backup does with it, how `verify` proves its rows, and
 * what happens to them when an account is deleted. Everything else is derived from these descriptions.
 */
export interface TableDescription<Columns> {
  readonly name: string
  /** The columns that identify a row. A backup writes the rows sorted by them. */
  readonly key: readonly (keyof Columns & string)[]
  /** `kept`: in the backup. `rebuilt`: a restore derives it from other tables. */
  readonly backup: 'kept' | 'rebuilt'
  readonly proof: Proof<Selectable<Columns>>
  /** Columns that change without an event, and why: their alteration cannot be detected. */
  readonly unguarded?: Partial<Record<keyof Columns & string, string>>
  /** The columns that refer to a person, and what happens to the rows when that account is deleted. */
  readonly people?: Partial<Record<keyof Columns & string, OnAccountDeletion<Selectable<Columns>>>>
}

/** How `verify` checks a row. */
export type Proof<Row> =
  | SealProof<Row>
  /** Part of an entry, which `verify` compares with the entry's chain as a whole. */
  | { readonly by: 'entry' }
  /** The journal itself, which is a hash chain. */
  | { readonly by: 'chain' }
  /** Derived from other rows; `verify` recomputes it. */
  | { readonly by: 'derivation' }
  | { readonly by: 'nothing'; readonly because: string }

/**
 * A seal is the hash of a row after a change, stored in the event and so in the chain. Derived columns are excluded
 * (`verify` recomputes them), and so is what changes without an event. Hashes of secrets are included: a replaced
 * password shows, and a hash over a salted hash reveals nothing.
 */
export interface SealProof<Row> {
  readonly by: 'seal'
  /** Where its events are: in the chain of its entry, or in that of the instance. */
  readonly chain: 'instance' | 'entry'
  readonly subject: AuditSubject
  /** The column that events use as the subject's id. */
  readonly id: keyof Row & string
  /** The column that distinguishes rows with the same id. Each event then names its value. */
  readonly part?: { readonly column: keyof Row & string; readonly name: string }
  /** The sealed values. Their order is part of every existing seal: add new ones at the end, see `unlessUsual`. */
  readonly values: (row: Row) => readonly unknown[]
}

/**
 * `removed`: deleted with the account. `ended`: the change that deletes the account ends them by their own rules.
 * `stays`: the name still appears under the person's work.
 */
export type OnAccountDeletion<Row> = 'removed' | 'ended' | 'stays' | { readonly removedWhere: Partial<Row> }

declare const COLUMNS: unique symbol

/** A description that knows the types of its columns. */
export type Table<Columns, Description> = Description & { readonly [COLUMNS]?: Columns }

export type ColumnsOf<T> = T extends { readonly [COLUMNS]?: infer Columns } ? NonNullable<Columns> : never

/** A table whose rows are sealed. */
export interface SealedTable<Row> {
  readonly name: string
  readonly proof: SealProof<Row>
}

/** `table<TodoItemsTable>()({ name: 'todo_items', … })`. Curried, so that only the columns need a type argument. */
export function table<Columns>() {
  return <const Description extends TableDescription<Columns>>(description: Description): Table<Columns, Description> =>
    description
}

/** Later columns, if they differ from their initial value: older rows keep their seal. */
export function unlessUsual(columns: Readonly<Record<string, readonly [value: number, usual: number]>>): object[] {
  const unusual = Object.entries(columns).filter(([, [value, usual]]) => value !== usual)
  return unusual.length > 0 ? [Object.fromEntries(unusual.map(([name, [value]]) => [name, value]))] : []
}

/** Rows from before there were versions keep their seal. */
export function unlessFirst({ version }: { version: number }): { version: number }[] {
  return version === 1 ? [] : [{ version }]
}

export const ONLY_THE_SUM_COUNTS = 'spreads writers over rows; only the sum of the rows means anything'
