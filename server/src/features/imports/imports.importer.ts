import { actingNow } from '../../access/acting.ts'
import type { Actor } from '../../access/actor.ts'
import { isAdminOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import type { Db, ImportRow } from '../../db/schema.ts'
import { Forbidden, Unprocessable } from '../../errors.ts'
import { emailKeyOf } from '../users/users.email.ts'
import * as repo from './imports.repo.ts'
import type { IncomingPerson } from './incoming.ts'

/** The person who imports, with the rights of now, acting through the credential of their request. */
export async function importerOf(
  ctx: Context,
  { userid, team, via, address }: Pick<ImportRow, 'userid' | 'team' | 'via' | 'address'>,
): Promise<Actor> {
  const person = await actingNow(ctx, { userid, team })
  if (!person) throw new Forbidden('import.may_no_longer')
  return { ...person, canWrite: true, via, address }
}

/** Admins of the team may name another member as the owner of what comes in. */
export async function requireOwner(ctx: Context, actor: Actor, owner: number): Promise<void> {
  if (!isAdminOf(actor, actor)) throw new Forbidden('import.may_not_for_others', { field: 'owner' })
  const [member] = await repo.findMemberById(ctx.db.read, { userid: owner, team: actor.team })
  if (!member) throw new Unprocessable('import.not_member', { field: 'owner' })
}

export interface Account {
  userid: number
  fullname: string
}

/**
 * The account that may become the author of what a person of the source wrote. Nobody can put words into the mouth of
 * others: only admins of the team bring in what its members wrote, and everybody what they wrote themselves.
 */
export async function accountOf(db: Db, actor: Actor, person: IncomingPerson | null): Promise<Account | undefined> {
  if (!person?.email) return undefined
  const [found] = await repo.findMember(db, { email_key: emailKeyOf(person.email), team: actor.team })
  if (!found || !(actor.isAdmin || found.userid === actor.userid)) return undefined
  return { userid: found.userid, fullname: `${found.firstname} ${found.lastname}` }
}
