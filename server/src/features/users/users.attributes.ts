import type { Preferences } from '@aliquot/contract/preferences'
import type { UserAttributes } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, Unprocessable } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../http/etag.ts'
import { parseDate } from '../../lib/dates.ts'
import { readPermission } from '../entities/entities.permissions.ts'
import { requireReadableUser } from './users.access.ts'
import { emailKeyOf, requireEmail } from './users.email.ts'
import { DEFAULT_PREFERENCES, preferencesOf } from './users.preferences.ts'
import * as repo from './users.repo.ts'
import { readUser, requireName } from './users.service.ts'
import { changeHeldUser, holdUser } from './users.state.ts'

/** Sets what was given of a person's attributes and preferences: all of it or, when one is refused, nothing. */
export async function changeAttributes(
  ctx: Context,
  actor: Actor,
  userid: number,
  input: UserAttributes,
  ifMatch: IfMatch,
): Promise<void> {
  const { user } = await requireReadableUser(ctx.db.read, actor, userid)
  requireMaySet(actor, user, input)
  const { email, firstname, lastname, orgid, orcid, validated, valid_until, is_sysadmin, ...preferences } = input
  const columns: Partial<UserRow> = {
    ...(email !== undefined && readEmail(email)),
    ...(firstname !== undefined && { firstname: requireName('firstname', firstname) }),
    ...(lastname !== undefined && { lastname: requireName('lastname', lastname) }),
    ...(orgid !== undefined && { orgid: orgid || null }),
    ...(orcid !== undefined && { orcid: readOrcid(orcid) }),
    ...(validated !== undefined && { validated }),
    ...(is_sysadmin !== undefined && { is_sysadmin }),
    ...(valid_until !== undefined && { valid_until: readValidUntil(valid_until) ?? null }),
  }
  const chosen = readPreferences(preferences)
  await change(ctx, actor, async (work) => {
    const before = await holdUser(work, userid)
    if (is_sysadmin === 0) await requireStillSysadmin(work, actor)
    await requireMatch(ifMatch, before.version, async () => (await readUser(ctx, actor, userid)).user)
    await requireFreeEmail(work.db, userid, columns.email_key)
    await changeHeldUser(work, before, { ...columns, preferences: mergePreferences(before, chosen) })
  })
}

const IDENTITY = ['email', 'firstname', 'lastname', 'orgid'] as const
const STANDING = ['validated', 'valid_until'] as const

function requireMaySet(actor: Actor, user: UserRow, input: UserAttributes): void {
  // So that there is always one left.
  if (actor.isSysadmin && input.is_sysadmin === 0 && user.userid === actor.userid) {
    throw new Unprocessable('is_sysadmin: can only be taken away by another sysadmin')
  }
  if (actor.isSysadmin) return
  if (user.is_sysadmin === 1 && user.userid !== actor.userid) {
    throw new Forbidden('Only a sysadmin changes the account of another one')
  }
  // Names stand under entries; who could change their own could sign as somebody else.
  const identity = IDENTITY.find((name) => input[name] !== undefined)
  if (identity) throw new InvalidInput(`${identity}: can only be changed by a sysadmin`)
  if (input.is_sysadmin !== undefined) throw new Forbidden('is_sysadmin: can only be changed by a sysadmin')
  const standing = STANDING.find((name) => input[name] !== undefined)
  if (standing && !actor.isAdmin) throw new Forbidden(`${standing}: can only be changed by an admin`)
}

/** Two sysadmins who take the right from each other at once would leave none: the second one has lost it already. */
async function requireStillSysadmin(work: Change, actor: Actor): Promise<void> {
  const { is_sysadmin } = await holdUser(work, actor.userid)
  if (is_sysadmin !== 1) throw new Forbidden('is_sysadmin: can only be changed by a sysadmin')
}

type PreferencesGiven = Omit<
  UserAttributes,
  'email' | 'firstname' | 'lastname' | 'orgid' | 'orcid' | 'validated' | 'valid_until' | 'is_sysadmin'
>

function readPreferences({ default_read, default_write, ...rest }: PreferencesGiven): Partial<Preferences> {
  const chosen = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  if (default_read !== undefined) chosen.default_read = readLists('default_read', default_read)
  if (default_write !== undefined) chosen.default_write = readLists('default_write', default_write)
  return chosen as Partial<Preferences>
}

function readLists(field: string, text: string): string {
  return readPermission(field, text, { complete: true }).text
}

/** Only what differs from the usual is kept, in the usual order, so that the same choices are the same text. */
function mergePreferences(before: UserRow, chosen: Partial<Preferences>): string {
  const all = { ...preferencesOf(before), ...chosen }
  const names = Object.keys(DEFAULT_PREFERENCES) as (keyof Preferences)[]
  const differing = names.filter((name) => all[name] !== DEFAULT_PREFERENCES[name])
  return JSON.stringify(Object.fromEntries(differing.map((name) => [name, all[name]])))
}

function readEmail(text: string): Pick<UserRow, 'email' | 'email_key'> {
  const email = requireEmail(text)
  return { email, email_key: emailKeyOf(email) }
}

async function requireFreeEmail(db: Db, userid: number, key: string | undefined): Promise<void> {
  const known = key === undefined ? undefined : await repo.findByEmail(db, key)
  if (known && known.userid !== userid) throw new InvalidInput('email: is already used by another account')
}

/** A last day; undefined when none is given. "" is what older programs send for "no end". */
export function readValidUntil(text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null) return text
  if (text === '') return '3000-01-01'
  const day = parseDate(text)
  if (day === undefined) throw new InvalidInput('valid_until: must be a date, YYYY-MM-DD')
  return day
}

function readOrcid(text: string | null): string {
  if (text === null || text === '') return ''
  const orcid = text.toUpperCase()
  if (!/^(\d{4}-){3}\d{3}[\dX]$/.test(orcid)) throw new InvalidInput('orcid: must look like 0000-0002-1825-0097')
  if (!isOrcidSum(orcid.replaceAll('-', ''))) throw new InvalidInput('orcid: a digit is wrong, the sum does not fit')
  return orcid
}

/** ISO 7064 MOD 11-2: the last character follows from the others. */
function isOrcidSum(digits: string): boolean {
  let sum = 0
  for (const digit of digits.slice(0, -1)) sum = (sum + Number(digit)) * 2
  const last = (12 - (sum % 11)) % 11
  return digits.at(-1) === (last === 10 ? 'X' : String(last))
}
