import type { Generated, Insertable, Kysely, Selectable, Updateable } from 'kysely'

/** The tables. Times are UTC text with milliseconds, flags are 0 or 1; both engines sort and compare them alike. */
export interface Schema {
  settings: SettingsTable
  config: ConfigTable
  users: UsersTable
  teams: TeamsTable
  memberships: MembershipsTable
  teamgroups: TeamgroupsTable
  teamgroup_members: TeamgroupMembersTable
  apikeys: ApikeysTable
  sessions: SessionsTable
  labels: LabelsTable
  views: ViewsTable
  entities: EntitiesTable
  bodies: BodiesTable
  resource_settings: ResourceSettingsTable
  template_settings: TemplateSettingsTable
  entity_grants: EntityGrantsTable
  entity_counts: EntityCountsTable
  entity_fields: EntityFieldsTable
  entity_texts: EntityTextsTable
  daily_counts: DailyCountsTable
  tags: TagsTable
  tag_counts: TagCountsTable
  field_counts: FieldCountsTable
  entity_tags: EntityTagsTable
  favtags: FavtagsTable
  pins: PinsTable
  comments: CommentsTable
  notifications: NotificationsTable
  events: EventsTable
  chains: ChainsTable
  checkpoints: CheckpointsTable
  idempotency: IdempotencyTable
  sweeps: SweepsTable
}

export type Db = Kysely<Schema>

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

/** Categories and status of a team's entries; `kind` is a number of LABEL_KINDS. */
export interface LabelsTable {
  id: Generated<number>
  kind: number
  team: number
  title: string
  color: string
  ordering: number | null
  state: number
  is_private: number
  version: Generated<number>
}

/** Lists of entries under a name; `type` is the type number of the entries. */
export interface ViewsTable {
  id: Generated<number>
  userid: number
  team: number
  type: number
  name: string
  search: string
  is_shared: number
  created_at: string
  modified_at: string
  version: Generated<number>
}

/** All four entity types; `type` is the type number of the API facts. */
export interface EntitiesTable {
  id: Generated<number>
  type: number
  team: number
  userid: number
  title: string
  /** Folded title, what sorting by title uses. */
  title_key: string
  date: string | null
  elabid: string | null
  custom_id: number | null
  rating: number
  state: number
  content_type: number
  hide_main_text: number
  category: number | null
  status: number | null
  canread_base: number
  canwrite_base: number
  /** JSON text as the API returns it; the same lists are rows of entity_grants. */
  canread: string
  canwrite: string
  canread_is_immutable: number
  canwrite_is_immutable: number
  locked: number
  lockedby: number | null
  locked_at: string | null
  timestamped: number
  timestampedby: number | null
  timestamped_at: string | null
  access_key: string | null
  created_from_type: number | null
  created_from_id: number | null
  created_at: string
  modified_at: string
  lastchangeby: number | null
  /** Time of the newest comment; follows the comments, not part of the entry's own version. */
  recent_comment_at: string | null
  /** Grows with each change of the entry itself; the first part of its ETag. */
  version: number
  /** SHA-256 of the body, hex; null without one. */
  body_hash: string | null
  metadata: string | null
}

/** The main texts apart from the entries, so that renaming or locking one does not rewrite its text. */
export interface BodiesTable {
  entity_id: number
  body: string
  /** How many deltas of it stand in the journal since the last full copy. */
  deltas: number
}

/** What only resources have, and who may book them. No row: the defaults. */
export interface ResourceSettingsTable {
  entity_id: number
  /** JSON text like canread; the same lists are rows of entity_grants. Templates of resources have these two as well. */
  canbook: string
  canbook_base: number
  is_bookable: number
  available: number
  /** 0: no limit; likewise in the other numbers. */
  book_max_minutes: number
  book_max_slots: number
  book_can_overlap: number
  book_is_cancellable: number
  book_cancel_minutes: number
  book_users_can_in_past: number
  booking_window_days: number
  /** Sums of money are text with two decimals. */
  booking_hourly_rate_notax: string
  booking_hourly_rate_tax: string
  booking_hourly_rate_currency: number
  is_procurable: number
  proc_pack_qty: number
  proc_price_notax: string
  proc_price_tax: string
  proc_currency: number
}

/** What only templates have: the permissions of what is made from them, their place and colour. No row: the defaults. */
export interface TemplateSettingsTable {
  entity_id: number
  canread_target: string
  canwrite_target: string
  canread_target_base: number
  canwrite_target_base: number
  ordering: number | null
  color: string | null
}

/** The lists inside canread, canwrite and canbook as rows that indexes serve. */
export interface EntityGrantsTable {
  entity_id: number
  /** 1 read, 2 write, 3 book. */
  access: number
  /** 1 team, 2 team group, 3 user. */
  kind: number
  grantee: number
}

/** The extra fields inside an entry's metadata as rows that indexes serve. */
export interface EntityFieldsTable {
  entity_id: number
  /** 0, 1, 2, … within the entry. */
  place: number
  name: string
  /** Folded name, cut to what an index can hold. */
  name_key: string
  /** Folded value; of a field with several values each has a row. */
  value: string
}

/** Title and main text as they are searched for parts of them: plain, folded, on one line. */
export interface EntityTextsTable {
  entity_id: number
  title: string
  body: string
}

/** How many entries there are of each sort that decides about visibility, so that totals need no scan. */
export interface EntityCountsTable {
  type: number
  team: number
  userid: number
  state: number
  canread_base: number
  /** On PostgreSQL writers of one owner spread over several rows, so that they do not wait for each other. */
  shard: number
  total: number
}

/** How many entries of a type, or people (kind 0), each day brought. The database counts them itself. */
export interface DailyCountsTable {
  kind: number
  /** In UTC, `2026-03-02`. */
  day: string
  /** On PostgreSQL writers spread over several rows; only their sum means anything. */
  shard: number
  total: number
}

export interface TagsTable {
  id: Generated<number>
  team: number
  tag: string
  /** Folded tag, unique in the team. That of a tag which is going starts with a bar, so that its name is free. */
  tag_key: string
  version: Generated<number>
}

/** How many entries have a tag, of each sort that decides about visibility. Deleted entries are not counted. */
export interface TagCountsTable {
  tag_id: number
  /** The owner of the entries; 0 for those of everyone. */
  userid: number
  team: number
  canread_base: number
  /** On PostgreSQL writers spread over several rows; only their sum means anything. */
  shard: number
  total: number
}

/** How many experiments and resources have an extra field of this name; as for tags. */
export interface FieldCountsTable {
  name: string
  userid: number
  team: number
  canread_base: number
  shard: number
  total: number
}

export interface EntityTagsTable {
  entity_id: number
  tag_id: number
}

export interface FavtagsTable {
  userid: number
  tag_id: number
}

export interface PinsTable {
  userid: number
  entity_id: number
}

export interface CommentsTable {
  id: Generated<number>
  entity_id: number
  userid: number
  comment: string
  immutable: number
  created_at: string
  modified_at: string
  version: number
}

/** What a person is to be told: somebody's comment on an entry of theirs. */
export interface NotificationsTable {
  id: Generated<number>
  userid: number
  /** A number of CATEGORY. */
  category: number
  entity_id: number
  comment_id: number
  from_userid: number
  /** 1: seen. */
  is_ack: number
  created_at: string
}

/** The journal. Rows are only ever added. */
export interface EventsTable {
  id: Generated<number>
  /** The entry whose chain this belongs to; 0 for what belongs to no entry. */
  chain: number
  /** 1, 2, 3, … within the chain. */
  position: number
  at: string
  /** Who; null for the system itself. */
  userid: number | null
  /** With what: `apikey:7`, `session:3`, `cli`, `system`. */
  via: string
  address: string
  subject: string
  subject_id: number
  verb: string
  /** Names of the changed fields, `title,date`: readable without the values, which may be large. */
  fields: string
  /** 1: goes on with what the event before it began (the next save of the same text), and readings may skip it. */
  continues: number
  /** JSON of the changed fields, see journal/changes.ts. */
  changes: string
  reason: string | null
  /** Hash of the subject's row after the change; null when the subject is gone. */
  seal: string | null
  prev_hash: string
  hash: string
}

/** The end of each chain: a cut-off tail shows. */
export interface ChainsTable {
  chain: number
  length: number
  head: string
}

/** All events up to one, hashed together; can be time-stamped outside. */
export interface CheckpointsTable {
  id: Generated<number>
  at: string
  last_event: number
  events: number
  prev_hash: string
  hash: string
}

export interface IdempotencyTable {
  /** SHA-256 over user and Idempotency-Key. */
  key_hash: string
  userid: number
  request_hash: string
  /** JSON of what the operation returned. */
  result: string
  created_at: string
}

/** Changes of many entries that follow from one, and go on in the background: see features/sweeps. */
export interface SweepsTable {
  id: Generated<number>
  kind: string
  /** The tag or the team group that changed. */
  subject_id: number
  /** The tag that takes its place. */
  into_id: number | null
  /** The last entry that is done. */
  after_id: number
  /** Who caused it, and with what. */
  userid: number | null
  via: string
  address: string
  created_at: string
}

export type ConfigRow = Selectable<ConfigTable>
export type ViewRow = Selectable<ViewsTable>
export type UserRow = Selectable<UsersTable>
export type TeamRow = Selectable<TeamsTable>
export type MembershipRow = Selectable<MembershipsTable>
export type ApikeyRow = Selectable<ApikeysTable>
export type SessionRow = Selectable<SessionsTable>
export type EntityRow = Selectable<EntitiesTable>
export type NewEntity = Insertable<EntitiesTable>
export type EntityChange = Updateable<EntitiesTable>
export type ResourceSettingsRow = Selectable<ResourceSettingsTable>
export type TemplateSettingsRow = Selectable<TemplateSettingsTable>
export type CommentRow = Selectable<CommentsTable>
export type NotificationRow = Selectable<NotificationsTable>
export type CheckpointRow = Selectable<CheckpointsTable>
export type ChainRow = Selectable<ChainsTable>
export type EventRow = Selectable<EventsTable>
export type TagRow = Selectable<TagsTable>
export type LabelRow = Selectable<LabelsTable>
export type SweepRow = Selectable<SweepsTable>
export type FavtagRow = Selectable<FavtagsTable>
export type TeamgroupRow = Selectable<TeamgroupsTable>
export type TeamgroupMemberRow = Selectable<TeamgroupMembersTable>
