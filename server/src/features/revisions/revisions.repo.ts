import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** Saves of an entry's main text before a position, newest first. The texts are read separately. */
export const listSaves = prepared((db: Db, p: { chain: number; before: number; most: number }) =>
  db
    .selectFrom('events as e')
    .leftJoin('users as u', 'u.userid', 'e.userid')
    .select(['e.id', 'e.position', 'e.at', 'e.userid', 'e.verb', 'e.fields', 'u.firstname', 'u.lastname'])
    .select(sql<number>`octet_length(e.changes)`.as('bytes'))
    .where('e.chain', '=', p.chain)
    .where('e.subject', '=', sql.lit('entity'))
    .where(sql<string>`',' || e.fields || ','`, 'like', sql.lit('%,body,%'))
    .where('e.position', '<', p.before)
    .orderBy('e.position', 'desc')
    .limit(sql<number>`${p.most}`),
)
export type SaveRow = Awaited<ReturnType<typeof listSaves>>[number]
