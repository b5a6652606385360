import { type Who, whoOf } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import * as users from '../users/users.lookup.ts'

/**
 * A person as they could act in each of their teams. What they may read in one of them they may be told: they can
 * switch to it.
 */
export async function whoInEachTeam(db: Db, userid: number): Promise<Who[]> {
  const memberships = await users.listMemberships(db, { userid })
  const active = memberships.filter((one) => one.is_archived === 0)
  const teams = active.map(({ team }) => team)
  return active.map(({ team, is_admin }) =>
    whoOf({
      userid,
      team,
      teams,
      isAdmin: is_admin === 1,
      isSysadmin: false,
      canWrite: false,
      via: 'mail',
      address: '',
    }),
  )
}
