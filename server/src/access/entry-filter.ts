import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '../db/dialect.ts'
import type { Columns, Who } from './visibility.ts'

/** The values of a list's query by name: its place holders while it is built. */
export type Values = Record<string, unknown> & Partial<Who>

/**
 * A condition of a list. It is built from place holders only, so lists with the same keys share one compiled query,
 * whatever their values.
 */
export interface Filter {
  /** Tells filters apart whose conditions differ. */
  key: string
  condition(p: Values, engine: Engine): RawBuilder<SqlBool>
  /** Ids of exactly the entries that fulfil it, where an index has them: when they are few, only they are looked at. */
  ids?(p: Values, engine: Engine): RawBuilder<unknown>
  /** Those of them in a stretch of ids (see Stretch): for filters that neither few nor most entries fulfil. */
  idsWithin?(p: Values & IdRange, engine: Engine): RawBuilder<unknown>
  values: Values
  /** Its condition asks for nothing of the entry but the id. */
  isAboutId?: true
  /** Filters that every entry which this one names fulfils as well. */
  covers?: readonly Filter[]
  /** Naming its entries costs as much as all that the covered ones leave: only for covered ones that leave few. */
  isCostly?: true
}

/** The filters that are still to be looked at when one of them, or one that covers some, has named the entries. */
export function without(filters: readonly Filter[], source: Filter): Filter[] {
  return filters.filter((filter) => filter !== source && !source.covers?.includes(filter))
}

/** Ids from `first` to `last`, which together fill blocks of the full-text index (see id-blocks.ts). */
export interface IdRange {
  first: number
  last: number
  /** The names of the blocks, as a query of PostgreSQL's full-text search. */
  blocks: string
  /** How many ids there are in it. */
  length: number
}

export const ID = sql.ref<number>('entities.id')

/** The columns of `entities` that decide about access. */
export const GUARDED: Columns & { id: typeof ID } = {
  id: ID,
  team: sql.ref('entities.team'),
  userid: sql.ref('entities.userid'),
  base: sql.ref('entities.canread_base'),
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql`${sql.join(conditions, sql` and `)}`
}
