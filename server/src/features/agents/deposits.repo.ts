import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

const GUARDED = ['e.id', 'e.type', 'e.team', 'e.userid', 'e.state', 'e.canread_base', 'e.canwrite_base'] as const

/** The newest are enough: more are copies of one content. */
const MOST_FILES = 100

interface Wanted {
  hash: string
  userid: number
  entity: number | undefined
}

/** Files of a person with this content, newest first. */
export function findFiles(db: Db, wanted: Wanted) {
  return filesWith(db, wanted).execute()
}

/** They are looked for by their content, not among all files of the entry, which may be many: a sum is in no index. */
export function filesWith(db: Db, p: Wanted) {
  return db
    .selectFrom('uploads as f')
    .innerJoin('entities as e', 'e.id', 'f.entity_id')
    .select(GUARDED)
    .select(['f.id as upload', 'f.real_name', 'f.filesize', 'f.hash', 'f.state as upload_state'])
    .where('f.hash', '=', p.hash)
    .where('f.userid', '=', p.userid)
    .$if(p.entity !== undefined, (query) => query.where(sql<number>`f.entity_id + 0`, '=', p.entity ?? 0))
    .orderBy('f.id', 'desc')
    .limit(MOST_FILES)
}

const candidates = (db: Db) =>
  db
    .selectFrom('entities as e')
    .select(GUARDED)
    .select(['e.locked', 'e.lockedby', 'e.elabid'])
    .where('e.type', 'in', [1, 2])
    .where('e.state', '=', 1)

export type Candidate = Awaited<ReturnType<typeof findById>>[number]

export const findById = prepared((db: Db, p: { id: number; type: number }) =>
  candidates(db).where('e.id', '=', p.id).where('e.type', '=', p.type),
)

export const findByElabid = prepared((db: Db, p: { elabid: string }) => candidates(db).where('e.elabid', '=', p.elabid))

export const findByCustomId = prepared((db: Db, p: { custom_id: number; type: number }) =>
  candidates(db)
    .where('e.custom_id', '=', p.custom_id)
    .where('e.type', '=', p.type)
    .orderBy('e.id', 'desc')
    .limit(MOST_FILES),
)

/** One only: an older experiment is the wrong place for new data, whoever may write there. */
export const findNewestOf = prepared((db: Db, p: { userid: number }) =>
  candidates(db)
    .where('e.userid', '=', p.userid)
    .where('e.type', '=', 1)
    .where('e.locked', '=', 0)
    .orderBy('e.id', 'desc')
    .limit(1),
)
