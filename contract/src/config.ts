import { z } from 'zod'
import { Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { INSTANCE } from './operation-groups.ts'
import { says } from './refusals/schema.ts'

/** The settings of the instance that sysadmins can change while it runs, with their defaults. */
export const CONFIG_DEFAULTS = {
  // Users
  admin_validate: '1',
  admins_create_users: '1',
  admins_create_users_remote_dir: '0',
  admins_import_users: '0',
  admins_archive_users: '1',
  allow_users_change_identity: '0',
  users_validity_is_externally_managed: '0',
  anon_users: '0',
  email_domain: null,
  // Permissions
  allow_permission_full: '1',
  allow_permission_organization: '1',
  allow_permission_team: '1',
  allow_permission_user: '1',
  allow_permission_useronly: '1',
  compounds_require_edit_rights: '0',
  inventory_require_edit_rights: '0',
  // Login
  local_login: '1',
  local_auth_enabled: '1',
  local_register: '1',
  local_login_hidden_only_sysadmin: '0',
  local_login_only_sysadmin: '0',
  login_tries: '3',
  enforce_mfa: '0',
  min_password_length: '12',
  password_complexity_requirement: '0',
  max_password_age_days: '3650',
  autologout_time: '0',
  cookie_validity_time: '43200',
  remember_me_checked: '1',
  remember_me_allowed: '1',
  logout_url: '',
  // Text
  lang: 'en_GB',
  announcement: null,
  login_announcement: null,
  admin_panel_custom_msg: '',
  user_msg_need_local_account_created: '',
  support_url: '',
  chat_url: '',
  privacy_policy: null,
  privacy_policy_name: 'Privacy policy',
  terms_of_service: null,
  terms_of_service_name: 'Terms of service',
  a11y_statement: null,
  a11y_statement_name: 'Accessibility statement',
  legal_notice: null,
  legal_notice_name: 'Legal notice',
  // Revisions
  max_revisions: '10',
  min_delta_revisions: '100',
  min_days_revisions: '23',
  // Mail
  mail_from: 'notconfigured@example.com',
  smtp_address: 'mail.example.com',
  smtp_encryption: 'ssl',
  smtp_port: '587',
  smtp_username: '',
  smtp_password: '',
  smtp_verify_cert: '1',
  email_send_grouped: '1',
  // Onboarding
  onboarding_email_active: '0',
  onboarding_email_subject: null,
  onboarding_email_body: null,
  onboarding_email_different_for_admins: '0',
  onboarding_email_admins_subject: null,
  onboarding_email_admins_body: null,
  // Timestamps
  ts_authority: 'digicert',
  ts_balance: '0',
  ts_limit: '0',
  ts_hash: 'sha256',
  ts_login: null,
  ts_password: '',
  ts_url: null,
  ts_cert: null,
  keeex_enabled: '0',
  keeex_host: 'keeex',
  keeex_port: '8080',
  blox_enabled: '1',
  blox_anon: '0',
  // Storage
  uploads_storage: '1',
  s3_bucket_name: '',
  s3_path_prefix: '',
  s3_region: '',
  s3_endpoint: '',
  s3_verify_cert: '1',
  s3_use_path_style_endpoint: '0',
  s3_exports_toggle: '0',
  s3_exports_use_dedicated_bucket: '0',
  s3_exports_bucket_name: '',
  s3_exports_path_prefix: 'exports',
  s3_exports_region: '',
  s3_exports_endpoint: '',
  s3_exports_verify_cert: '1',
  s3_exports_use_path_style_endpoint: '0',
  // SAML
  saml_toggle: '0',
  saml_debug: '0',
  saml_strict: '1',
  saml_baseurl: null,
  saml_entityid: null,
  saml_x509: null,
  saml_x509_new: null,
  saml_privatekey: null,
  saml_team_create: '1',
  saml_team_default: '-1',
  saml_user_default: '1',
  saml_sync_teams: '0',
  saml_sync_email_idp: '0',
  saml_fallback_orgid: '0',
  saml_nameidencrypted: '0',
  saml_authnrequestssigned: '0',
  saml_logoutrequestsigned: '0',
  saml_logoutresponsesigned: '0',
  saml_signmetadata: '0',
  saml_wantmessagessigned: '0',
  saml_wantassertionsencrypted: '0',
  saml_wantassertionssigned: '0',
  saml_wantnameid: '1',
  saml_wantnameidencrypted: '0',
  saml_wantxmlvalidation: '1',
  saml_relaxdestinationvalidation: '0',
  saml_lowercaseurlencoding: '0',
  saml_allowrepeatattributename: '0',
  // LDAP and other directories
  ldap_toggle: '0',
  ldap_scheme: 'ldap',
  ldap_host: '',
  ldap_port: '389',
  ldap_base_dn: '',
  ldap_search_attr: 'mail',
  ldap_email: 'mail',
  ldap_firstname: 'givenname',
  ldap_lastname: 'cn',
  ldap_team: 'on',
  ldap_team_create: '0',
  ldap_sync_teams: '0',
  ldap_use_tls: '0',
  ldap_username: null,
  ldap_password: '',
  extauth_remote_user: '',
  extauth_firstname: '',
  extauth_lastname: '',
  extauth_email: '',
  extauth_teams: '',
  // Other
  proxy: '',
  emit_audit_logs: '0',
  remote_dir_service: 'eairef',
  remote_dir_config: '',
  dspace_host: '',
  dspace_user: '',
  dspace_password: '',
} as const satisfies Record<string, string | null>

export type ConfigKey = keyof typeof CONFIG_DEFAULTS
export type ConfigValues = Record<ConfigKey, string | null>

export const CONFIG_KEYS = Object.keys(CONFIG_DEFAULTS) as ConfigKey[]

/** Secrets can be set but never read. */
export const SECRET_KEYS: readonly ConfigKey[] = [
  ...(['smtp_password', 'ldap_password', 'ts_password', 'remote_dir_config', 'dspace_password'] as const),
  'saml_privatekey',
]

/** Replaces a secret that is set. Sending it back leaves the secret unchanged. */
export const SECRET_MASK = '********'

const MOST_CHARACTERS = 65_535

/** Numbers and switches become text. */
const ConfigInput = z
  .union([Text.max(MOST_CHARACTERS), z.number(), z.boolean(), z.null()], says('field.not_text_or_number_or_null'))
  .transform((value) => (value === null ? null : typeof value === 'boolean' ? (value ? '1' : '0') : String(value)))
  .meta({ type: ['string', 'null'] })

export const InstanceSettings = z
  .object({
    ...forEachKey(() => z.string().nullable()),
    schema: z.string().meta({ description: 'Number of the newest migration of the data. Cannot be set' }),
  })
  .meta({
    title: 'InstanceSettings',
    description: `Every value is text or null. Secrets that are set read ${SECRET_MASK}`,
  })
  .register(namedRecords, { name: 'InstanceSettings', description: 'The settings of the instance' })
export type InstanceSettings = z.infer<typeof InstanceSettings>

/** Unknown keys are ignored, because programs send back all that they have read. */
export const ConfigPatch = z.object(forEachKey(() => ConfigInput.optional()))
export type ConfigPatch = z.output<typeof ConfigPatch>

function forEachKey<T>(make: () => T): Record<ConfigKey, T> {
  return Object.fromEntries(CONFIG_KEYS.map((key) => [key, make()])) as Record<ConfigKey, T>
}

const here = { path: '/config', tag: INSTANCE } as const

export const config = {
  read: endpoint({
    ...here,
    name: 'getConfig',
    method: 'GET',
    noStore: true,
    summary: 'Read what is set for the whole instance. For sysadmins',
    reply: InstanceSettings,
    status: 200,
    errors: [403],
  }),
  patch: endpoint({
    ...here,
    name: 'patchConfig',
    method: 'PATCH',
    summary: 'Set any of it, all or none. For sysadmins',
    body: ConfigPatch,
    example: { anon_users: '0', email_domain: 'example.org,*.example.com', min_password_length: '14' },
    reply: InstanceSettings,
    status: 200,
    errors: [403, 412, 422],
  }),
  reset: endpoint({
    ...here,
    name: 'deleteConfig',
    method: 'DELETE',
    summary: 'Put everything back to its default, secrets too. For sysadmins',
    status: 204,
    errors: [403, 412],
  }),
}
