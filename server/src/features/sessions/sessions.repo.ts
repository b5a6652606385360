import type { Insertable } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db, SessionRow } from '../../db/schema.ts'
import type { SessionsTable } from '../../db/tables/people/sessions.ts'

export function insert(db: Db, session: Insertable<SessionsTable>): Promise<SessionRow> {
  return db.insertInto('sessions').values(session).returningAll().executeTakeFirstOrThrow()
}

export const find = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('sessions').selectAll().where('id', '=', p.id),
)

export function update(db: Db, id: number, columns: Partial<SessionRow>): Promise<SessionRow | undefined> {
  return db.updateTable('sessions').set(columns).where('id', '=', id).returningAll().executeTakeFirst()
}

export function remove(db: Db, id: number): Promise<SessionRow | undefined> {
  return db.deleteFrom('sessions').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Returns the deleted ones. */
export async function removeByTokens(db: Db, hashes: readonly string[]): Promise<SessionRow[]> {
  if (hashes.length === 0) return []
  return db.deleteFrom('sessions').where('token_hash', 'in', hashes).returningAll().execute()
}

/** Ends a person's sessions: all, or those in one team; one may stay. */
export async function deleteOfUser(
  db: Db,
  userid: number,
  { team, except }: { team?: number; except?: number | undefined },
): Promise<SessionRow[]> {
  let query = db.deleteFrom('sessions').where('userid', '=', userid)
  if (team !== undefined) query = query.where('team', '=', team)
  if (except !== undefined) query = query.where('id', '!=', except)
  const ended = await query.returningAll().execute()
  return ended.sort((a, b) => a.id - b.id)
}

export async function deleteAll(db: Db): Promise<SessionRow[]> {
  const ended = await db.deleteFrom('sessions').returningAll().execute()
  return ended.sort((a, b) => a.id - b.id)
}

/** Some of the expired sessions, oldest first. */
export function listExpired(db: Db, at: string, most: number): Promise<Pick<SessionRow, 'id'>[]> {
  return db
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(most)
    .execute()
}

export async function deleteExpired(db: Db, at: string, ids: readonly number[]): Promise<SessionRow[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', 'in', ids)
    .where('expires_at', '<=', at)
    .returningAll()
    .execute()
  return ended.sort((a, b) => a.id - b.id)
}

/** A person's open sessions, last used first. */
export const listOpen = prepared((db: Db, p: { userid: number; at: string }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('teams as t', 't.id', 's.team')
    .select(['s.id', 's.team', 't.name as team_name', 's.client_address', 's.user_agent'])
    .select(['s.created_at', 's.last_seen_at', 's.expires_at'])
    .where('s.userid', '=', p.userid)
    .where('s.expires_at', '>', p.at)
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc'),
)

/** Returns the deleted row, if it belonged to this person. */
export function removeOwn(db: Db, id: number, userid: number): Promise<SessionRow | undefined> {
  return db.deleteFrom('sessions').where('id', '=', id).where('userid', '=', userid).returningAll().executeTakeFirst()
}
