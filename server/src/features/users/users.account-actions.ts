import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput, Unprocessable } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { requireManagesAllTeams, requireMayTouch } from './users.access.ts'
import { changePlace } from './users.memberships.ts'
import * as repo from './users.repo.ts'
import { readUser } from './users.service.ts'
import { changeHeldUser, holdUser } from './users.state.ts'

/** Archives a person in all of their teams. They can only be brought back team by team. */
export async function archiveAccount(ctx: Context, actor: Actor, userid: number, ifMatch: IfMatch): Promise<void> {
  if (!actor.isSysadmin) throw new Forbidden('user.may_not_archive_everywhere')
  await change(ctx, actor, async (work) => {
    const user = await holdUser(work, userid)
    await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
    if (user.validated !== 1) throw new InvalidInput('user.archive_unvalidated')
    if (user.is_sysadmin === 1) throw new Unprocessable('user.archive_sysadmin')
    const memberships = await repo.listMemberships(work.db, { userid })
    for (const { team } of memberships) await changePlace(ctx, work, userid, team, { is_archived: 1 })
  })
}

/** Validates a person. A no-op if they are validated. */
export async function validateAccount(ctx: Context, actor: Actor, userid: number, ifMatch: IfMatch): Promise<void> {
  if (!actor.isSysadmin && !actor.isAdmin) throw new Forbidden('user.may_not_validate')
  await change(ctx, actor, async (work) => {
    const user = await holdUser(work, userid)
    requireMayTouch(actor, user)
    await requireManagesAllTeams(work.db, actor, userid)
    await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
    await changeHeldUser(work, user, { validated: 1 })
  })
}

/** There is no second factor yet, so this only checks the right. */
export function disableSecondFactor(actor: Actor, userid: number): void {
  if (actor.userid === userid || actor.isSysadmin) return
  throw new Forbidden('user.may_not_switch_off_factor')
}
