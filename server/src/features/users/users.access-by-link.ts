import type { Change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { dropApikeysOf } from '../apikeys/apikeys.service.ts'
import { isOpen } from '../sessions/sessions.service.ts'
import { endSessions } from './users.credentials.ts'
import * as repo from './users.repo.ts'

/** How the journal names the use of a password link. */
export const LINK_USED = 'password-link'

/** The rights of somebody who creates a password link. */
export interface Giver {
  isSysadmin: boolean
  adminTeams: readonly number[]
}

/** The current rights of a link's creator, if they could sign in. */
export async function findGiver(ctx: Context, db: Db, userid: number): Promise<Giver | undefined> {
  const giver = await repo.find(db, userid)
  if (!giver || !isOpen(ctx, giver)) return undefined
  const active = (await repo.listMemberships(db, { userid })).filter((one) => one.is_archived === 0)
  if (active.length === 0) return undefined
  const adminTeams = active.filter((one) => one.is_admin === 1).map(({ team }) => team)
  return { isSysadmin: giver.is_sysadmin === 1, adminTeams }
}

const REASON = 'gained rights that the creator of a used password link does not have'

/**
 * Part of a change that gave a person rights: in a team, or else in the whole instance. The creator of a password link
 * may have used it themselves, and hold a session or a key of the account. These must not gain rights that the creator
 * does not have.
 */
export async function endAccessByLink(ctx: Context, work: Change, userid: number, team?: number): Promise<void> {
  const since = await firstUseByOthers(ctx, work.db, userid, team)
  if (since === undefined) return
  // A key acts in one team, a session can switch to any.
  await dropApikeysOf(work, userid, (key) => key.created_at >= since && (team === undefined || key.team === team))
  await endSessions(work, userid, REASON)
}

/** When a link was first used whose creator does not have these rights now. */
async function firstUseByOthers(ctx: Context, db: Db, userid: number, team?: number): Promise<string | undefined> {
  let creator: number | null = null
  for (const event of await repo.listLinkEvents(db, { userid })) {
    if (event.via !== LINK_USED) creator = event.userid
    else if (creator !== null && creator !== userid && !hasRights(await findGiver(ctx, db, creator), team))
      return event.at
  }
  return undefined
}

function hasRights(giver: Giver | undefined, team: number | undefined): boolean {
  if (!giver) return false
  return giver.isSysadmin || (team !== undefined && giver.adminTeams.includes(team))
}
