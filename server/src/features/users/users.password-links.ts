import type { PasswordByLink, PasswordOwner } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Client, SignedIn } from '../../access/client.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, MembershipRow, UserRow } from '../../db/schema.ts'
import { Forbidden, type PlainCode } from '../../errors.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { forgetDevices } from '../sessions/sessions.devices.ts'
import { isOpen } from '../sessions/sessions.service.ts'
import { newToken, startSession } from '../sessions/sessions.start.ts'
import { requireReadableUser } from './users.access.ts'
import { findGiver, type Giver, LINK_USED } from './users.access-by-link.ts'
import { endSessions } from './users.credentials.ts'
import { preparePassword } from './users.passwords.ts'
import { fullnameOf } from './users.record.ts'
import * as repo from './users.repo.ts'
import { changeHeldUser, holdUser, NO_LINK } from './users.state.ts'

const LINK_DAYS = 7

/**
 * A token with which this person can set their password. Only its hash is stored, and only the newest is valid.
 * Sysadmins create one for anybody; admins only for members of just their team who never had a password and have no
 * rights beyond it: otherwise they could get into an account, and so into other teams. Both may change before the link
 * is used, so the giver is stored and the rule is checked again then.
 */
export async function createPasswordLink(ctx: Context, actor: Actor, userid: number): Promise<{ token: string }> {
  const { user, memberships } = await requireReadableUser(ctx.db.read, actor, userid)
  const giver = { isSysadmin: actor.isSysadmin, adminTeams: actor.isAdmin ? [actor.team] : [] }
  requireMayInvite(giver, user, memberships)
  const token = newToken()
  const keepLink = async (work: Change) => {
    const before = await holdUser(work, userid)
    requireMayInvite(giver, before, await repo.listMemberships(work.db, { userid }))
    const expires = new Date(Date.parse(work.at) + LINK_DAYS * 86_400_000).toISOString()
    await changeHeldUser(work, before, {
      password_link_hash: tokenHash(token),
      password_link_expires: expires,
      password_link_by: actor.userid,
    })
    return { token }
  }
  return change(ctx, actor, keepLink, { sealResult: true })
}

const OWN_LINK_MINUTES = 60

/**
 * A token for the person themselves, to be sent to their address: they forgot their password. Undefined if they could
 * not sign in with a new one, or somebody gave them a link that is still valid: anybody can ask for this, so it must not
 * end an invitation, nor a change of the account that somebody is about to save.
 */
export async function createOwnPasswordLink(ctx: Context, userid: number): Promise<string | undefined> {
  const token = newToken()
  return change(ctx, { userid: null, via: 'forgotten-password', address: '' }, async (work) => {
    const before = await holdUser(work, userid)
    const memberships = await repo.listMemberships(work.db, { userid })
    if (!isOpen(ctx, before) || memberships.every((one) => one.is_archived === 1)) return undefined
    if (await hasLinkOfOthers(ctx, work, before)) return undefined
    const expires = new Date(Date.parse(work.at) + OWN_LINK_MINUTES * 60_000).toISOString()
    const link = { password_link_hash: tokenHash(token), password_link_expires: expires, password_link_by: userid }
    await changeHeldUser(work, before, link, { keepsVersion: true })
    return token
  })
}

function requireMayInvite(giver: Giver, user: UserRow, memberships: readonly MembershipRow[]): void {
  const refusal = refuseInvitation(giver, user, memberships)
  if (refusal) throw new Forbidden(refusal)
}

function refuseInvitation(giver: Giver, user: UserRow, memberships: readonly MembershipRow[]): PlainCode | undefined {
  if (giver.isSysadmin) return undefined
  if (giver.adminTeams.length === 0) return 'user.may_not_invite'
  if (user.is_sysadmin === 1 || user.password_hash !== null) {
    return 'user.link_with_password'
  }
  if (
    user.can_manage_users2teams === 1 ||
    user.can_manage_compounds === 1 ||
    user.can_manage_inventory_locations === 1
  ) {
    return 'user.link_with_rights'
  }
  if (memberships.some(({ team }) => !giver.adminTeams.includes(team))) {
    return 'user.link_in_other_teams'
  }
  return undefined
}

/**
 * Refuses a link that its creator could not create any more, because the person's or the creator's rights have changed.
 */
async function requireStillMayInvite(ctx: Context, db: Db, user: UserRow): Promise<void> {
  // It was sent to their own address.
  if (user.password_link_by === user.userid) return
  if (!(await stillMayInvite(ctx, db, user))) throw wrongLink()
}

async function stillMayInvite(ctx: Context, db: Db, user: UserRow): Promise<boolean> {
  const giver = await findGiver(ctx, db, user.password_link_by)
  const memberships = await repo.listMemberships(db, { userid: user.userid })
  return giver !== undefined && refuseInvitation(giver, user, memberships) === undefined
}

async function hasLinkOfOthers(ctx: Context, { db, at }: Change, user: UserRow): Promise<boolean> {
  const { password_link_hash: hash, password_link_by: giver, userid } = user
  return hash !== null && giver !== userid && isValid(user, hash, at) && stillMayInvite(ctx, db, user)
}

/** Whose password the link sets, and who invited them to which teams. Only the holder of a valid one is told. */
export async function readPasswordLink(ctx: Context, token: string): Promise<PasswordOwner> {
  const { userid, email, firstname, lastname, password_link_by } = await requireLink(ctx, tokenHash(token))
  const memberships = await repo.listMemberships(ctx.db.read, { userid })
  const teams = memberships.filter((one) => one.is_archived === 0).map(({ name }) => name)
  const giver = await repo.find(ctx.db.read, password_link_by)
  // The giver can only be missing if the account was deleted just now.
  if (!giver) throw wrongLink()
  return { email, firstname, lastname, teams, sent_by: giver.userid === userid ? '' : fullnameOf(giver) }
}

async function requireLink(ctx: Context, linkHash: string): Promise<UserRow> {
  const found = await repo.findByPasswordLink(ctx.db.read, linkHash)
  if (!found || !isValid(found, linkHash, ctx.now())) throw wrongLink()
  await requireStillMayInvite(ctx, ctx.db.read, found)
  return found
}

/** Sets the password of whoever holds the link, and signs them in. The link works once. */
export async function setPasswordByLink(
  ctx: Context,
  client: Client,
  { token: linkToken, password }: PasswordByLink,
): Promise<SignedIn> {
  const linkHash = tokenHash(linkToken)
  // Before the expensive hash, and before a refused password reveals that the link was right.
  const found = await requireLink(ctx, linkHash)
  const passwordHash = await preparePassword(ctx, password, found)
  const { userid } = found
  return change(ctx, { userid, via: LINK_USED, address: client.address }, async (work) => {
    // Of two concurrent requests the second waits here and then finds another link.
    const user = await holdUser(work, userid)
    if (!isValid(user, linkHash, work.at)) throw wrongLink()
    await requireStillMayInvite(ctx, work.db, user)
    const memberships = await repo.listMemberships(work.db, { userid })
    const first = memberships.find((one) => one.is_archived === 0)
    if (!first || !isOpen(ctx, user)) throw new Forbidden('user.may_not_sign_in')
    await changeHeldUser(work, user, { ...NO_LINK, password_hash: passwordHash, password_modified_at: work.at })
    await endSessions(work, userid, 'password changed')
    await forgetDevices(work.db, userid)
    return startSession(ctx, work, { userid, team: first.team, client })
  })
}

function isValid(user: UserRow, linkHash: string, at: string): boolean {
  return user.password_link_hash === linkHash && (user.password_link_expires ?? '') > at
}

function wrongLink(): Forbidden {
  return new Forbidden('password.used_link', { field: 'token' })
}
