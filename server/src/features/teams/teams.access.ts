import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Db, TeamRow } from '../../db/schema.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import * as repo from './teams.repo.ts'

/** The team, if it exists and the actor may see all of it: as an active member or a sysadmin. */
export async function requireTeam(db: Db, actor: Actor, id: number): Promise<TeamRow> {
  const team = await repo.find(db, id)
  if (!team) throw new NotFound('team.not_found')
  if (!actor.isSysadmin && !actor.teams.includes(id)) throw new Forbidden('team.not_member')
  return team
}

export function managesTeam(actor: Actor, id: number): boolean {
  return actor.isSysadmin || isAdminOf(actor, { team: id })
}

/** The team, if the actor may change it: as its admin or a sysadmin. */
export async function requireManagedTeam(db: Db, actor: Actor, id: number): Promise<TeamRow> {
  const team = await requireTeam(db, actor, id)
  if (!managesTeam(actor, id)) {
    throw new Forbidden('team.may_not_change')
  }
  return team
}
