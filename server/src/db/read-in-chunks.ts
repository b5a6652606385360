import { type CompiledQuery, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** Reads rows in chunks, so that other queries can run on the same connection meanwhile. `db` is that of a snapshot. */
export function inChunks<R>(db: Db, query: CompiledQuery<R>, size: number): AsyncGenerator<R[]> {
  return engineOf(db) === 'sqlite' ? fromStatement(db, query, size) : fromCursor(db, query, size)
}

/** Bypasses the query builder, which would block the connection until the last row. */
async function* fromStatement<R>(db: Db, query: CompiledQuery<R>, size: number): AsyncGenerator<R[]> {
  const connection = await db.getExecutor().provideConnection((held) => Promise.resolve(held))
  let chunk: R[] = []
  for await (const { rows } of connection.streamQuery<R>(query, size)) {
    chunk.push(...rows)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** An SQL cursor, because a protocol cursor would keep the connection busy until its end. */
async function* fromCursor<R>(db: Db, query: CompiledQuery<R>, size: number): AsyncGenerator<R[]> {
  await db.executeQuery({ ...query, sql: `declare chunks no scroll cursor for ${query.sql}` })
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(size)} from chunks`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await sql`close chunks`.execute(db)
}
