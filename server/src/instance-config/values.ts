import { CONFIG_DEFAULTS, CONFIG_KEYS, type ConfigKey, type ConfigValues } from '@aliquot/contract/config'
import { BASE } from '../access/visibility.ts'
import type { ConfigRow } from '../db/schema.ts'

/** What is set for the whole instance, in the form in which the rules need it. Only what has an effect is here. */
export interface InstanceConfig {
  /** Base levels that may be given to an entry: `10`, `20`, … Those that entries have stay valid. */
  allowedLevels: ReadonlySet<number>
  /** Entries open to everyone, and share links, are shown to people without an account. */
  anonUsers: boolean
  adminsCreateUsers: boolean
  adminsImportUsers: boolean
  adminsArchiveUsers: boolean
  allowUsersChangeIdentity: boolean
  /** Patterns such as `*.example.org`, in lower case; empty: any address. */
  emailDomains: readonly string[]
  minPasswordLength: number
  /** 0 none, 10 upper and lower case, 20 digits too, 30 other signs too. */
  passwordComplexity: number
  /** HTML, cleaned. */
  announcement: string | null
  loginAnnouncement: string | null
  /** What /info tells of time stamps. */
  timestampsLeft: number
  timestampsLimit: number
  /** Minutes after which a session that is not used ends; the shortest of all that is set counts. */
  sessionMinutes: number
  /** Which saves of a main text count as revisions, see revisions.find.ts. */
  revisions: { minDelta: number; minDays: number; most: number }
}

const LEVEL_KEYS = {
  allow_permission_full: BASE.full,
  allow_permission_organization: BASE.organization,
  allow_permission_team: BASE.team,
  allow_permission_user: BASE.user,
  allow_permission_useronly: BASE.useronly,
} as const satisfies Partial<Record<ConfigKey, number>>

/** All values, given what differs from the defaults. */
export function valuesOf(row: Pick<ConfigRow, 'chosen'> | undefined): ConfigValues {
  if (row === undefined) return CONFIG_DEFAULTS
  return { ...CONFIG_DEFAULTS, ...(JSON.parse(row.chosen) as Partial<ConfigValues>) }
}

/** What differs from the defaults, always in the same order: the same choices are the same text. */
export function chosenOf(values: ConfigValues): string {
  const differing = CONFIG_KEYS.filter((key) => values[key] !== CONFIG_DEFAULTS[key])
  return JSON.stringify(Object.fromEntries(differing.map((key) => [key, values[key]])))
}

export function toInstanceConfig(values: ConfigValues): InstanceConfig {
  const isOn = (key: ConfigKey) => values[key] === '1'
  const autologout = Number(values.autologout_time)
  const validity = Number(values.cookie_validity_time)
  return {
    allowedLevels: allowedLevelsOf(values),
    anonUsers: isOn('anon_users'),
    adminsCreateUsers: isOn('admins_create_users') || isOn('admins_create_users_remote_dir'),
    adminsImportUsers: isOn('admins_import_users'),
    adminsArchiveUsers: isOn('admins_archive_users'),
    allowUsersChangeIdentity: isOn('allow_users_change_identity'),
    emailDomains: domainsIn(values.email_domain),
    minPasswordLength: Number(values.min_password_length),
    passwordComplexity: Number(values.password_complexity_requirement),
    announcement: values.announcement,
    loginAnnouncement: values.login_announcement,
    timestampsLeft: Number(values.ts_balance),
    timestampsLimit: Number(values.ts_limit),
    revisions: {
      minDelta: Number(values.min_delta_revisions),
      minDays: Number(values.min_days_revisions),
      most: Number(values.max_revisions),
    },
    sessionMinutes: autologout > 0 ? Math.min(autologout, validity) : validity,
  }
}

export function allowedLevelsOf(values: ConfigValues): ReadonlySet<number> {
  const keys = Object.keys(LEVEL_KEYS) as (keyof typeof LEVEL_KEYS)[]
  return new Set(keys.filter((key) => values[key] === '1').map((key) => LEVEL_KEYS[key]))
}

export function domainsIn(list: string | null): string[] {
  const names = (list ?? '').split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => name !== '')
}
