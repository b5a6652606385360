import type { Follower } from './progress.ts'

/** One page of a list, or all of it as a stream of rows. */
export type List<Row> = Page<Row> | Stream<Row>

export interface Page<Row> extends Total {
  rows: Row[]
}

export interface Stream<Row> extends Total {
  stream: AsyncIterable<Row>
  /** How many rows it has, where that is known. */
  length?: number
  follower?: Follower | undefined
}

interface Total {
  /** How many there are in all. */
  total?: number
  /** False: there are at least so many; counting all would cost more than the page. */
  totalIsExact?: boolean
}

/** A page whose rows the wire tells by their ids, as an object. */
export class KeyedPage<Record> implements Total {
  readonly record: Record
  readonly rows: readonly unknown[]
  readonly total: number
  readonly totalIsExact = true

  constructor(record: Record, { rows, total }: { rows: readonly unknown[]; total: number }) {
    this.record = record
    this.rows = rows
    this.total = total
  }
}

/** Cuts a page out of a list that is small by nature (the comments of one entry, the keys of one person). */
export function pageOf<Row>(
  rows: Row[],
  { limit, offset }: { limit: number; offset: number },
): Page<Row> & { total: number } {
  return { rows: limit > 0 ? rows.slice(offset, offset + limit) : rows, total: rows.length }
}
