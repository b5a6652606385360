import type { Preferences } from '@aliquot/contract/preferences'
import type { UserAttributes } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import { requireKnownGrantees } from '../../access/grantees.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../db/schema.ts'
import { Forbidden, InvalidInput, Unprocessable } from '../../errors.ts'
import { configOf } from '../../instance-config/current.ts'
import type { InstanceConfig } from '../../instance-config/values.ts'
import type { Author } from '../../journal/record.ts'
import { parseDate } from '../../lib/dates.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { readPermission } from '../entries/entries.permissions.ts'
import { requireProven } from '../sessions/sessions.proof.ts'
import { requireManageableUser, requireManagesAllTeams, requireMayTouch } from './users.access.ts'
import { endAccessByLink } from './users.access-by-link.ts'
import { claimEmail } from './users.addresses.ts'
import { requireAllowedDomain, requireEmail } from './users.email.ts'
import { DEFAULT_PREFERENCES, preferencesOf } from './users.preferences.ts'
import * as repo from './users.repo.ts'
import { readUser, requireName } from './users.service.ts'
import { changeHeldUser, holdUser, NO_LINK } from './users.state.ts'
import { keepingSysadmin } from './users.sysadmins.ts'

/** Sets all given attributes and preferences, or none if one is refused. */
export async function changeAttributes(
  ctx: Context,
  actor: Actor,
  userid: number,
  input: UserAttributes,
  ifMatch: IfMatch,
): Promise<void> {
  const config = await configOf(ctx)
  const { user } = await requireManageableUser(ctx.db.read, actor, userid)
  await requireManagesAllTeams(ctx.db.read, actor, userid)
  requireMaySet(actor, user, input, config)
  const { email, firstname, lastname, orgid, orcid, validated, valid_until, ...more } = input
  const { is_sysadmin, can_manage_users2teams, can_manage_compounds, can_manage_inventory_locations, ...preferences } =
    more
  const columns: Partial<UserRow> = {
    ...(email !== undefined && readEmail(email, config)),
    ...(firstname !== undefined && { firstname: requireName('firstname', firstname) }),
    ...(lastname !== undefined && { lastname: requireName('lastname', lastname) }),
    ...(orgid !== undefined && { orgid: orgid || null }),
    ...(orcid !== undefined && { orcid: readOrcid(orcid) }),
    ...(validated !== undefined && { validated }),
    ...(is_sysadmin !== undefined && { is_sysadmin }),
    ...(can_manage_users2teams !== undefined && { can_manage_users2teams }),
    ...(can_manage_compounds !== undefined && { can_manage_compounds }),
    ...(can_manage_inventory_locations !== undefined && { can_manage_inventory_locations }),
    ...(valid_until !== undefined && { valid_until: readValidUntil(valid_until) ?? null }),
  }
  const chosen = readPreferences(preferences, config)
  await change(ctx, actor, async (work) => {
    const before = await holdUser(work, userid)
    await requireManagesAllTeams(work.db, actor, userid)
    if (is_sysadmin === 0) await requireStillSysadmin(work, actor)
    await requireMatch(ifMatch, before.version, async () => (await readUser(ctx, actor, userid)).user)
    const stored = preferencesOf(before)
    for (const name of ['default_read', 'default_write'] as const) {
      if (chosen[name] !== undefined) await requireKnownGrantees(work.db, name, chosen[name], stored[name])
    }
    const { email_key } = columns
    if (email_key !== undefined) await claimEmail(work, email_key, { userid, takesFromArchived: actor.isSysadmin })
    // A link that was sent to the old address may be in other hands.
    if (email_key !== undefined && email_key !== before.email_key) requireProven(ctx, actor)
    const link = email_key === undefined || email_key === before.email_key ? {} : NO_LINK
    await keepingSysadmin(ctx, work, before, () =>
      changeHeldUser(work, before, { ...columns, ...link, preferences: mergePreferences(before, chosen) }),
    )
    if (RIGHTS.some((right) => before[right] === 0 && columns[right] === 1)) await endAccessByLink(ctx, work, userid)
  })
}

/** Sets some preferences of a person who need not be signed in. False: there is no such person. */
export async function changePreferences(
  ctx: Context,
  author: Author,
  userid: number,
  chosen: Partial<Preferences>,
): Promise<boolean> {
  if (!(await repo.find(ctx.db.read, userid))) return false
  await change(ctx, author, async (work) => {
    const before = await holdUser(work, userid)
    await changeHeldUser(work, before, { preferences: mergePreferences(before, chosen) })
  })
  return true
}

const IDENTITY = ['email', 'firstname', 'lastname', 'orgid'] as const
const STANDING = ['validated', 'valid_until'] as const
const RIGHTS = [
  ...(['is_sysadmin', 'can_manage_users2teams', 'can_manage_compounds', 'can_manage_inventory_locations'] as const),
]

function requireMaySet(actor: Actor, user: UserRow, input: UserAttributes, config: InstanceConfig): void {
  if (actor.isSysadmin) return
  requireMayTouch(actor, user)
  // Names appear under entries, so people could otherwise sign as somebody else.
  const identity = IDENTITY.find((name) => input[name] !== undefined)
  if (identity && !config.allowUsersChangeIdentity) {
    throw new InvalidInput('user.sysadmin_only', { field: identity })
  }
  // Whoever has the address of an account can get into it.
  if (input.email !== undefined && user.userid !== actor.userid) {
    throw new Forbidden('user.email_of_other', { field: 'email' })
  }
  const right = RIGHTS.find((name) => input[name] !== undefined)
  if (right) throw new Forbidden('user.sysadmin_only', { field: right })
  const standing = STANDING.find((name) => input[name] !== undefined)
  if (standing && !actor.isAdmin) throw new Forbidden('user.admin_only', { field: standing })
}

/** Two sysadmins who demote each other at once would leave none, so the second finds that they lost the right. */
async function requireStillSysadmin(work: Change, actor: Actor): Promise<void> {
  const { is_sysadmin } = await holdUser(work, actor.userid)
  if (is_sysadmin !== 1) throw new Forbidden('user.sysadmin_only', { field: 'is_sysadmin' })
}

type PreferencesGiven = Omit<UserAttributes, Account>
type Account = (typeof IDENTITY)[number] | (typeof STANDING)[number] | (typeof RIGHTS)[number] | 'orcid'

function readPreferences(
  { default_read, default_write, ...rest }: PreferencesGiven,
  { allowedLevels }: InstanceConfig,
): Partial<Preferences> {
  for (const name of ['default_read_base', 'default_write_base'] as const) {
    const level = rest[name]
    if (level !== undefined && !allowedLevels.has(level)) {
      throw new Unprocessable('user.level_off', { field: name })
    }
  }
  const chosen = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  if (default_read !== undefined) chosen.default_read = readLists('default_read', default_read)
  if (default_write !== undefined) chosen.default_write = readLists('default_write', default_write)
  return chosen as Partial<Preferences>
}

function readLists(field: string, text: string): string {
  return readPermission(field, text, { complete: true }).text
}

/** Only differences from the defaults are stored, in a fixed order, so that equal choices are equal text. */
function mergePreferences(before: UserRow, chosen: Partial<Preferences>): string {
  const all = { ...preferencesOf(before), ...chosen }
  const names = Object.keys(DEFAULT_PREFERENCES) as (keyof Preferences)[]
  const differing = names.filter((name) => all[name] !== DEFAULT_PREFERENCES[name])
  return JSON.stringify(Object.fromEntries(differing.map((name) => [name, all[name]])))
}

function readEmail(text: string, { emailDomains }: InstanceConfig): Pick<UserRow, 'email' | 'email_key'> {
  const email = requireEmail(text)
  requireAllowedDomain(email, emailDomains)
  return { email, email_key: email }
}

/** The last day of an account; undefined if not given. Older programs send "" for "no end". */
export function readValidUntil(text: string | null | undefined): string | null | undefined {
  if (text === undefined || text === null) return text
  if (text === '') return '3000-01-01'
  const day = parseDate(text)
  if (day === undefined) throw new InvalidInput('field.not_date', { field: 'valid_until' })
  return day
}

function readOrcid(text: string | null): string {
  if (text === null || text === '') return ''
  const orcid = text.toUpperCase()
  if (!/^(\d{4}-){3}\d{3}[\dX]$/.test(orcid))
    throw new InvalidInput('user.not_orcid', { field: 'orcid', example: '0000-0002-1825-0097' })
  if (!isOrcidSum(orcid.replaceAll('-', ''))) throw new InvalidInput('user.wrong_orcid', { field: 'orcid' })
  return orcid
}

/** ISO 7064 MOD 11-2: the last character is a checksum. */
function isOrcidSum(digits: string): boolean {
  let sum = 0
  for (const digit of digits.slice(0, -1)) sum = (sum + Number(digit)) * 2
  const last = (12 - (sum % 11)) % 11
  return digits.at(-1) === (last === 10 ? 'X' : String(last))
}
