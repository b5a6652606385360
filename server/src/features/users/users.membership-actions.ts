import type { UserPatch } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import * as teams from '../teams/teams.lookup.ts'
import { managesTeam, requireMayTouch } from './users.access.ts'
import { endAccessByLink } from './users.access-by-link.ts'
import { reclaimEmail } from './users.addresses.ts'
import { addMembership, changePlace, leaveTeam } from './users.memberships.ts'
import * as repo from './users.repo.ts'
import { readUser } from './users.service.ts'
import { holdUser } from './users.state.ts'

/** Adds a person to a team. A no-op if they are in it. */
export async function addToTeam(
  ctx: Context,
  actor: Actor,
  userid: number,
  team = actor.team,
  ifMatch: IfMatch,
): Promise<void> {
  const { adminsImportUsers } = await configOf(ctx)
  const mayImport = adminsImportUsers && isAdminOf(actor, { team })
  if (!actor.isSysadmin && !actor.managesMemberships && !mayImport) throw new Forbidden('user.may_not_add')
  await change(ctx, actor, async (work) => {
    const user = await holdMatching(ctx, work, actor, userid, ifMatch)
    if (!(await teams.hold(work.db, team))) throw new InvalidInput('user.unknown_team', { field: 'team' })
    if (await repo.holdMembership(work.db, userid, team)) return
    await reclaimEmail(work, user)
    await addMembership(work, userid, team, false)
    await endAccessByLink(ctx, work, userid, team)
  })
}

/** Removes a person from a team, with their keys and sessions there. */
export async function removeFromTeam(
  ctx: Context,
  actor: Actor,
  userid: number,
  team: number | undefined,
  ifMatch: IfMatch,
): Promise<void> {
  if (team === undefined) throw new InvalidInput('field.missing', { field: 'team' })
  if (!managesTeam(actor, team)) throw new Forbidden('user.may_not_manage')
  await change(ctx, actor, async (work) => {
    await holdMatching(ctx, work, actor, userid, ifMatch)
    await requireInTeam(work, userid, team)
    await leaveTeam(ctx, work, userid, team)
  })
}

/** Makes a person admin of a team or not, archives them in it or brings them back. */
export async function changePlaceInTeam(
  ctx: Context,
  actor: Actor,
  userid: number,
  { team = actor.team, target, content }: Pick<UserPatch, 'team' | 'target' | 'content'>,
  ifMatch: IfMatch,
): Promise<void> {
  if (target === undefined) throw new InvalidInput('field.missing', { field: 'target' })
  if (content === undefined) throw new InvalidInput('field.missing', { field: 'content' })
  if (target === 'is_owner' ? !actor.isSysadmin : !managesTeam(actor, team)) {
    throw new Forbidden('user.may_not_manage')
  }
  if (target === 'is_archived' && content === 1) await requireMayArchive(ctx, actor)
  await change(ctx, actor, async (work) => {
    await holdMatching(ctx, work, actor, userid, ifMatch)
    await requireInTeam(work, userid, team)
    await changePlace(ctx, work, userid, team, { [target]: content })
  })
}

async function requireMayArchive(ctx: Context, actor: Actor): Promise<void> {
  const { adminsArchiveUsers } = await configOf(ctx)
  if (!actor.isSysadmin && !adminsArchiveUsers) throw new Forbidden('user.may_not_archive')
}

async function requireInTeam(work: Change, userid: number, team: number): Promise<void> {
  if (!(await repo.holdMembership(work.db, userid, team))) throw new InvalidInput('user.not_in_team', { field: 'team' })
}

/**
 * A sysadmin who is archived in all teams is locked out, so the memberships of sysadmins are protected like their
 * account.
 */
async function holdMatching(
  ctx: Context,
  work: Change,
  actor: Actor,
  userid: number,
  ifMatch: IfMatch,
): Promise<UserRow> {
  const user = await holdUser(work, userid)
  requireMayTouch(actor, user)
  await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
  return user
}
