import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { InvalidInput, Unprocessable } from '../../errors.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealMembership, sealUser } from '../../journal/seals.ts'
import * as teams from '../teams/teams.repo.ts'
import * as repo from './users.repo.ts'

export interface UserInput {
  email: string
  firstname: string
  lastname: string
  team: number
  isAdmin?: boolean
  isSysadmin?: boolean
  /** Already hashed: hashing takes long, and nothing but the database is awaited inside a change. */
  passwordHash?: string
}

/** A validated account with one membership. */
export function createUser(ctx: Context, author: Author, input: UserInput): Promise<{ userid: number }> {
  return change(ctx, author, (work) => addUser(work, input))
}

export async function addUser(work: Change, input: UserInput): Promise<{ userid: number }> {
  const email = input.email.trim()
  const emailKey = email.toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new InvalidInput('email: is not an e-mail address')
  if (await repo.findByEmail(work.db, emailKey)) throw new InvalidInput('email: is already used by another account')
  if (!(await teams.find(work.db, input.team))) throw new Unprocessable('team: there is no team with this id')
  const user = await repo.insert(work.db, {
    email,
    email_key: emailKey,
    firstname: input.firstname.trim(),
    lastname: input.lastname.trim(),
    password_hash: input.passwordHash ?? null,
    password_modified_at: input.passwordHash ? work.at : null,
    is_sysadmin: input.isSysadmin ? 1 : 0,
    validated: 1,
    created_at: work.at,
  })
  const { userid, firstname, lastname, is_sysadmin } = user
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'user',
    subjectId: userid,
    verb: 'created',
    changes: {
      email: { after: email },
      firstname: { after: firstname },
      lastname: { after: lastname },
      is_sysadmin: { after: is_sysadmin },
    },
    seal: sealUser(user),
  })
  await addMembership(work, userid, input.team, input.isAdmin ?? false)
  return { userid }
}

export async function addMembership(work: Change, userid: number, team: number, isAdmin: boolean): Promise<void> {
  const membership = await repo.insertMembership(work.db, {
    userid,
    team,
    is_admin: isAdmin ? 1 : 0,
    is_owner: 0,
    is_archived: 0,
    created_at: work.at,
  })
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'membership',
    subjectId: userid,
    verb: 'created',
    changes: { team: { after: team }, is_admin: { after: membership.is_admin } },
    seal: sealMembership(membership),
  })
}
