import { CONFIG_DEFAULTS, CONFIG_KEYS, type ConfigKey, type ConfigValues } from '@aliquot/contract/config'
import { BASE } from '../access/visibility.ts'
import type { ConfigRow } from '../db/schema.ts'

/** The settings of the instance that have an effect, in the form that the rules need. */
export interface InstanceConfig {
  /** The base levels that may be set: `10`, `20`, … Existing ones stay valid. */
  allowedLevels: ReadonlySet<number>
  /** People without an account can see public entries and public links. */
  anonUsers: boolean
  adminsCreateUsers: boolean
  adminsImportUsers: boolean
  adminsArchiveUsers: boolean
  allowUsersChangeIdentity: boolean
  /** Patterns such as `*.example.org`, in lower case; empty for any address. */
  emailDomains: readonly string[]
  minPasswordLength: number
  /** 0: none, 10: upper and lower case, 20: also digits, 30: also other characters. */
  passwordComplexity: number
  /** HTML, cleaned. */
  announcement: string | null
  loginAnnouncement: string | null
  /** What /info reports about time stamps. */
  timestampsLeft: number
  timestampsLimit: number
  /** Minutes until an idle session ends; the shortest of all settings counts. */
  sessionMinutes: number
  /** Undefined while nobody has set up e-mail: then none is sent. */
  mail: MailConfig | undefined
  onboarding: OnboardingConfig
  /** Which saves of a main text count as revisions, see revisions.find.ts. */
  revisions: { minDelta: number; minDays: number; most: number }
}

/** How e-mail is sent. */
export interface MailConfig {
  /** The address of the sender. */
  from: string
  host: string
  port: number
  encryption: 'ssl' | 'starttls' | 'none'
  username: string
  /** Encrypted. */
  password: string
  verifiesCertificate: boolean
  /** One message with blind copies for many people. */
  sendsGrouped: boolean
}

/** The e-mail to new people. */
export interface OnboardingConfig {
  isActive: boolean
  forPeople: OnboardingMail
  /** Undefined: admins get the same. */
  forAdmins: OnboardingMail | undefined
}

interface OnboardingMail {
  subject: string
  /** HTML, cleaned. */
  body: string
}

const LEVEL_KEYS = {
  allow_permission_full: BASE.full,
  allow_permission_organization: BASE.organization,
  allow_permission_team: BASE.team,
  allow_permission_user: BASE.user,
  allow_permission_useronly: BASE.useronly,
} as const satisfies Partial<Record<ConfigKey, number>>

/** All values, from those that differ from the defaults. */
export function valuesOf(row: Pick<ConfigRow, 'chosen'> | undefined): ConfigValues {
  if (row === undefined) return CONFIG_DEFAULTS
  return { ...CONFIG_DEFAULTS, ...(JSON.parse(row.chosen) as Partial<ConfigValues>) }
}

/** The values that differ from the defaults, in a fixed order, so that equal choices are equal text. */
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
    mail: mailOf(values),
    onboarding: onboardingOf(values),
    sessionMinutes: autologout > 0 ? Math.min(autologout, validity) : validity,
  }
}

function mailOf(values: ConfigValues): MailConfig | undefined {
  const from = values.mail_from ?? ''
  if (from === '' || from === CONFIG_DEFAULTS.mail_from) return undefined
  const { smtp_encryption: encryption } = values
  return {
    from,
    host: values.smtp_address ?? '',
    port: Number(values.smtp_port),
    encryption: encryption === 'none' || encryption === 'starttls' ? encryption : 'ssl',
    username: values.smtp_username ?? '',
    password: values.smtp_password ?? '',
    verifiesCertificate: values.smtp_verify_cert !== '0',
    sendsGrouped: values.email_send_grouped !== '0',
  }
}

function onboardingOf(values: ConfigValues): OnboardingConfig {
  const mail = (subject: string | null, body: string | null) => ({ subject: subject ?? '', body: body ?? '' })
  return {
    isActive: values.onboarding_email_active === '1',
    forPeople: mail(values.onboarding_email_subject, values.onboarding_email_body),
    forAdmins:
      values.onboarding_email_different_for_admins === '1'
        ? mail(values.onboarding_email_admins_subject, values.onboarding_email_admins_body)
        : undefined,
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
