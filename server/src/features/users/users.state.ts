import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { MembershipRow, UserRow } from '../../db/schema.ts'
import { InvalidInput, NotFound, Unprocessable } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealMembership, sealUser } from '../../journal/seals.ts'
import { parseDate } from '../../lib/dates.ts'
import { addToSearch } from './people-search.ts'
import { endCredentialsInTeam, endSessions } from './users.credentials.ts'
import * as repo from './users.repo.ts'

/**
 * What decides whether and as what a person may come in. Callers have checked that the author may do this: the command
 * line may do all of it.
 */

export function setValidated(ctx: Context, author: Author, userid: number, isValidated: boolean): Promise<void> {
  return change(ctx, author, (work) => changeUser(work, userid, { validated: isValidated ? 1 : 0 }))
}

/** The last day of an account, `2026-12-31`; null for no end. */
export async function setValidUntil(ctx: Context, author: Author, userid: number, day: string | null): Promise<void> {
  const validUntil = day === null ? null : parseDate(day)
  if (validUntil === undefined) throw new InvalidInput('valid_until: must be a date, YYYY-MM-DD')
  return change(ctx, author, (work) => changeUser(work, userid, { valid_until: validUntil }))
}

export function setSysadmin(ctx: Context, author: Author, userid: number, isSysadmin: boolean): Promise<void> {
  return change(ctx, author, (work) => changeUser(work, userid, { is_sysadmin: isSysadmin ? 1 : 0 }))
}

export const NO_LINK = { password_link_hash: null, password_link_expires: null } as const

/** Whoever knew the old password is out: all sessions end but the one in which the change is made. */
export function setPassword(
  ctx: Context,
  author: Author,
  userid: number,
  passwordHash: string,
  options: { keepSession?: number } = {},
): Promise<void> {
  return change(ctx, author, async (work) => {
    // A link that was made before the change is void.
    await changeUser(work, userid, { ...NO_LINK, password_hash: passwordHash, password_modified_at: work.at })
    await endSessions(work, userid, 'password changed', options.keepSession)
  })
}

/** A person's place in a team: admin, archived, owner. Archiving takes away the keys and sessions of that team. */
export function setMembership(
  ctx: Context,
  author: Author,
  userid: number,
  team: number,
  columns: Partial<Pick<MembershipRow, 'is_admin' | 'is_archived' | 'is_owner'>>,
): Promise<void> {
  return change(ctx, author, async (work) => {
    await changeMembership(work, userid, team, columns)
    if (columns.is_archived === 1) await endCredentialsInTeam(work, userid, team, 'archived in the team')
  })
}

export function setAdmin(ctx: Context, author: Author, userid: number, team: number, isAdmin: boolean): Promise<void> {
  return change(ctx, author, (work) => changeMembership(work, userid, team, { is_admin: isAdmin ? 1 : 0 }))
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

/** Takes a person out of a team, unless it is their last one. */
export function removeMembership(ctx: Context, author: Author, userid: number, team: number): Promise<void> {
  return change(ctx, author, async (work) => {
    // Held, so that two removals at once cannot each leave the other's team as the last one.
    if (!(await repo.hold(work.db, userid))) throw new NotFound('No user with this id')
    const memberships = await repo.listMemberships(work.db, { userid })
    const membership = memberships.find((one) => one.team === team)
    if (!membership) throw new NotFound('This user is not in this team')
    if (memberships.length === 1) throw new Unprocessable('team: is the last one of this user')
    await repo.deleteMembership(work.db, userid, team)
    await work.record({
      chain: INSTANCE_CHAIN,
      subject: 'membership',
      subjectId: userid,
      verb: 'deleted',
      changes: {
        team: { before: team },
        is_admin: { before: membership.is_admin },
        is_archived: { before: membership.is_archived },
      },
      seal: null,
    })
    await endCredentialsInTeam(work, userid, team, 'removed from the team')
  })
}

/** What the journal tells of a changed account. The hash of a password never gets there. */
const TOLD: readonly (keyof UserRow)[] = [
  ...(['email', 'firstname', 'lastname', 'orcid', 'orgid', 'validated', 'valid_until', 'is_sysadmin'] as const),
  ...(['password_modified_at', 'password_link_expires', 'preferences'] as const),
]

async function changeUser(work: Change, userid: number, columns: Partial<UserRow>): Promise<void> {
  await changeHeldUser(work, await holdUser(work, userid), columns)
}

export async function holdUser(work: Change, userid: number): Promise<UserRow> {
  const user = await repo.hold(work.db, userid)
  if (!user) throw new NotFound('No user with this id')
  return user
}

/** Part of a change that holds the user. What changes nothing is no event. */
export async function changeHeldUser(work: Change, before: UserRow, columns: Partial<UserRow>): Promise<void> {
  const { userid } = before
  if (Object.entries(columns).every(([column, value]) => before[column as keyof UserRow] === value)) return
  const name_key = repo.nameKey({ ...before, ...columns })
  const after = await repo.update(work.db, userid, { ...columns, name_key, version: before.version + 1 })
  if (name_key !== before.name_key) await addToSearch(work.db, userid, name_key)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'user',
    subjectId: userid,
    verb: 'updated',
    changes: rowChanges<UserRow>(before, after, TOLD),
    seal: sealUser(after),
  })
}

async function changeMembership(
  work: Change,
  userid: number,
  team: number,
  columns: Partial<Pick<MembershipRow, 'is_admin' | 'is_archived' | 'is_owner'>>,
): Promise<void> {
  const before = await repo.holdMembership(work.db, userid, team)
  if (!before) throw new NotFound('This user is not in this team')
  const after = { ...before, ...columns }
  const changes = rowChanges<MembershipRow>(before, after, ['is_admin', 'is_archived', 'is_owner'])
  if (Object.keys(changes).length === 0) return
  await repo.updateMembership(work.db, before, columns)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'membership',
    subjectId: userid,
    verb: 'updated',
    // The team is what tells a person's memberships apart.
    changes: { team: { after: team }, ...changes },
    seal: sealMembership(after),
  })
}
