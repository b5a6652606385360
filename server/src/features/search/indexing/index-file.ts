import { sql } from 'kysely'
import { engineOf } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import type { Db } from '../../../db/schema.ts'
import * as repo from './pending.repo.ts'

/**
 * On SQLite the indexes and the marks are in two files that are not committed together. So both name the last batch by a
 * token. The indexes also name the batches before that the notebook had not acknowledged, and their entries. That tells a
 * crash between the two commits, or two servers that index at once, from a file that was copied, restored or removed
 * without the other.
 */
interface State {
  token: string
  before: string
  ids: string
}

const NOTHING: State = { token: '', before: '[]', ids: '[]' }

/** Notes a batch in the indexes, in its transaction. */
export async function noteIndexed(db: Db, ids: readonly number[], token: string): Promise<void> {
  if (!ENTRY_INDEX[engineOf(db)].isApart) return
  const [notebook] = await repo.readToken(db, {})
  const last = await readState(db)
  // The marks of the last batch may still be there.
  const isOpen = last.token !== notebook?.token
  if (isOpen && !(JSON.parse(last.before) as string[]).includes(notebook?.token ?? '')) {
    throw new Error('the search indexes were replaced')
  }
  const all = [...new Set([...(isOpen ? (JSON.parse(last.ids) as number[]) : []), ...ids])]
  const before = [...(isOpen ? (JSON.parse(last.before) as string[]) : []), last.token]
  await sql`update index_state set token = ${token}, before = ${JSON.stringify(before)}, ids = ${JSON.stringify(all)}`.execute(
    db,
  )
}

async function readState(db: Db): Promise<State> {
  const { rows } = await sql<State>`select token, before, ids from index_state`.execute(db)
  return rows[0] ?? NOTHING
}

/** Entries of the indexes that the notebook cannot vouch for: none, some or all. */
export async function findDoubtful(db: Db): Promise<number[] | 'all'> {
  if (!ENTRY_INDEX[engineOf(db)].isApart) return []
  // One statement, so that both files are read at the same moment.
  const { rows } = await sql<State & { own: string }>`
    select n.token as own, i.token, i.before, i.ids from search_indexer as n cross join index_state as i`.execute(db)
  const [{ own, token, before, ids } = { own: '', ...NOTHING }] = rows
  if (own === token) return []
  return (JSON.parse(before) as string[]).includes(own) ? (JSON.parse(ids) as number[]) : 'all'
}

/** Empties the indexes. */
export async function clearIndexes(db: Db): Promise<void> {
  const index = ENTRY_INDEX[engineOf(db)]
  await index.clearEntries(db)
  if (index.isApart) await sql`update index_state set token = '', before = '[]', ids = '[]'`.execute(db)
}
