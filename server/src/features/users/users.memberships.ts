import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { MembershipRow } from '../../db/schema.ts'
import { membershipsTable } from '../../db/tables/people/memberships.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { mailTeamWelcome } from '../notifications/notify.ts'
import { removeMember } from '../teamgroups/teamgroups.change.ts'
import * as teams from '../teams/teams.lookup.ts'
import { endAccessByLink } from './users.access-by-link.ts'
import { reclaimEmail } from './users.addresses.ts'
import { endCredentialsInTeam } from './users.credentials.ts'
import * as repo from './users.repo.ts'
import { holdUser } from './users.state.ts'
import { keepingSysadmin } from './users.sysadmins.ts'

/** A person's memberships. The caller has checked the right to change them; the command line always may. */

export type Place = Partial<Pick<MembershipRow, 'is_admin' | 'is_archived' | 'is_owner'>>

/** Sets the flags of a membership: admin, archived, owner. Archiving ends the keys and sessions in that team. */
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
  if (place.is_admin === 1 || place.is_archived === 0) await endAccessByLink(ctx, work, userid, team)
  if (place.is_archived === 1) await endCredentialsInTeam(work, userid, team, 'archived in the team')
}

/** Adds a person to a team. A no-op if they are in it. */
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
  const joined = await teams.find(work.db, team)
  if (joined?.onboarding_email_active === 1) await mailTeamWelcome(work, { id: team, people: [userid] })
}

/** Removes a person from a team, unless it is their last one. */
export function removeMembership(ctx: Context, author: Author, userid: number, team: number): Promise<void> {
  return change(ctx, author, (work) => leaveTeam(ctx, work, userid, team))
}

/** Part of a change. */
export async function leaveTeam(ctx: Context, work: Change, userid: number, team: number): Promise<void> {
  // Locked, so that two concurrent removals cannot each leave the other's team as the last one.
  const user = await holdUser(work, userid)
  const memberships = await repo.listMemberships(work.db, { userid })
  const membership = memberships.find((one) => one.team === team)
  if (!membership) throw new NotFound('user.not_in_this_team')
  if (memberships.length === 1) throw new InvalidInput('user.last_team', { field: 'team' })
  await keepingSysadmin(ctx, work, user, () => dropMembership(work, membership))
}

/** Part of a change: removes the membership with its rights, and the keys and sessions in that team. */
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
  // A former member must not read what is shared with the team's groups.
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
    // The team tells a person's memberships apart.
    changes: { team: { after: team }, ...changes },
    seal: sealOf(membershipsTable, after),
  })
}
