import type { UserPatch } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../http/etag.ts'
import * as teams from '../teams/teams.repo.ts'
import { requireReadableUser } from './users.access.ts'
import { changeAttributes } from './users.attributes.ts'
import { changePassword } from './users.passwords.ts'
import { addMembership, readUser } from './users.service.ts'
import { holdUser, removeMembership, setMembership } from './users.state.ts'

/** The keys that each action takes. Anything else beside it is refused, not dropped. */
const KEYS_OF_ACTION = {
  updatepassword: ['password', 'current_password'],
  patchuser2team: ['team', 'target', 'content'],
  add: ['team'],
  unreference: ['team'],
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
  if (action === 'add') return addToTeam(ctx, actor, userid, team, ifMatch)
  if (action === 'unreference') return removeFromTeam(ctx, actor, userid, team, ifMatch)
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

/** Puts a person into one more team. Who is in it already stays as they are. */
async function addToTeam(
  ctx: Context,
  actor: Actor,
  userid: number,
  team = actor.team,
  ifMatch: IfMatch,
): Promise<void> {
  if (!actor.isSysadmin) throw new Forbidden('Only a sysadmin adds people to teams')
  await change(ctx, actor, async (work) => {
    const user = await holdUser(work, userid)
    await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
    if (!(await teams.find(work.db, team))) throw new InvalidInput('team: there is no team with this id')
    await addMembership(work, userid, team, false)
  })
}

async function removeFromTeam(
  ctx: Context,
  actor: Actor,
  userid: number,
  team: number | undefined,
  ifMatch: IfMatch,
): Promise<void> {
  if (team === undefined) throw new InvalidInput('team: is missing')
  if (!actor.isSysadmin && !actor.adminOf.includes(team)) {
    throw new Forbidden('You may not manage the members of this team')
  }
  const { user, memberships } = await requireReadableUser(ctx.db.read, actor, userid)
  if (!memberships.some((one) => one.team === team)) throw new InvalidInput('team: this user is not in it')
  await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
  await removeMembership(ctx, actor, userid, team)
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
