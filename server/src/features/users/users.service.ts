import type { User, UserTeam } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { usersTable } from '../../db/tables/people/users.ts'
import { InvalidInput, Unprocessable } from '../../errors.ts'
import { type Author, INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { htmlToText } from '../../lib/html.ts'
import { isStorableText } from '../../lib/text.ts'
import { CATEGORY } from '../notifications/notifications.lookup.ts'
import { mailOfOwnAccount, notifyOfPerson } from '../notifications/notify.ts'
import * as teams from '../teams/teams.lookup.ts'
import { type FoundUser, requireReadableUser, requireUser } from './users.access.ts'
import { claimEmail } from './users.addresses.ts'
import { requireEmail } from './users.email.ts'
import { addMembership } from './users.memberships.ts'
import { fullnameOf, toUser, toUserTeam } from './users.record.ts'
import * as repo from './users.repo.ts'

export interface UserInput {
  email: string
  firstname: string
  lastname: string
  team: number
  isAdmin?: boolean
  isSysadmin?: boolean
  /** Last day of the account, `2026-12-31`. */
  validUntil?: string | null
  orgid?: string | null
  /** False: an admin has to validate the account first. */
  isValidated?: boolean
  /** Already hashed: hashing is slow, and a change only awaits the database. */
  passwordHash?: string
  /** See claimEmail. */
  takesFromArchived?: boolean
}

/** An account with one membership. */
export function createUser(ctx: Context, author: Author, input: UserInput): Promise<{ userid: number }> {
  return change(ctx, author, (work) => addUserAndNotify(work, author, input))
}

/** Part of a change. Notifies the other admins of the team. */
export async function addUserAndNotify(work: Change, author: Author, input: UserInput): Promise<{ userid: number }> {
  const { team, isValidated = true } = input
  const added = await addUser(work, input)
  const person = added.userid
  await notifyOfPerson(work, { person, team, isValidated, creator: author.userid })
  if (!isValidated) await mailOfOwnAccount(work, { person, category: CATEGORY.ownWaiting })
  const forAdmin = input.isAdmin ?? false
  await mailOfOwnAccount(work, { person, category: CATEGORY.onboarding, details: { forAdmin } })
  return added
}

export async function addUser(work: Change, input: UserInput): Promise<{ userid: number }> {
  const email = requireEmail(input.email)
  const firstname = requireName('firstname', input.firstname)
  const lastname = requireName('lastname', input.lastname)
  if (!(await teams.find(work.db, input.team))) throw new Unprocessable('user.unknown_team', { field: 'team' })
  await claimEmail(work, email, { takesFromArchived: input.takesFromArchived ?? false })
  const user = await repo.insert(work.db, {
    email,
    email_key: email,
    firstname,
    lastname,
    password_hash: input.passwordHash ?? null,
    password_modified_at: input.passwordHash ? work.at : null,
    is_sysadmin: input.isSysadmin ? 1 : 0,
    validated: input.isValidated === false ? 0 : 1,
    valid_until: input.validUntil ?? null,
    orgid: input.orgid ?? null,
    created_at: work.at,
  })
  if (!user) throw new InvalidInput('user.email_used', { field: 'email' })
  const { userid, is_sysadmin } = user
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
      ...(user.validated === 0 && { validated: { after: 0 } }),
      ...(user.valid_until !== null && { valid_until: { after: user.valid_until } }),
      ...(user.orgid !== null && { orgid: { after: user.orgid } }),
    },
    seal: sealOf(usersTable, user),
  })
  await addMembership(work, userid, input.team, input.isAdmin ?? false)
  return { userid }
}

/** The record with the version for its ETag. */
interface SeenUser {
  user: User
  version: number
}

export async function readUser(ctx: Context, actor: Actor, userid: number): Promise<SeenUser> {
  return toSeen(ctx, actor, await requireReadableUser(ctx.db.read, actor, userid))
}

/** The same right after a change: an actor who removes somebody from their only common team still sees the result. */
export async function readChangedUser(ctx: Context, actor: Actor, userid: number): Promise<SeenUser> {
  return toSeen(ctx, actor, await requireUser(ctx.db.read, userid))
}

function toSeen(ctx: Context, actor: Actor, { user, memberships }: FoundUser): SeenUser {
  return { user: toUser(ctx.config, actor, user, memberships), version: user.version }
}

/** A user in the list of the command line. */
export interface ListedUser {
  userid: number
  email: string
  fullname: string
  is_sysadmin: number
  validated: number
  valid_until: string | null
  teams: UserTeam[]
}

/** Everybody, in order of id. For operators: no rights are checked. */
export async function listUsers(ctx: Context): Promise<ListedUser[]> {
  const [rows, memberships] = await Promise.all([repo.list(ctx.db.read), repo.listAllMemberships(ctx.db.read)])
  const byUser = Map.groupBy(memberships, (membership) => membership.userid)
  return rows.map((row) => ({
    userid: row.userid,
    email: row.email,
    fullname: fullnameOf(row),
    is_sysadmin: row.is_sysadmin,
    validated: row.validated,
    valid_until: row.valid_until,
    teams: (byUser.get(row.userid) ?? []).map((membership) => toUserTeam(row, membership)),
  }))
}

const MOST_NAME_CHARACTERS = 255

/** Names contain no HTML. */
function plainText(text: string): string {
  return text.includes('<') ? htmlToText(text) : text
}

export function requireName(field: string, text: string): string {
  const name = plainText(text).replace(/\s+/g, ' ').trim()
  if (name === '') throw new InvalidInput('field.empty', { field })
  if (name.length > MOST_NAME_CHARACTERS) {
    throw new InvalidInput('field.too_long', { field, most: MOST_NAME_CHARACTERS })
  }
  if (!isStorableText(name)) throw new InvalidInput('field.unstorable', { field })
  return name
}
