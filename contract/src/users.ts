import { z } from 'zod'
import { DateText, Flag, Id, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** A base level of a permission. */
const Base = z.literal([10, 20, 30, 40, 50])
const Color = z.string().nullable().meta({ description: '6 hex digits' })
const Scope = z.literal([1, 2, 3]).meta({ description: '1 self, 2 team, 3 everything' })
const Shortcut = z.string().meta({ description: 'One letter' })
const PermissionText = z.string().meta({ description: 'JSON text with the lists teams, teamgroups and users' })

/** What each person sets for themselves. */
export const Preferences = z.object({
  limit_nb: z.int(),
  lang: z.string(),
  display_mode: z.string(),
  orderby: z.string(),
  sort: z.string(),
  sc_create: Shortcut,
  sc_edit: Shortcut,
  sc_favorite: Shortcut,
  sc_todo: Shortcut,
  sc_search: Shortcut,
  scope_experiments: Scope,
  scope_items: Scope,
  scope_experiments_templates: Scope,
  scope_items_types: Scope,
  scope_events: Scope,
  scope_teamgroups: Scope,
  use_isodate: Flag,
  use_markdown: Flag,
  cjk_fonts: Flag,
  pdf_sig: Flag,
  inc_files_pdf: Flag,
  append_pdfs: Flag,
  disable_shortcuts: Flag,
  uploads_layout: Flag,
  always_show_owned: Flag,
  show_weekends: Flag,
  scheduler_layout: Flag,
  notif_comment_created: Flag,
  notif_comment_created_email: Flag,
  notif_user_created: Flag,
  notif_user_created_email: Flag,
  notif_user_need_validation: Flag,
  notif_user_need_validation_email: Flag,
  notif_step_deadline: Flag,
  notif_step_deadline_email: Flag,
  notif_event_deleted: Flag,
  notif_event_deleted_email: Flag,
  pdf_format: z.string(),
  entrypoint: z.int(),
  theme_variant: z.int(),
  primary_bg: Color,
  primary_fg: Color,
  default_read: PermissionText,
  default_write: PermissionText,
  default_read_base: Base,
  default_write_base: Base,
})
export type Preferences = z.infer<typeof Preferences>

/** A person's place in a team. */
export const UserTeam = z.object({
  id: Id,
  name: z.string(),
  is_admin: Flag,
  is_owner: Flag,
  is_archived: Flag,
  usergroup: z.literal([1, 2, 4]).meta({ description: 'Older name of the same: 1 sysadmin, 2 admin, 4 user' }),
})
export type UserTeam = z.infer<typeof UserTeam>

export const User = z.object({
  userid: Id,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  initials: z.string(),
  orgid: z.string().nullable(),
  orcid: z.string().nullable(),
  is_sysadmin: Flag,
  can_manage_users2teams: Flag,
  can_manage_compounds: Flag,
  can_manage_inventory_locations: Flag,
  validated: Flag,
  valid_until: DateText.nullable(),
  created_at: Timestamp,
  password_modified_at: Timestamp.nullable(),
  last_login: Timestamp.nullable(),
  token_created_at: Timestamp.nullable(),
  auth_lock_time: Timestamp.nullable(),
  auth_service: z.int().nullable(),
  last_seen_version: z.int(),
  allow_untrusted: Flag,
  has_mfa_enabled: Flag,
  sig_pubkey: z.string().nullable(),
  sig_privkey: z.string().nullable().optional().meta({ description: 'Only for the person themselves' }),
  ...Preferences.shape,
  default_read_base_human: z.string(),
  default_write_base_human: z.string(),
  team: Id.meta({ description: 'The team in which you act' }),
  teams: z.array(UserTeam),
})
export type User = z.infer<typeof User>

/** What a person chooses as a password. The server has more rules: length, and not one that is guessed first. */
export const NewPassword = Text.min(1, 'must not be empty').max(1024, 'must have at most 1024 bytes')

/** Actions on a user. Attributes join here. */
export const UserPatch = z.strictObject({
  action: z.literal(['updatepassword'], 'must be updatepassword'),
  password: NewPassword,
  current_password: Text.max(1024, 'must have at most 1024 bytes').optional(),
})
export type UserPatch = z.infer<typeof UserPatch>

const tag = 'Users'
const one = { path: '/users/:id', params: z.object({ id: PathId }), tag }

export const users = {
  read: endpoint({
    ...one,
    name: 'getUser',
    method: 'GET',
    summary: 'Read a person; `me` is yourself',
    reply: User,
    status: 200,
    errors: [403, 404],
  }),
  patch: endpoint({
    ...one,
    name: 'patchUser',
    method: 'PATCH',
    summary: 'Change the password',
    body: UserPatch,
    reply: User,
    status: 200,
    errors: [403, 404, 412],
  }),
}
