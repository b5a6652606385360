import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { MembershipRow } from '../../db/schema.ts'
import { membershipsTable } from '../../db/tables/people/memberships.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { removeMember } from '../teamgroups/teamgroups.change.ts'
import { reclaimEmail } from './users.addresses.ts'
import { endCredentialsInTeam } from './users.credentials.ts'
import * as repo from './users.repo.ts'
import { holdUser } from './users.state.ts'
import { keepingSysadmin } from './users.sysadmins.ts'

/**
 * A person's places in teams. Callers have checked that the author may do this: the command line may do all of it.
 */

export type Place = Partial<Pick<MembershipRow, 'is_admin' | 'is_archived' | 'is_owner'>>

/** What a person is in a team: admin, archived, owner. Archiving takes away the keys and sessions of that team. */
export function setMembership(ctx: Context, author: Author, userid: number, team: number, place: Place): Promise<void> {
  return change(ctx, author, (work) => changePlace(ctx, work, userid, team, place))
}

export function setAdmin(ctx: Context, author: Author, userid: number, team: number, isAdmin: boolean): Promise<void> {
  return setMembership(ctx, author, userid, team, { is_admin: isAdmin ? 1 : 0 })
}

/** Archives a person in a team, or brings them back. */
export function archiveMembership(
  ctx: Context,
  author: Author,
  userid: number,
  team: number,
  isArchived = true,
): Promise<void> {
  return setMembership(ctx, author, userid, team, { is_archived: isArchived ? 1 : 0 })
}

/** Part of a change. */
export async function changePlace(
  ctx: Context,
  work: Change,
  userid: number,
  team: number,
  place: Place,
): Promise<void> {
  const user = await holdUser(work, userid)
  if (place.is_archived === 0) await reclaimEmail(work, user)
  await keepingSysadmin(ctx, work, user, () => changeMembership(work, userid, team, place))
  if (place.is_archived === 1) await endCredentialsInTeam(work, userid, team, 'archived in the team')
}

/** Puts a person into a team. Who is in it already stays as they are. */
export async function addMembership(work: Change, userid: number, team: number, isAdmin: boolean): Promise<void> {
  const membership = await repo.insertMembership(work.db, {
    userid,
    team,
    is_admin: isAdmin ? 1 : 0,
    is_owner: 0,
    is_archived: 0,
    created_at: work.at,
  })
  if (!membership) return
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'membership',
    subjectId: userid,
    verb: 'created',
    changes: { team: { after: team }, is_admin: { after: membership.is_admin } },
    seal: sealOf(membershipsTable, membership),
  })
}

/** Takes a person out of a team, unless it is their last one. */
export function removeMembership(ctx: Context, author: Author, userid: number, team: number): Promise<void> {
  return change(ctx, author, (work) => leaveTeam(ctx, work, userid, team))
}

/** Part of a change. */
export async function leaveTeam(ctx: Context, work: Change, userid: number, team: number): Promise<void> {
  // Held, so that two removals at once cannot each leave the other's team as the last one.
  const user = await holdUser(work, userid)
  const memberships = await repo.listMemberships(work.db, { userid })
  const membership = memberships.find((one) => one.team === team)
  if (!membership) throw new NotFound('user.not_in_this_team')
  if (memberships.length === 1) throw new InvalidInput('user.last_team', { field: 'team' })
  await keepingSysadmin(ctx, work, user, () => dropMembership(work, membership))
}

/** Part of a change: the place, what rights hung on it, and the keys and sessions in that team. */
export async function dropMembership(work: Change, membership: MembershipRow): Promise<void> {
  const { userid, team, is_admin, is_archived } = membership
  await repo.deleteMembership(work.db, userid, team)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'membership',
    subjectId: userid,
    verb: 'deleted',
    changes: { team: { before: team }, is_admin: { before: is_admin }, is_archived: { before: is_archived } },
    seal: null,
  })
  // Who is out of the team must not read on what is shared with its groups.
  for (const teamgroup of await repo.listGroupsIn(work.db, { userid, team })) await removeMember(work, teamgroup)
  await endCredentialsInTeam(work, userid, team, 'removed from the team')
}

async function changeMembership(work: Change, userid: number, team: number, place: Place): Promise<void> {
  const before = await repo.holdMembership(work.db, userid, team)
  if (!before) throw new NotFound('user.not_in_this_team')
  const after = { ...before, ...place }
  const changes = rowChanges<MembershipRow>(before, after, ['is_admin', 'is_archived', 'is_owner'])
  if (Object.keys(changes).length === 0) return
  await repo.updateMembership(work.db, before, place)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'membership',
    subjectId: userid,
    verb: 'updated',
    // The team is what tells a person's memberships apart.
    changes: { team: { after: team }, ...changes },
    seal: sealOf(membershipsTable, after),
  })
}
