import type { SetupInput, SetupState } from '@aliquot/contract/setup'
import type { Client, SignedIn } from '../../access/client.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { Forbidden } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import { SYSTEM } from '../../journal/record.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { sendsPasswordLinks } from '../mail/mail.service.ts'
import { newToken, startSession } from '../sessions/sessions.start.ts'
import * as teams from '../teams/teams.lookup.ts'
import { renameTeam } from '../teams/teams.service.ts'
import * as users from '../users/users.lookup.ts'
import { preparePassword } from '../users/users.passwords.ts'
import { addUser } from '../users/users.service.ts'
import * as repo from './setup.repo.ts'

/**
 * A new token to create the first account, while there is none. It invalidates the token of an earlier start, so a link
 * in an old log is worthless. Undefined if there are accounts.
 */
export async function offerSetup(ctx: Context): Promise<string | undefined> {
  if (await users.hasAny(ctx.db.read)) return undefined
  const token = newToken()
  await change(ctx, SYSTEM, (work) => repo.keepTokenHash(work.db, tokenHash(token)))
  return token
}

export async function readSetup(ctx: Context): Promise<SetupState> {
  const config = await configOf(ctx)
  const { loginAnnouncement, minPasswordLength, passwordComplexity } = config
  return {
    needed: !(await users.hasAny(ctx.db.read)),
    login_announcement: loginAnnouncement,
    sends_password_links: sendsPasswordLinks(ctx, config),
    min_password_length: minPasswordLength,
    password_complexity_requirement: passwordComplexity,
  }
}

/** Creates the first account, a sysadmin and admin of the first team, and signs it in. Works once. */
export async function completeSetup(
  ctx: Context,
  client: Client,
  input: SetupInput,
): Promise<SignedIn & { userid: number }> {
  const { token: setupToken, team_name: teamName, password, ...person } = input
  const hash = tokenHash(setupToken)
  // Before the expensive hash, and before a refused password tells a stranger that the token was right.
  if (await users.hasAny(ctx.db.read)) throw isDone()
  if ((await repo.findTokenHash(ctx.db.read)) !== hash) throw wrongToken()
  const passwordHash = await preparePassword(ctx, password, person)
  return change(ctx, { userid: null, via: 'setup', address: client.address }, async (work) => {
    // Of two concurrent requests the second waits here and then finds no token.
    if (!(await repo.takeTokenHash(work.db, hash))) throw wrongToken()
    if (await users.hasAny(work.db)) throw isDone()
    const team = await teams.findFirst(work.db)
    const added = await addUser(work, { ...person, team: team.id, passwordHash, isAdmin: true, isSysadmin: true })
    if (teamName?.trim()) await renameTeam(work, team, teamName)
    return { ...added, ...(await startSession(ctx, work, { userid: added.userid, team: team.id, client })) }
  })
}

function isDone(): Forbidden {
  return new Forbidden('setup.done')
}

function wrongToken(): Forbidden {
  return new Forbidden('setup.wrong_token', { field: 'token' })
}
