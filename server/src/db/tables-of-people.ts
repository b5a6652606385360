import type { Generated } from 'kysely'

// The instance, its people and teams, and what they sign in with.

/** What the instance knows about itself: its id, the hash of a pending set-up token. */
export interface SettingsTable {
  name: string
  value: string
}

/** What sysadmins set for the whole instance: no row until they do, then one. */
export interface ConfigTable {
  id: number
  /** JSON of the values that differ from the defaults. */
  chosen: string
  version: number
}

export interface UsersTable {
  userid: Generated<number>
  email: string
  /** Lower-cased e-mail of an account that may sign in; unique. */
  email_key: string
  firstname: string
  lastname: string
  /** Folded name and e-mail, what people are looked up by. */
  name_key: string
  orcid: string | null
  orgid: string | null
  /** Null: no password set, cannot sign in. */
  password_hash: string | null
  password_modified_at: string | null
  /** SHA-256 of the token of a link with which a password can be set, hex. */
  password_link_hash: string | null
  password_link_expires: string | null
  is_sysadmin: number
  validated: number
  /** Last day of validity, YYYY-MM-DD. */
  valid_until: string | null
  /** JSON of the preferences that differ from the defaults. */
  preferences: string
  created_at: string
  last_login: string | null
  version: number
  /** May manage anybody's places in teams. */
  can_manage_users2teams: Generated<number>
  can_manage_compounds: Generated<number>
  can_manage_inventory_locations: Generated<number>
  /** 1, or 3 when the account was deleted: its name still stands under what the person did. */
  state: Generated<number>
}

export interface TeamsTable {
  id: Generated<number>
  name: string
  orgid: string | null
  visible: number
  user_create_tag: number
  force_exp_tpl: number
  force_res_tpl: number
  users_canwrite_experiments: number
  users_canwrite_experiments_categories: number
  users_canwrite_experiments_status: number
  users_canwrite_experiments_templates: number
  users_canwrite_resources: number
  users_canwrite_resources_categories: number
  users_canwrite_resources_status: number
  users_canwrite_resources_templates: number
  announcement: string | null
  newcomer_threshold: number
  newcomer_banner: string | null
  newcomer_banner_active: number
  onboarding_email_active: number
  onboarding_email_subject: string | null
  onboarding_email_body: string | null
  capture_container_deletion_reason: number
  enforce_required_fields: number
  require_change_reason: number
  /** Bytes; 0: no limit; null: what the setting says. */
  files_quota: number | null
  created_at: string
  version: number
  /** 1, or 3 when the team was deleted: its deleted entries still belong to it. */
  state: Generated<number>
}

export interface MembershipsTable {
  userid: number
  team: number
  is_admin: number
  is_owner: number
  is_archived: number
  created_at: string
}

export interface TeamgroupsTable {
  id: Generated<number>
  team: number
  name: string
  version: Generated<number>
}

export interface TeamgroupMembersTable {
  teamgroup: number
  userid: number
}

export interface ApikeysTable {
  id: Generated<number>
  name: string
  userid: number
  team: number
  can_write: number
  /** SHA-256 of the whole key text, hex. */
  key_hash: string
  created_at: string
  last_used_at: string | null
}

export interface SessionsTable {
  id: Generated<number>
  userid: number
  team: number
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string
  created_at: string
  last_seen_at: string
  expires_at: string
  client_address: string
  user_agent: string
}

/** What a person is to be told: somebody's comment on an entry of theirs. */
export interface NotificationsTable {
  id: Generated<number>
  userid: number
  /** A number of CATEGORY. */
  category: number
  entity_id: number
  /** What it tells of, by its category: a comment, a step or a request. */
  comment_id: number | null
  from_userid: number
  /** 1: seen. */
  is_ack: number
  created_at: string
  step_id: number | null
  request_id: number | null
  /** Not shown before this time; null: at once. */
  visible_at: string | null
}

/** What a person wants to do. */
export interface TodoItemsTable {
  id: Generated<number>
  userid: number
  body: string
  ordering: number | null
  created_at: string
  version: Generated<number>
}
