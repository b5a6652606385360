import type { User, UserTeam } from '@aliquot/contract/users'
import type { Actor } from '../../access/actor.ts'
import type { Config } from '../../config.ts'
import type { UserRow } from '../../db/schema.ts'
import { wireTime } from '../../lib/dates.ts'
import { preferencesOf } from './users.preferences.ts'
import type { NamedMembership } from './users.repo.ts'

type Flag = 0 | 1

/** A user as the API shows them, without secrets. */
export function toUser(
  config: Pick<Config, 'TIMEZONE'>,
  actor: Pick<Actor, 'userid' | 'team'>,
  row: UserRow,
  memberships: readonly NamedMembership[],
): User {
  const time = (at: string | null) => (at === null ? null : wireTime(at, config.TIMEZONE))
  const preferences = preferencesOf(row)
  return {
    userid: row.userid,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    fullname: fullnameOf(row),
    initials: initialsOf(row),
    orgid: row.orgid,
    orcid: row.orcid,
    is_sysadmin: row.is_sysadmin as Flag,
    can_manage_users2teams: row.can_manage_users2teams as Flag,
    can_manage_compounds: row.can_manage_compounds as Flag,
    can_manage_inventory_locations: row.can_manage_inventory_locations as Flag,
    validated: row.validated as Flag,
    valid_until: row.valid_until,
    created_at: wireTime(row.created_at, config.TIMEZONE),
    password_modified_at: time(row.password_modified_at),
    last_login: time(row.last_login),
    ...NOT_OFFERED,
    ...(actor.userid === row.userid && { sig_privkey: null }),
    ...preferences,
    default_read_base_human: BASE_IN_WORDS[preferences.default_read_base],
    default_write_base_human: BASE_IN_WORDS[preferences.default_write_base],
    team: actor.team,
    is_admin: (memberships.find((membership) => membership.team === actor.team)?.is_admin ?? 0) as Flag,
    teams: memberships.map((membership) => toUserTeam(row, membership)),
  }
}

export function fullnameOf({ firstname, lastname }: Pick<UserRow, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`
}

/** Values that clients expect for features that this version lacks. */
export const NOT_OFFERED = {
  token_created_at: null,
  auth_lock_time: null,
  auth_service: null,
  last_seen_version: 0,
  allow_untrusted: 1,
  has_mfa_enabled: 0,
  sig_pubkey: null,
} as const

const BASE_IN_WORDS = {
  10: 'Only me',
  20: 'Me and the admins of the team',
  30: 'The team',
  40: 'Everybody with an account',
  50: 'Everybody, also without an account',
} as const

/** Of Marie von Oppenheim MO: particles such as von, de la and van der do not count. */
export function initialsOf({ firstname, lastname }: Pick<UserRow, 'firstname' | 'lastname'>): string {
  return [firstname, lastname].map((name) => initialOf(name)).join('')
}

function initialOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const main = words.find((word) => !/^\p{Ll}/u.test(word)) ?? words[0] ?? ''
  return ([...main][0] ?? '').toUpperCase()
}

export function toUserTeam(user: Pick<UserRow, 'is_sysadmin'>, membership: NamedMembership): UserTeam {
  return {
    id: membership.team,
    name: membership.name,
    is_admin: membership.is_admin as Flag,
    is_owner: membership.is_owner as Flag,
    is_archived: membership.is_archived as Flag,
    usergroup: user.is_sysadmin === 1 ? 1 : membership.is_admin === 1 ? 2 : 4,
  }
}
