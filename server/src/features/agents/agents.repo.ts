import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { AgentRow, Db } from '../../db/schema.ts'

export interface Report {
  host: string
  version: string
  apikey: number | null
  interval_seconds: number
  waiting: number
  errors: number
  last_error: string
  last_seen_at: string
  has_ended: number
}

export const findByName = prepared((db: Db, p: { userid: number; team: number; name: string }) =>
  db
    .selectFrom('agents')
    .selectAll()
    .where('userid', '=', p.userid)
    .where('team', '=', p.team)
    .where('name', '=', p.name),
)

export const find = prepared((db: Db, p: { id: number }) => db.selectFrom('agents').selectAll().where('id', '=', p.id))

export const count = prepared((db: Db, p: { userid: number }) =>
  db
    .selectFrom('agents')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userid', '=', p.userid),
)

export const insert = prepared((db: Db, p: Report & { userid: number; team: number; name: string }) =>
  db
    .insertInto('agents')
    .values({
      userid: p.userid,
      team: p.team,
      name: p.name,
      created_at: p.last_seen_at,
      ...reported(p),
    })
    .returningAll(),
)

export const update = prepared((db: Db, p: Report & { id: number }) =>
  db.updateTable('agents').set(reported(p)).where('id', '=', p.id),
)

function reported(p: Report) {
  return {
    host: p.host,
    version: p.version,
    apikey: p.apikey,
    interval_seconds: p.interval_seconds,
    waiting: p.waiting,
    errors: p.errors,
    last_error: p.last_error,
    last_seen_at: p.last_seen_at,
    has_ended: p.has_ended,
    told_silent_at: sql<null>`null`,
  }
}

export const remove = prepared((db: Db, p: { id: number }) => db.deleteFrom('agents').where('id', '=', p.id))

/** Those that did not report since a time, and of which nobody was told. The literals are those of the index. */
export const listQuiet = prepared((db: Db, p: { before: string; most: number }) =>
  db
    .selectFrom('agents')
    .selectAll()
    .where('last_seen_at', '<=', p.before)
    .where('told_silent_at', 'is', null)
    .where('has_ended', '=', sql.lit(0))
    .orderBy('last_seen_at')
    .limit(sql<number>`${p.most}`),
)

/** Returns nothing if it has reported meanwhile, or another process was faster. */
export const setTold = prepared((db: Db, p: { id: number; last_seen_at: string; at: string }) =>
  db
    .updateTable('agents')
    .set({ told_silent_at: p.at })
    .where('id', '=', p.id)
    .where('last_seen_at', '=', p.last_seen_at)
    .where('told_silent_at', 'is', null)
    .returning('id'),
)

/** Everybody who sees an agent in a list: its owner, the admins of its team and the sysadmins. */
export const listOnlookers = prepared((db: Db, p: { userid: number; team: number }) =>
  db
    .selectFrom('memberships')
    .select('userid')
    .where('team', '=', p.team)
    .where('is_admin', '=', sql.lit(1))
    .where('is_archived', '=', 0)
    .union((eb) => eb.selectFrom('users').select('userid').where('is_sysadmin', '=', sql.lit(1)))
    .union((eb) => eb.selectFrom('users').select('userid').where('userid', '=', p.userid)),
)

export type ListedAgent = AgentRow & { firstname: string; lastname: string; team_name: string }

/** Those of a person, and those of a team if `team` is not 0, or all; by name. */
export function list(db: Db, p: { userid: number; team: number; isAll: boolean }): Promise<ListedAgent[]> {
  return db
    .selectFrom('agents as a')
    .innerJoin('users as u', 'u.userid', 'a.userid')
    .innerJoin('teams as t', 't.id', 'a.team')
    .selectAll('a')
    .select(['u.firstname', 'u.lastname', 't.name as team_name'])
    .$if(!p.isAll, (query) =>
      query.where((eb) => eb.or([eb('a.userid', '=', p.userid), ...(p.team > 0 ? [eb('a.team', '=', p.team)] : [])])),
    )
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()
}
