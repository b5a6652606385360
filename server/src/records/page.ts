import type { Follower } from './progress.ts'

/** A page of a list, or all of it as a stream. */
export type List<Row> = Page<Row> | Stream<Row>

export interface Page<Row> extends Total {
  rows: Row[]
}

export interface Stream<Row> extends Total {
  stream: AsyncIterable<Row>
  /** The number of rows, if known. */
  length?: number
  follower?: Follower | undefined
}

interface Total {
  /** The total number. */
  total?: number
  /** False if the total is a lower bound; counting all would cost more than the page. */
  totalIsExact?: boolean
}

/** A page whose rows are sent as an object by id. */
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

/** Cuts a page out of a short list (the comments of one entry, the keys of one person). */
export function pageOf<Row>(
  rows: Row[],
  { limit, offset }: { limit: number; offset: number },
): Page<Row> & { total: number } {
  return { rows: limit > 0 ? rows.slice(offset, offset + limit) : rows, total: rows.length }
}
