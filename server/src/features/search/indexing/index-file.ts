import { sql } from 'kysely'
import { engineOf } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import * as repo from './pending.repo.ts'

/**
 * On SQLite the indexes and the marks are in two files that are not committed together. So both name the last batch by a
 * token, and the indexes also name the batch before and the entries of the last one. That tells a crash between the two
 * commits from a file that was copied, restored or removed without the other.
 */
interface State {
  token: string
  before: string
  ids: string
}

/** Notes a batch in the indexes, in its transaction. */
export async function noteIndexed(db: Db, ids: readonly number[], token: string): Promise<void> {
  if (engineOf(db) !== 'sqlite') return
  const [notebook] = await repo.readToken(db, {})
  const last = await readState(db)
  // The marks of the last batch may still be there.
  const open = last.token === notebook?.token ? [] : (JSON.parse(last.ids) as number[])
  const all = JSON.stringify([...new Set([...open, ...ids])])
  await sql`update index_state set token = ${token}, before = ${notebook?.token ?? ''}, ids = ${all}`.execute(db)
}

async function readState(db: Db): Promise<State> {
  const { rows } = await sql<State>`select token, before, ids from index_state`.execute(db)
  return rows[0] ?? { token: '', before: '', ids: '[]' }
}

/** Entries of the indexes that the notebook cannot vouch for: none, some or all. */
export async function findDoubtful(db: Db): Promise<number[] | 'all'> {
  if (engineOf(db) !== 'sqlite') return []
  // One statement, so that both files are read at the same moment.
  const { rows } = await sql<State & { own: string }>`
    select n.token as own, i.token, i.before, i.ids from search_indexer as n cross join index_state as i`.execute(db)
  const [{ own, token, before, ids } = { own: '', token: '', before: '', ids: '[]' }] = rows
  if (own === token) return []
  return own === before ? (JSON.parse(ids) as number[]) : 'all'
}

/** Empties the indexes. */
export async function clearIndexes(db: Db): Promise<void> {
  for (const index of ['entity_search', 'entity_search_grams']) await sql`delete from ${sql.table(index)}`.execute(db)
  if (engineOf(db) === 'sqlite') await sql`update index_state set token = '', before = '', ids = '[]'`.execute(db)
}
