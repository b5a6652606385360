import type { Change } from '../../change.ts'
import type { UserRow } from '../../db/schema.ts'
import { InvalidInput, Unprocessable } from '../../errors.ts'
import { emailKeyOf } from './users.email.ts'
import * as repo from './users.repo.ts'
import { changeHeldUser, holdUser } from './users.state.ts'

export interface Claim {
  /** The account that gets the address; undefined while it is being created. */
  userid?: number
  /** Whether an archived account may lose it. Only sysadmins may do that; others could pose as its owner. */
  takesFromArchived: boolean
}

/**
 * Part of a change that gives this address to an account. Nobody signs in with an account that is archived in all
 * teams, and the person may come back with a new one.
 */
export async function claimEmail(work: Change, key: string, { userid, takesFromArchived }: Claim): Promise<void> {
  const known = await repo.findByEmail(work.db, key)
  if (!known || known.userid === userid) return
  const holder = await holdUser(work, known.userid)
  const isActive = (await repo.listMemberships(work.db, holder)).some(({ is_archived }) => is_archived === 0)
  if (isActive) throw new InvalidInput('user.email_used', { field: 'email' })
  if (!takesFromArchived) {
    throw new InvalidInput('user.email_of_archived', { field: 'email' })
  }
  const reason = 'the address was given to another account'
  await changeHeldUser(work, holder, { email_key: withoutClaim(holder) }, { reason })
}

/** Gives the account its address back when it returns to a team. */
export async function reclaimEmail(work: Change, user: UserRow): Promise<void> {
  const key = emailKeyOf(user.email)
  if (user.email_key === key) return
  if (await repo.findByEmail(work.db, key)) {
    throw new Unprocessable('user.same_email')
  }
  await changeHeldUser(work, user, { email_key: key })
}

/** A key that no address can have. */
export function withoutClaim({ email, userid }: Pick<UserRow, 'email' | 'userid'>): string {
  return `${emailKeyOf(email)} ${userid}`
}
