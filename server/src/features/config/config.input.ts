import {
  CONFIG_DEFAULTS,
  type ConfigKey,
  type ConfigPatch,
  type ConfigValues,
  SECRET_KEYS,
  SECRET_MASK,
} from '@aliquot/contract/config'
import { InvalidInput, Unprocessable } from '../../errors.ts'
import { allowedLevelsOf, domainsIn } from '../../instance-config/values.ts'
import { cleanHtml } from '../../lib/html.ts'
import { oneLine } from '../../lib/text.ts'
import { requireEmail } from '../users/users.email.ts'

const ENCRYPTIONS = ['ssl', 'starttls', 'none']

const SUBJECTS: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  'onboarding_email_subject',
  'onboarding_email_admins_subject',
])

type Given = Partial<ConfigValues>

/** Reads a PATCH. Values that the service uses are validated; the others are kept as sent. */
export function readGiven(patch: ConfigPatch): Given {
  const given: Given = {}
  for (const [name, value] of Object.entries(patch)) {
    const key = name as ConfigKey
    if (value === undefined || (isSecret(key) && isKept(value))) continue
    given[key] = readValue(key, value)
  }
  return given
}

export function requireSomeLevel(values: ConfigValues): void {
  if (allowedLevelsOf(values).size > 0) return
  throw new Unprocessable('instance.no_level_left', { field: 'allow_permission_*' })
}

export function isSecret(key: ConfigKey): boolean {
  return SECRET_KEYS.includes(key)
}

/** An empty value, or the mask, leaves a secret unchanged. */
function isKept(value: string | null): boolean {
  return value === null || value === '' || value === SECRET_MASK
}

const SWITCHES: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  ...(['admin_validate', 'admins_create_users', 'admins_create_users_remote_dir', 'admins_import_users'] as const),
  ...(['admins_archive_users', 'allow_users_change_identity', 'anon_users'] as const),
  ...(['allow_permission_full', 'allow_permission_organization', 'allow_permission_team'] as const),
  ...(['allow_permission_user', 'allow_permission_useronly'] as const),
  ...(['smtp_verify_cert', 'email_send_grouped'] as const),
  ...(['onboarding_email_active', 'onboarding_email_different_for_admins'] as const),
])

const HTML: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  'announcement',
  'login_announcement',
  'admin_panel_custom_msg',
  'onboarding_email_body',
  'onboarding_email_admins_body',
])

/** The ranges of whole numbers that the service uses. */
const RANGES: Partial<Record<ConfigKey, readonly [lowest: number, highest: number]>> = {
  min_password_length: [8, 128],
  ts_balance: [0, 1_000_000],
  ts_limit: [0, 1_000_000],
  autologout_time: [0, 525_600],
  cookie_validity_time: [1, 525_600],
  smtp_port: [1, 65_535],
}

function readValue(key: ConfigKey, value: string | null): string | null {
  if (SWITCHES.has(key)) return readSwitch(key, value)
  const range = RANGES[key]
  if (range) return readWhole(key, value, range)
  if (key === 'password_complexity_requirement') return readComplexity(value)
  if (key === 'email_domain') return readDomains(value)
  if (key === 'mail_from') return readSender(value)
  if (key === 'smtp_encryption') return readEncryption(value)
  if (key === 'smtp_address') return readHost(value)
  if (SUBJECTS.has(key)) return value && oneLine(value)
  if (HTML.has(key)) return value ? cleanHtml(value) : CONFIG_DEFAULTS[key]
  return value
}

function readSwitch(key: ConfigKey, value: string | null): string {
  if (value === '1' || value === 'on') return '1'
  if (value === '0' || value === 'off' || value === '') return '0'
  throw new InvalidInput('field.either', { field: key, choices: [0, 1] })
}

function readWhole(key: ConfigKey, value: string | null, [lowest, highest]: readonly [number, number]): string {
  const number = /^\d{1,9}$/.test(value ?? '') ? Number(value) : Number.NaN
  if (number >= lowest && number <= highest) return String(number)
  throw new InvalidInput('field.whole_between', { field: key, least: lowest, most: highest })
}

function readComplexity(value: string | null): string {
  if (value !== null && ['0', '10', '20', '30'].includes(value)) return value
  throw new InvalidInput('field.either', { field: 'password_complexity_requirement', choices: [0, 10, 20, 30] })
}

/** Empty: e-mail is off again. */
function readSender(value: string | null): string | null {
  return value?.trim() ? requireEmail(value, 'mail_from') : CONFIG_DEFAULTS.mail_from
}

function readEncryption(value: string | null): string {
  // Older programs call it by the name of the protocol.
  if (value === 'tls') return 'starttls'
  if (value !== null && ENCRYPTIONS.includes(value)) return value
  throw new InvalidInput('field.either', { field: 'smtp_encryption', choices: ENCRYPTIONS })
}

function readHost(value: string | null): string | null {
  const host = value?.trim() ?? ''
  if (host === '') return CONFIG_DEFAULTS.smtp_address
  if (/^[\p{L}\p{N}_.:-]{1,255}$/u.test(host)) return host
  throw new InvalidInput('instance.not_host', { field: 'smtp_address' })
}

/** Domain names, with the wildcards `*` and `?`. */
function readDomains(value: string | null): string | null {
  const names = domainsIn(value)
  const wrong = names.find((name) => !/^[\p{L}\p{N}.*?-]+$/u.test(name))
  if (wrong !== undefined) throw new InvalidInput('instance.not_domain', { field: 'email_domain', given: wrong })
  return names.length > 0 ? names.join(',') : null
}
