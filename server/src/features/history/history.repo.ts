import { sql } from 'kysely'
import { inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

/** The last event of an entry up to a moment. */
export const findLast = prepared((db: Db, p: { chain: number; at: string }) =>
  db
    .selectFrom('events')
    .select('position')
    .where('chain', '=', p.chain)
    .where('at', '<=', p.at)
    .orderBy('position', 'desc')
    .limit(1),
)

/** The first event of an entry: its creation. */
export const findFirst = prepared((db: Db, p: { chain: number }) =>
  db.selectFrom('events').select(['at', 'userid']).where('chain', '=', p.chain).where('position', '=', sql.lit(1)),
)

/** The last change up to a position that counts as a modification: tags and requests alone do not. */
export const findLastTouch = prepared((db: Db, p: { chain: number; position: number }) =>
  db
    .selectFrom('events')
    .select(['at', 'userid', 'verb'])
    .where('chain', '=', p.chain)
    .where('position', '<=', p.position)
    .where('subject', '=', sql.lit('entity'))
    .where('fields', 'not in', [sql.lit('tags'), sql.lit('action_requested'), sql.lit('action_done')])
    .orderBy('position', 'desc')
    .limit(1),
)

/** The events of children at these positions, oldest first, without their values: see `listChanges`. */
export function listAround(db: Db, chain: number, positions: readonly number[]) {
  return db
    .selectFrom('events')
    .select(['position', 'at', 'userid', 'subject', 'subject_id', 'verb', 'fields'])
    .select(sql<number>`octet_length(changes)`.as('bytes'))
    .where('chain', '=', chain)
    .where('position', 'in', positions)
    .where('subject', '<>', sql.lit('entity'))
    .orderBy('position')
    .execute()
}

/** Events that added or removed links to an entry up to a moment, oldest first within each chain. */
export const listLinksTo = prepared((db: Db, p: { id: number; at: string }) =>
  db
    .selectFrom('events')
    .select(['chain', 'verb'])
    .where('subject', '=', sql.lit('link'))
    .where('subject_id', '=', p.id)
    .where('at', '<=', p.at)
    .orderBy('chain')
    .orderBy('position'),
)

/** The chains with an event after a moment. `ids` is a JSON list. */
export const listMoved = prepared((db: Db, p: { ids: string; at: string }, engine) =>
  db
    .selectFrom('chains as c')
    .innerJoin('events as e', (join) => join.onRef('e.chain', '=', 'c.chain').onRef('e.position', '=', 'c.length'))
    .select('c.chain')
    .where(inNumbers(engine, sql.ref('c.chain'), p.ids))
    .where('e.at', '>', p.at),
)

export type AroundRow = Awaited<ReturnType<typeof listAround>>[number]

/** The events of a person, team or label, oldest first. */
export const listInstance = prepared((db: Db, p: { subject: string; id: number }) =>
  db
    .selectFrom('events')
    .select(['at', 'changes'])
    .where('chain', '=', sql.lit(0))
    .where('subject', '=', p.subject)
    .where('subject_id', '=', p.id)
    .where('changes', '<>', sql.lit('{}'))
    .orderBy('position'),
)

export function listPeople(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['userid', 'firstname', 'lastname', 'orcid', 'email'])
    .where('userid', 'in', ids)
    .execute()
}

export const findTeam = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('teams').select('name').where('id', '=', p.id),
)

export const findLabel = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('labels').select(['title', 'color']).where('id', '=', p.id),
)

export const listFavourites = prepared((db: Db, p: { userid: number }) =>
  db.selectFrom('favtags').select('tag_id').where('userid', '=', p.userid),
)
