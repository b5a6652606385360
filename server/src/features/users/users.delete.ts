import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { removeOfPerson } from '../notifications/notifications.change.ts'
import { endRequestsOf } from '../request-actions/request-actions.change.ts'
import { dropFromSearch } from './people-search.ts'
import { requireManageableUser, requireManagesAllTeams } from './users.access.ts'
import { withoutClaim } from './users.addresses.ts'
import { removeLeftovers } from './users.leftovers.ts'
import { dropMembership } from './users.memberships.ts'
import * as repo from './users.repo.ts'
import { readUser } from './users.service.ts'
import { changeHeldUser, holdUser, NO_LINK } from './users.state.ts'

const DELETED = 3

/**
 * Closes an account for good: no memberships, no keys, no password, and its address is free again. The row stays, for
 * the name under the person's work, but is no longer found.
 */
export async function deleteUser(ctx: Context, actor: Actor, userid: number, ifMatch: IfMatch): Promise<void> {
  await requireManageableUser(ctx.db.read, actor, userid)
  await change(ctx, actor, async (work) => {
    const user = await holdUser(work, userid)
    await requireManagesAllTeams(work.db, actor, userid)
    await requireMatch(ifMatch, user.version, async () => (await readUser(ctx, actor, userid)).user)
    if (user.is_sysadmin === 1) throw new InvalidInput('user.is_sysadmin')
    const left = await repo.findLeftBehind(work.db, userid)
    if (left) throw new InvalidInput(left)
    for (const membership of await repo.listMemberships(work.db, { userid })) await dropMembership(work, membership)
    await endRequestsOf(work, userid)
    await removeOfPerson(work, { userid })
    await removeLeftovers(work, userid)
    await dropFromSearch(work.db, userid)
    const ended = { ...NO_LINK, password_hash: null, preferences: '{}', email_key: withoutClaim(user), state: DELETED }
    await changeHeldUser(work, user, ended, { verb: 'deleted' })
  })
}
