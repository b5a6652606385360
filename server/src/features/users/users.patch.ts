import type { UserPatch } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import type { IfMatch } from '../../records/version.ts'
import { requireManageableUser, requireUser } from './users.access.ts'
import { archiveAccount, disableSecondFactor, validateAccount } from './users.account-actions.ts'
import { changeAttributes } from './users.attributes.ts'
import { addToTeam, changePlaceInTeam, removeFromTeam } from './users.membership-actions.ts'
import { changePassword } from './users.passwords.ts'

/** The keys that each action accepts. Others are refused, not ignored. */
const KEYS_OF_ACTION = {
  updatepassword: ['password', 'current_password'],
  patchuser2team: ['team', 'target', 'content', 'userid'],
  add: ['team'],
  unreference: ['team'],
  archive: [],
  validate: [],
  disable2fa: [],
} as const satisfies Record<Exclude<NonNullable<UserPatch['action']>, 'update'>, readonly string[]>

/** Applies a PATCH: an action, or attributes. Returns the session's new token, if it changed. */
export async function patchUser(
  ctx: Context,
  actor: Actor,
  userid: number,
  input: UserPatch,
  ifMatch: IfMatch,
): Promise<{ token?: string }> {
  const { action, password, current_password, team, target, content, userid: _, ...attributes } = input
  await requirePatchable(ctx, actor, userid, action)
  requireFitting(input)
  switch (action) {
    case 'updatepassword':
      if (password === undefined) throw new InvalidInput('field.missing', { field: 'password' })
      return changePassword(ctx, actor, userid, { password, current_password }, ifMatch)
    case 'patchuser2team':
      await changePlaceInTeam(ctx, actor, userid, { team, target, content }, ifMatch)
      break
    case 'add':
      await addToTeam(ctx, actor, userid, team, ifMatch)
      break
    case 'unreference':
      await removeFromTeam(ctx, actor, userid, team, ifMatch)
      break
    case 'archive':
      await archiveAccount(ctx, actor, userid, ifMatch)
      break
    case 'validate':
      await validateAccount(ctx, actor, userid, ifMatch)
      break
    case 'disable2fa':
      disableSecondFactor(actor, userid)
      break
    default:
      await changeAttributes(ctx, actor, userid, attributes, ifMatch)
  }
  return {}
}

/** Adding a person to a team requires no earlier relation to them. */
export async function requirePatchable(
  ctx: Context,
  actor: Actor,
  userid: number,
  action?: UserPatch['action'],
): Promise<void> {
  if (action === 'add') await requireUser(ctx.db.read, userid)
  else await requireManageableUser(ctx.db.read, actor, userid)
}

function requireFitting({ action, ...given }: UserPatch): void {
  const keys = Object.keys(given)
  if (action === undefined || action === 'update') {
    if (keys.includes('userid')) throw new InvalidInput('field.unknown', { field: 'userid' })
    for (const [name, own] of Object.entries(KEYS_OF_ACTION)) {
      const key = own.find((one) => keys.includes(one))
      if (key) throw new InvalidInput('user.action_for', { field: 'action', action: name, key })
    }
    return
  }
  const own: readonly string[] = KEYS_OF_ACTION[action]
  const stray = keys.find((key) => !own.includes(key))
  if (stray) throw new InvalidInput('field.unknown', { field: stray })
}
