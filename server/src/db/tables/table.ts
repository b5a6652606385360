import type { AuditSubject } from '@aliquot/contract/audit-subjects'
import type { Selectable } from 'kysely'

/**
 * All that has to be known of a table, in one place: its columns, what a backup does with it, how `verify` proves its
 * rows, and what becomes of them when somebody's account is deleted. Everything else is derived from these descriptions.
 */
export interface TableDescription<Columns> {
  readonly name: string
  /** The columns that tell its rows apart, in the order in which a backup writes them. */
  readonly key: readonly (keyof Columns & string)[]
  /** `kept`: a backup holds it. `rebuilt`: a restore makes it anew from the others. */
  readonly backup: 'kept' | 'rebuilt'
  readonly proof: Proof<Selectable<Columns>>
  /** Columns that change without an event, and why: nobody can tell when they were altered. */
  readonly unguarded?: Partial<Record<keyof Columns & string, string>>
  /** The columns that name a person, and what becomes of the rows when that account is deleted. */
  readonly people?: Partial<Record<keyof Columns & string, OnAccountDeletion<Selectable<Columns>>>>
}

/** How `verify` knows that a row is what it was. */
export type Proof<Row> =
  | SealProof<Row>
  /** It is part of an entry, which `verify` holds against the entry's chain as a whole. */
  | { readonly by: 'entry' }
  /** It is the journal itself: hashes run through it. */
  | { readonly by: 'chain' }
  /** It follows from other rows, and `verify` derives it again. */
  | { readonly by: 'derivation' }
  | { readonly by: 'nothing'; readonly because: string }

/**
 * A seal is the hash of a row as a change left it. It stands in the event, inside the chain. Derived columns are left out
 * (`verify` derives them again), and so is what changes without an event. Hashes of secrets are in: a replaced password
 * shows, and a hash over a salted hash reveals nothing.
 */
export interface SealProof<Row> {
  readonly by: 'seal'
  /** Where its events are: in the chain of the entry that it belongs to, or in that of the instance. */
  readonly chain: 'instance' | 'entry'
  readonly subject: AuditSubject
  /** The column that events call the subject's id. */
  readonly id: keyof Row & string
  /** Where several rows share that id: the column that tells them apart. Each event then names its value. */
  readonly part?: { readonly column: keyof Row & string; readonly name: string }
  /** The sealed values. Their order is part of every seal that exists: add new ones at the end, see `unlessUsual`. */
  readonly values: (row: Row) => readonly unknown[]
}

/**
 * `removed`: deleted with the account. `ended`: the change that deletes the account ends them by their own rules.
 * `stays`: the name still stands under what the person did.
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

/** `table<TodoItemsTable>()({ name: 'todo_items', … })`. Called twice, so that only the columns have to be named. */
export function table<Columns>() {
  return <const Description extends TableDescription<Columns>>(description: Description): Table<Columns, Description> =>
    description
}

/** Columns that came later, where they differ from what they began with: rows from before keep the seal they have. */
export function unlessUsual(columns: Readonly<Record<string, readonly [value: number, usual: number]>>): object[] {
  const unusual = Object.entries(columns).filter(([, [value, usual]]) => value !== usual)
  return unusual.length > 0 ? [Object.fromEntries(unusual.map(([name, [value]]) => [name, value]))] : []
}

/** Rows from before they had versions keep the seal they have. */
export function unlessFirst({ version }: { version: number }): { version: number }[] {
  return version === 1 ? [] : [{ version }]
}

export const ONLY_THE_SUM_COUNTS = 'spreads writers over rows; only the sum of the rows means anything'
