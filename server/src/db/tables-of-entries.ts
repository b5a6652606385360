import type { Generated } from 'kysely'

// Entries, what belongs to them, what they are sorted by, and what is derived from them.

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
  /** 1: it has steps. These five follow from other rows, as the time of the newest comment does. */
  has_steps: Generated<number>
  /** Its first unfinished step. */
  next_step_id: number | null
  /** 1: it points to other entries. */
  has_links: Generated<number>
  /** 1: others point to it. */
  is_linked: Generated<number>
  /** 1: somebody was asked to do something with it. */
  has_requests: Generated<number>
  /** Grows with each change of the entry itself; the first part of its ETag. */
  version: number
  /** SHA-256 of the body, hex; null without one. */
  body_hash: string | null
  metadata: string | null
  /** How many files in state 1 it has; follows them. */
  files: Generated<number>
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

export interface EntityTagsTable {
  entity_id: number
  tag_id: number
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

/** What is to do in an entry. */
export interface StepsTable {
  id: Generated<number>
  entity_id: number
  body: string
  /** Those with the same place stand in the order of their ids. */
  ordering: number
  finished: Generated<number>
  /** When `finished` last changed. */
  finished_time: string | null
  deadline: string | null
  /** 1: somebody has a notification that is shown when the deadline comes near. */
  deadline_notif: Generated<number>
  is_immutable: Generated<number>
  version: Generated<number>
}

/** An entry points to an experiment or a resource. */
export interface EntityLinksTable {
  entity_id: number
  target_id: number
}

/** Somebody asks somebody to do something with an entry. */
export interface RequestActionsTable {
  id: Generated<number>
  entity_id: number
  requester_userid: number
  target_userid: number
  /** A number of REQUESTABLE. */
  action: number
  /** 1 pending, 2 done, 3 taken back or turned down. */
  state: number
  created_at: string
}

/** Files of entries. What is in them is in the file store, under its hash. */
export interface UploadsTable {
  id: Generated<number>
  entity_id: number
  /** Who uploaded it. */
  userid: number
  real_name: string
  /** Unique; texts refer to it. */
  long_name: string
  comment: string | null
  /** SHA-256, hex. */
  hash: string
  filesize: number
  /** Found by content. */
  mime: string
  /** 1 normal, 2 archived, 3 deleted. */
  state: number
  /** The state that it comes back with when its entry, which is deleted, does. */
  parked_state: number | null
  immutable: Generated<number>
  created_at: string
  modified_at: string
  version: Generated<number>
  /** The file whose place it has taken; never changes. */
  replaces: number | null
}

/** What the files of each team amount to, so that limits need no scan. */
export interface UploadTotalsTable {
  team: number
  /** On PostgreSQL writers spread over several rows; only their sum means anything. */
  shard: number
  files: number
  bytes: number
}

export interface PinsTable {
  userid: number
  entity_id: number
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

export interface TagsTable {
  id: Generated<number>
  team: number
  tag: string
  /** Folded tag, unique in the team. That of a tag which is going starts with a bar, so that its name is free. */
  tag_key: string
  version: Generated<number>
}

export interface FavtagsTable {
  userid: number
  tag_id: number
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

/** How many entries of a type, or people (kind 0), each day brought. The database counts them itself. */
export interface DailyCountsTable {
  kind: number
  /** In UTC, `2026-03-02`. */
  day: string
  /** On PostgreSQL writers spread over several rows; only their sum means anything. */
  shard: number
  total: number
}
