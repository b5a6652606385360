import type { NewUser } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput } from '../../errors.ts'
import * as teams from '../teams/teams.repo.ts'
import { readValidUntil } from './users.attributes.ts'
import { addUser } from './users.service.ts'

/** Makes an account. Admins make them in their team; sysadmins in any. */
export function createPerson(ctx: Context, actor: Actor, input: NewUser): Promise<{ userid: number }> {
  requireMayCreate(actor)
  const { email, firstname, lastname, usergroup } = input
  if (usergroup === 1 && !actor.isSysadmin) throw new InvalidInput('usergroup: only a sysadmin makes another one')
  const validUntil = readValidUntil(input.valid_until)
  return change(ctx, actor, async (work) => {
    const team = actor.isSysadmin && input.team !== undefined ? await requireTeam(work, input.team) : actor.team
    return addUser(work, {
      email,
      firstname,
      lastname,
      team,
      isAdmin: usergroup === 2,
      isSysadmin: usergroup === 1,
      orgid: input.orgid || null,
      validUntil: validUntil ?? null,
    })
  })
}

export function requireMayCreate(actor: Actor): void {
  if (!actor.isSysadmin && !actor.isAdmin) throw new Forbidden('Only admins and sysadmins make accounts')
}

async function requireTeam(work: Change, named: number | string): Promise<number> {
  const id = typeof named === 'number' || /^\d{1,9}$/.test(named) ? Number(named) : undefined
  const team = id === undefined ? await teams.findNamed(work.db, String(named)) : await teams.find(work.db, id)
  if (!team) throw new InvalidInput('team: there is no such team')
  return team.id
}
