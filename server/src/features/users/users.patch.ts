import type { UserPatch } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../http/etag.ts'
import { requireReadableUser } from './users.access.ts'
import { changeAttributes } from './users.attributes.ts'
import { changePassword } from './users.passwords.ts'
import { readUser } from './users.service.ts'
import { setMembership } from './users.state.ts'

/** The keys that each action takes. Anything else beside it is refused, not dropped. */
const KEYS_OF_ACTION = {
  updatepassword: ['password', 'current_password'],
  patchuser2team: ['team', 'target', 'content'],
} as const

/** Does what a PATCH asks for: an action, or attributes to set. */
export async function patchUser(
  ctx: Context,
  actor: Actor,
  userid: number,
  input: UserPatch,
  ifMatch: IfMatch,
): Promise<void> {
  const { action, password, current_password, team, target, content, ...attributes } = input
  await requireReadableUser(ctx.db.read, actor, userid)
  requireFitting(input)
  if (action === 'updatepassword') {
    if (password === undefined) throw new InvalidInput('password: is missing')
    return changePassword(ctx, actor, userid, { password, current_password }, ifMatch)
  }
  if (action === 'patchuser2team') return changePlace(ctx, actor, userid, { team, target, content }, ifMatch)
  return changeAttributes(ctx, actor, userid, attributes, ifMatch)
}

function requireFitting({ action, ...given }: UserPatch): void {
  const keys = Object.keys(given)
  if (action === undefined) {
    for (const [name, own] of Object.entries(KEYS_OF_ACTION)) {
      const key = own.find((one) => keys.includes(one))
      if (key) throw new InvalidInput(`action: must be ${name} where ${key} is given`)
    }
    return
  }
  const own: readonly string[] = KEYS_OF_ACTION[action]
  const stray = keys.find((key) => !own.includes(key))
  if (stray) throw new InvalidInput(`${stray}: is not an attribute that can be set here`)
}

/** Makes somebody admin of a team or not, archives them in it or brings them back. */
async function changePlace(
  ctx: Context,
  actor: Actor,
  userid: number,
  { team = actor.team, target, content }: Pick<UserPatch, 'team' | 'target' | 'content'>,
  ifMatch: IfMatch,
): Promise<void> {
  if (target === undefined) throw new InvalidInput('target: is missing')
  if (content === undefined) throw new InvalidInput('content: is missing')
  const mayManage = actor.isSysadmin || (target !== 'is_owner' && actor.adminOf.includes(team))
  if (!mayManage) throw new Forbidden('You may not manage the members of this team')
  const { user, memberships } = await requireReadableUser(ctx.db.read, actor, userid)
  if (!memberships.some((one) => one.team === team)) throw new InvalidInput('team: this user is not in it')
  await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
  await setMembership(ctx, actor, userid, team, { [target]: content })
}
