import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from '../db/dialect.ts'
import type { IdRange } from '../db/entry-index.ts'
import type { Columns, Who } from './visibility.ts'

/** The named values of a list query: placeholders while it is built. */
export type Values = Record<string, unknown> & Partial<Who>

/**
 * A condition of a list. It is built from placeholders only, so lists with the same keys share one compiled query,
 * whatever their values.
 */
export interface Filter {
  /** Differs for filters with different conditions. */
  key: string
  condition(p: Values, engine: Engine): RawBuilder<SqlBool>
  /** The ids of exactly the matching entries, from an index. Used when few entries match. */
  ids?(p: Values, engine: Engine): RawBuilder<unknown>
  /** The matching ids within a range. Used when neither few nor most entries match. */
  idsWithin?(p: Values & IdRange, engine: Engine): RawBuilder<unknown>
  /** Whether `idsWithin` reads no more than it returns. Absent if it may read everything that matches first. */
  isLazy?(p: Values, engine: Engine): RawBuilder<SqlBool>
  values: Values
  /** The condition needs only the id of the entry. */
  isAboutId?: true
  /** `ids` and `idsWithin` read one stretch of an index, in the order of ids. */
  namesInOrder?: true
  /** Filters that every entry matched by this one also matches. */
  covers?: readonly Filter[]
  /** Expensive: use it only when the filters it covers match few entries. */
  isCostly?: true
  /** Its indexes are read in parallel, so it costs as much as all the filters it covers together. */
  isMerge?: true
}

/** The filters that are left to check when `source` has selected the entries. */
export function without(filters: readonly Filter[], source: Filter): Filter[] {
  return filters.filter((filter) => filter !== source && !source.covers?.includes(filter))
}

export const ID = sql.ref<number>('entities.id')

/** The columns of `entities` that decide access. */
export const GUARDED: Columns & { id: typeof ID } = {
  id: ID,
  team: sql.ref('entities.team'),
  userid: sql.ref('entities.userid'),
  base: sql.ref('entities.canread_base'),
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return sql`${sql.join(conditions, sql` and `)}`
}
