import { sql } from 'kysely'
import type { BaseContext } from '../base-context.ts'
import { joinText } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'
import { today } from '../lib/dates.ts'
import type { Actor } from './actor.ts'

/**
 * A person as they may act in a team now, for what is done in their name later than they asked for it. Undefined if
 * they may no longer sign in, or have left the team.
 */
export async function actingNow(
  { db, now, config }: Pick<BaseContext, 'db' | 'now' | 'config'>,
  { userid, team }: Pick<Actor, 'userid' | 'team'>,
): Promise<Pick<Actor, 'userid' | 'team' | 'isAdmin' | 'isSysadmin' | 'teams'> | undefined> {
  const [row] = await find(db.read, { userid, team })
  if (row?.validated !== 1 || row.is_archived === 1) return undefined
  if (row.valid_until !== null && row.valid_until < today(now(), config.TIMEZONE)) return undefined
  return {
    userid,
    team,
    isAdmin: row.is_admin === 1,
    isSysadmin: row.is_sysadmin === 1,
    teams: row.teams?.split(',').map(Number) ?? [],
  }
}

const find = prepared(
  (db: Db, p: { userid: number; team: number }, engine) =>
    db
      .selectFrom('users as u')
      .innerJoin('memberships as m', 'm.userid', 'u.userid')
      .select(['u.is_sysadmin', 'u.validated', 'u.valid_until', 'm.is_admin', 'm.is_archived'])
      .select(
        sql<string | null>`(
          select ${joinText(engine, sql`a.team`, ',', sql`a.team`)} from memberships as a
          where a.userid = u.userid and a.is_archived = 0
        )`.as('teams'),
      )
      .where('u.userid', '=', p.userid)
      .where('m.team', '=', p.team),
  { isShort: true },
)
