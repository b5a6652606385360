import type { Paging } from '@aliquot/contract/common'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import type { List } from '../../records/page.ts'

/** The queries for the children of one entry. `Of` identifies the entry and narrows the children. */
interface Source<Of, Row> {
  count(db: Db, of: Of): Promise<{ total: number }[]>
  listPage(db: Db, page: Of & Paging): Promise<Row[]>
  /** The same as a stream. */
  stream(db: Db, page: Of & Paging): AsyncIterable<Row>
}

const MOST_AT_ONCE = 500

/** A page of the children of an entry, or all of them without a limit; a long list is streamed. */
export async function listBelow<Of, Row, Record>(
  { db }: Context,
  source: Source<Of, Row>,
  of: Of,
  { limit, offset }: Paging,
  toRecord: (row: Row) => Record,
): Promise<List<Record>> {
  const [counted] = await source.count(db.read, of)
  const total = counted?.total ?? 0
  const page = limit > 0 ? { ...of, limit, offset } : { ...of, limit: total, offset: 0 }
  if (Math.min(page.limit, total - page.offset) > MOST_AT_ONCE) {
    return { stream: convertRows(source.stream(db.streaming, page), toRecord), total }
  }
  return { rows: (await source.listPage(db.read, page)).map(toRecord), total }
}

async function* convertRows<Row, Record>(rows: AsyncIterable<Row>, toRecord: (row: Row) => Record) {
  for await (const row of rows) yield toRecord(row)
}
