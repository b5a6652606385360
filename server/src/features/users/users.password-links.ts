import type { PasswordByLink } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Client, SignedIn } from '../../access/client.ts'
import { isAdminOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { MembershipRow, UserRow } from '../../db/schema.ts'
import { Forbidden } from '../../errors.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { forgetDevices } from '../sessions/sessions.devices.ts'
import { isOpen } from '../sessions/sessions.service.ts'
import { newToken, startSession } from '../sessions/sessions.start.ts'
import { requireReadableUser } from './users.access.ts'
import { endSessions } from './users.credentials.ts'
import { preparePassword } from './users.passwords.ts'
import * as repo from './users.repo.ts'
import { changeHeldUser, holdUser, NO_LINK } from './users.state.ts'

const LINK_DAYS = 7

/**
 * A token with which this person can set their password. Only its hash is stored, and only the newest is valid.
 * Sysadmins create one for anybody; admins only for members of just their team who never had a password: otherwise they
 * could get into an account, and so into other teams.
 */
export async function createPasswordLink(ctx: Context, actor: Actor, userid: number): Promise<{ token: string }> {
  const { user, memberships } = await requireReadableUser(ctx.db.read, actor, userid)
  requireMayInvite(actor, user, memberships)
  const token = newToken()
  const keepLink = async (work: Change) => {
    const before = await holdUser(work, userid)
    requireMayInvite(actor, before, await repo.listMemberships(work.db, { userid }))
    const expires = new Date(Date.parse(work.at) + LINK_DAYS * 86_400_000).toISOString()
    await changeHeldUser(work, before, { password_link_hash: tokenHash(token), password_link_expires: expires })
    return { token }
  }
  return change(ctx, actor, keepLink, { sealResult: true })
}

function requireMayInvite(actor: Actor, user: UserRow, memberships: readonly MembershipRow[]): void {
  if (actor.isSysadmin) return
  if (!actor.isAdmin) throw new Forbidden('user.may_not_invite')
  if (user.is_sysadmin === 1 || user.password_hash !== null) {
    throw new Forbidden('user.link_with_password')
  }
  if (memberships.some(({ team }) => !isAdminOf(actor, { team }))) {
    throw new Forbidden('user.link_in_other_teams')
  }
}

/** Sets the password of whoever holds the link, and signs them in. The link works once. */
export async function setPasswordByLink(
  ctx: Context,
  client: Client,
  { token: linkToken, password }: PasswordByLink,
): Promise<SignedIn> {
  const linkHash = tokenHash(linkToken)
  // Before the expensive hash, and before a refused password reveals that the link was right.
  const found = await repo.findByPasswordLink(ctx.db.read, linkHash)
  if (!found || !isValid(found, linkHash, ctx.now())) throw wrongLink()
  const passwordHash = await preparePassword(ctx, password, found)
  const { userid } = found
  return change(ctx, { userid, via: 'password-link', address: client.address }, async (work) => {
    // Of two concurrent requests the second waits here and then finds another link.
    const user = await holdUser(work, userid)
    if (!isValid(user, linkHash, work.at)) throw wrongLink()
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
