import type { Actor } from '../../access/actor.ts'
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
  const isManaged = actor.isAdmin && found.memberships.some(({ team }) => actor.adminOf.includes(team))
  if (userid !== actor.userid && !actor.isSysadmin && !isManaged) throw new Forbidden('You may not read this user')
  return found
}

/** The user, if they exist. */
export async function requireUser(db: Db, userid: number): Promise<FoundUser> {
  const user = await repo.find(db, userid)
  if (!user) throw new NotFound('No user with this id')
  return { user, memberships: await repo.listMemberships(db, { userid }) }
}
