import { sql } from 'kysely'
import { GUARDED } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** More entries with one custom id are of no use to anybody. */
const MOST = 20

const COLUMNS = ['entities.id', 'entities.type', 'entities.title', 'entities.state'] as const

export const findById = prepared((db: Db, p: Who & { id: number }, engine) =>
  db
    .selectFrom('entities')
    .select(COLUMNS)
    .where('entities.id', '=', p.id)
    .where(allowed(engine, p, GUARDED, 'read')),
)

export const findByElabid = prepared((db: Db, p: Who & { elabid: string }, engine) =>
  db
    .selectFrom('entities')
    .select(COLUMNS)
    .where('entities.elabid', '=', p.elabid)
    .where(allowed(engine, p, GUARDED, 'read')),
)

/** The types are named, because the index begins with them. */
export const findByCustomId = prepared((db: Db, p: Who & { custom_id: number }, engine) =>
  db
    .selectFrom('entities')
    .select(COLUMNS)
    .where('entities.type', 'in', [sql.lit(1), sql.lit(2), sql.lit(3), sql.lit(4)])
    .where('entities.custom_id', '=', p.custom_id)
    .where(allowed(engine, p, GUARDED, 'read'))
    .orderBy('entities.id', 'desc')
    .limit(MOST),
)
