import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { allowed, OF_ENTRY, type Who } from '../../access/visibility.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, RequestActionRow } from '../../db/schema.ts'

export const STATE = { pending: 1, done: 2, withdrawn: 3 } as const

/** A request with the names of both people. */
export interface NamedRequest extends RequestActionRow {
  requester_firstname: string
  requester_lastname: string
  target_firstname: string
  target_lastname: string
}

const NAMED = sql`
  select r.id, r.entity_id, r.requester_userid, r.target_userid, r.action, r.state, r.created_at,
    a.firstname as requester_firstname, a.lastname as requester_lastname,
    t.firstname as target_firstname, t.lastname as target_lastname`
const PEOPLE = sql`
  from request_actions as r
  join users as a on a.userid = r.requester_userid
  join users as t on t.userid = r.target_userid`

/** The pending requests of an entry, newest first. */
export const listPending = prepared((db: Db, p: { entity: number; most: number }) =>
  asQuery<NamedRequest>(
    db,
    sql`${NAMED} ${PEOPLE} where r.entity_id = ${p.entity} and r.state = ${sql.lit(STATE.pending)}
      order by r.id desc limit ${p.most}`,
  ),
)

/** A request of any entry: the caller checks `entity_id`. */
export const find = prepared((db: Db, p: { id: number }) =>
  asQuery<NamedRequest>(db, sql`${NAMED} ${PEOPLE} where r.id = ${p.id} and r.state <> ${sql.lit(STATE.withdrawn)}`),
)

export interface OwnRow extends NamedRequest {
  type: number
  title: string
}

/** The pending requests to a person, newest first, about entries that the reader may read now. */
export const listOwn = prepared((db: Db, p: Who & { target: number; most: number }, engine) => {
  return asQuery<OwnRow>(
    db,
    sql`${NAMED}, e.type, e.title ${PEOPLE} join entities as e on e.id = r.entity_id
      where r.target_userid = ${p.target} and r.state = ${sql.lit(STATE.pending)} and e.type in (1, 2)
        and ${allowed(engine, p, OF_ENTRY, 'read')}
      order by r.id desc limit ${p.most}`,
  )
})

/** Returns nothing if the same request is pending. */
export const insert = prepared(
  (db: Db, p: Pick<RequestActionRow, 'entity_id' | 'requester_userid' | 'target_userid' | 'action' | 'created_at'>) =>
    db
      .insertInto('request_actions')
      .values({
        entity_id: p.entity_id,
        requester_userid: p.requester_userid,
        target_userid: p.target_userid,
        action: p.action,
        state: sql.lit(STATE.pending),
        created_at: p.created_at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll(),
)

export const countPending = prepared((db: Db, p: { entity: number }) =>
  db
    .selectFrom('request_actions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('entity_id', '=', p.entity)
    .where('state', '=', sql.lit(STATE.pending)),
)

export const setState = prepared((db: Db, p: { id: number; state: number }) =>
  db.updateTable('request_actions').set({ state: p.state }).where('id', '=', p.id).returningAll(),
)

/** The pending requests that this person fulfils with this action on an entry. */
export const listMatching = prepared((db: Db, p: { entity: number; target: number; action: number }) =>
  db
    .selectFrom('request_actions')
    .selectAll()
    .where('entity_id', '=', p.entity)
    .where('target_userid', '=', p.target)
    .where('action', '=', p.action)
    .where('state', '=', sql.lit(STATE.pending))
    .orderBy('id'),
)

/** All pending requests from or to a person. */
export const listPendingOf = prepared((db: Db, p: { userid: number }) =>
  asQuery<RequestActionRow>(
    db,
    sql`select * from request_actions where requester_userid = ${p.userid} and state = ${sql.lit(STATE.pending)}
      union select * from request_actions where target_userid = ${p.userid} and state = ${sql.lit(STATE.pending)}
      order by id`,
  ),
)

/** The active memberships of a person who can sign in. */
export const listPlaces = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.userid', 'u.userid')
    .select(['m.team', 'm.is_admin'])
    .where('u.userid', '=', p.userid)
    .where('u.state', '=', 1)
    .where('u.validated', '=', 1)
    .where('m.is_archived', '=', 0),
)

function asQuery<R>(db: Db, query: RawBuilder<unknown>) {
  return { compile: () => query.compile(db) as CompiledQuery<R> }
}
