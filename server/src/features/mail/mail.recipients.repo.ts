import { sql } from 'kysely'
import type { Db, UserRow } from '../../db/schema.ts'

type Recipient = Pick<UserRow, 'userid' | 'email'>

/** Validated people who are active in at least one team; some of them only. */
function everybody(db: Db, today: string) {
  return db
    .selectFrom('users as u')
    .select(['u.userid', 'u.email'])
    .where('u.state', '=', 1)
    .where('u.validated', '=', 1)
    .where((eb) => eb.or([eb('u.valid_until', 'is', null), eb('u.valid_until', '>=', today)]))
    .orderBy('u.userid')
}

export function listActive(db: Db, today: string, { onlyAdmins = false } = {}): Promise<Recipient[]> {
  return everybody(db, today)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('memberships as m')
          .select('m.userid')
          .whereRef('m.userid', '=', 'u.userid')
          .where('m.is_archived', '=', 0)
          .$if(onlyAdmins, (query) => query.where('m.is_admin', '=', sql.lit(1))),
      ),
    )
    .execute()
}

export function listSysadmins(db: Db, today: string): Promise<Recipient[]> {
  return everybody(db, today).where('u.is_sysadmin', '=', sql.lit(1)).execute()
}

export function listTeam(db: Db, today: string, team: number): Promise<Recipient[]> {
  return everybody(db, today)
    .innerJoin('memberships as m', 'm.userid', 'u.userid')
    .where('m.team', '=', team)
    .where('m.is_archived', '=', 0)
    .execute()
}

/** The active members of a group; undefined if the team has no such group. */
export async function listGroup(db: Db, today: string, team: number, group: number): Promise<Recipient[] | undefined> {
  const found = await db
    .selectFrom('teamgroups')
    .select('id')
    .where('id', '=', group)
    .where('team', '=', team)
    .executeTakeFirst()
  if (!found) return undefined
  return everybody(db, today)
    .innerJoin('teamgroup_members as g', 'g.userid', 'u.userid')
    .innerJoin('memberships as m', (join) => join.onRef('m.userid', '=', 'u.userid').on('m.team', '=', team))
    .where('g.teamgroup', '=', group)
    .where('m.is_archived', '=', 0)
    .execute()
}
