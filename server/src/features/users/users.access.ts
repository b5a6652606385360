import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import * as repo from './users.repo.ts'

export interface FoundUser {
  user: UserRow
  memberships: readonly repo.NamedMembership[]
}

/** The user, if they exist and the actor may see all of them: oneself, sysadmins, and admins of one of their teams. */
export async function requireReadableUser(db: Db, actor: Actor, userid: number): Promise<FoundUser> {
  const found = await requireUser(db, userid)
  const isManaged = actor.isAdmin && (actor.managesMemberships === true || isInTeamOf(actor, found))
  if (userid !== actor.userid && !actor.isSysadmin && !isManaged) throw new Forbidden('user.may_not_read')
  return found
}

/** The same for changes, which may need further rights. */
export async function requireManageableUser(db: Db, actor: Actor, userid: number): Promise<FoundUser> {
  const found = await requireUser(db, userid)
  const isManaged = actor.isSysadmin || actor.managesMemberships === true || isInTeamOf(actor, found)
  if (userid !== actor.userid && !isManaged) throw new Forbidden('user.may_not_change')
  return found
}

/** The user, if they exist. */
export async function requireUser(db: Db, userid: number): Promise<FoundUser> {
  const user = await repo.find(db, userid)
  if (!user) throw new NotFound('user.not_found')
  return { user, memberships: await repo.listMemberships(db, { userid }) }
}

/** Credentials are only for the owner and for sysadmins. */
export async function requireOwnAccount(db: Db, actor: Actor, userid: number): Promise<void> {
  if (userid === actor.userid) return
  if (!actor.isSysadmin) throw new Forbidden('user.may_not_see_access')
  await requireUser(db, userid)
}

/** Whether the actor manages the members of a team. */
export function managesTeam(actor: Actor, team: number): boolean {
  return actor.isSysadmin || actor.managesMemberships === true || isAdminOf(actor, { team })
}

/** Only sysadmins may change another sysadmin's account. */
export function requireMayTouch(actor: Actor, user: UserRow): void {
  if (user.is_sysadmin !== 1 || actor.isSysadmin || user.userid === actor.userid) return
  throw new Forbidden('user.of_sysadmin')
}

/**
 * What concerns all teams of a person, such as their account, preferences and deletion, is up to them, to sysadmins,
 * and to an admin of their only team. An archived membership counts too.
 */
export async function requireManagesAllTeams(db: Db, actor: Actor, userid: number): Promise<void> {
  if (userid === actor.userid || actor.isSysadmin) return
  const memberships = await repo.listMemberships(db, { userid })
  if (memberships.length > 0 && memberships.every(({ team }) => isAdminOf(actor, { team }))) return
  throw new Forbidden('user.not_all_teams')
}

function isInTeamOf(actor: Actor, { memberships }: FoundUser): boolean {
  return memberships.some(({ team }) => isAdminOf(actor, { team }))
}
