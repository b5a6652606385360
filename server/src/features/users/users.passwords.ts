import { judgePassword } from '@aliquot/contract/password-rules'
import { ofField } from '@aliquot/contract/refusals/problem'
import type { UserPatch } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import { hashPassword } from '../../lib/password.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { isOwnPassword, requireProven } from '../sessions/sessions.proof.ts'
import { sessionIdOf } from '../sessions/sessions.service.ts'
import { requireManageableUser } from './users.access.ts'
import { readUser } from './users.service.ts'
import { setPassword } from './users.state.ts'

/** Validates and hashes a new password. Slow: call it before the change that stores it. */
export async function preparePassword(
  ctx: Context,
  password: string,
  person: { email: string; firstname: string; lastname: string },
): Promise<string> {
  const { minPasswordLength, passwordComplexity } = await configOf(ctx)
  const about = [person.email, person.firstname, person.lastname]
  const rules = { fewest: minPasswordLength, complexity: passwordComplexity }
  const { problem } = judgePassword(password, about, rules)
  if (problem !== undefined) throw new InvalidInput(ofField(problem, 'password'))
  return hashPassword(password)
}

/**
 * Changes a password, one's own or (sysadmins) another's, and ends the other sessions of that account. The current
 * session gets a new token, so that a stolen copy of the old one is useless.
 */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  userid: number,
  input: Pick<UserPatch, 'current_password'> & { password: string },
  ifMatch: IfMatch,
): Promise<{ token?: string }> {
  const { user } = await requireManageableUser(ctx.db.read, actor, userid)
  const isOwn = userid === actor.userid
  // Whoever may try the password of somebody else could guess it.
  if (!isOwn && !actor.isSysadmin) throw new Forbidden('user.password_of_other')
  await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
  if (isOwn && (!actor.isSysadmin || input.current_password)) {
    await requireCurrentPassword(ctx, actor, user, input.current_password)
  } else requireProven(ctx, actor)
  const passwordHash = await preparePassword(ctx, input.password, user)
  const keptSession = isOwn ? sessionIdOf(actor) : undefined
  return setPassword(ctx, actor, userid, passwordHash, keptSession)
}

async function requireCurrentPassword(
  ctx: Context,
  actor: Actor,
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  if (!password) throw new InvalidInput('password.current_missing', { field: 'current_password' })
  if (!(await isOwnPassword(ctx, actor, user, password)))
    throw new InvalidInput('password.wrong', { field: 'current_password' })
}
