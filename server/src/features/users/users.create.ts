import type { NewUser } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import * as teams from '../teams/teams.lookup.ts'
import { readValidUntil } from './users.attributes.ts'
import { requireAllowedDomain, requireEmail } from './users.email.ts'
import { addUserAndNotify } from './users.service.ts'

/** Creates an account. Admins create them in their team; sysadmins in any. */
export async function createPerson(ctx: Context, actor: Actor, input: NewUser): Promise<{ userid: number }> {
  await requireMayCreate(ctx, actor)
  const { email, firstname, lastname, usergroup } = input
  requireAllowedDomain(requireEmail(email), (await configOf(ctx)).emailDomains)
  if (usergroup === 1 && !actor.isSysadmin) throw new InvalidInput('user.only_sysadmin_makes', { field: 'usergroup' })
  const validUntil = readValidUntil(input.valid_until)
  return change(ctx, actor, async (work) => {
    const team = actor.isSysadmin && input.team !== undefined ? await requireTeam(work, input.team) : actor.team
    return addUserAndNotify(work, actor, {
      email,
      firstname,
      lastname,
      team,
      isAdmin: usergroup === 2,
      isSysadmin: usergroup === 1,
      orgid: input.orgid || null,
      validUntil: validUntil ?? null,
      takesFromArchived: actor.isSysadmin,
    })
  })
}

export async function requireMayCreate(ctx: Context, actor: Actor): Promise<void> {
  if (actor.isSysadmin) return
  if (!actor.isAdmin) throw new Forbidden('user.may_not_create')
  const { adminsCreateUsers } = await configOf(ctx)
  if (!adminsCreateUsers) throw new Forbidden('user.only_sysadmins_create')
}

async function requireTeam(work: Change, named: number | string): Promise<number> {
  const id = typeof named === 'number' || /^\d{1,9}$/.test(named) ? Number(named) : undefined
  const team = id === undefined ? await teams.findNamed(work.db, String(named)) : await teams.find(work.db, id)
  if (!team) throw new InvalidInput('user.no_such_team', { field: 'team' })
  return team.id
}
