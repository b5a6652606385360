import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** The ground: people, teams, entries, comments, tags, the journal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { id, bigid, int, big, text, end } = columnTypes(engine)

  const statements = [
    `create table settings (name ${text} primary key, value ${text} not null)${end}`,

    `create table users (
      userid ${id},
      email ${text} not null,
      email_key ${text} not null unique,
      firstname ${text} not null,
      lastname ${text} not null,
      name_key ${text} not null,
      orcid ${text},
      orgid ${text},
      password_hash ${text},
      password_modified_at ${text},
      password_link_hash ${text} unique,
      password_link_expires ${text},
      is_sysadmin ${int} not null default 0,
      validated ${int} not null default 0,
      valid_until ${text},
      preferences ${text} not null default '{}',
      created_at ${text} not null,
      last_login ${text},
      version ${int} not null default 1
    )${end}`,

    `create table teams (
      id ${id},
      name ${text} not null,
      orgid ${text},
      visible ${int} not null default 1,
      user_create_tag ${int} not null default 1,
      force_exp_tpl ${int} not null default 0,
      force_res_tpl ${int} not null default 0,
      users_canwrite_experiments ${int} not null default 1,
      users_canwrite_experiments_categories ${int} not null default 1,
      users_canwrite_experiments_status ${int} not null default 1,
      users_canwrite_experiments_templates ${int} not null default 1,
      users_canwrite_resources ${int} not null default 1,
      users_canwrite_resources_categories ${int} not null default 1,
      users_canwrite_resources_status ${int} not null default 1,
      users_canwrite_resources_templates ${int} not null default 1,
      announcement ${text},
      newcomer_threshold ${int} not null default 15,
      newcomer_banner ${text},
      newcomer_banner_active ${int} not null default 0,
      onboarding_email_active ${int} not null default 0,
      onboarding_email_subject ${text},
      onboarding_email_body ${text},
      capture_container_deletion_reason ${int} not null default 0,
      created_at ${text} not null,
      version ${int} not null default 1
    )${end}`,

    `create table memberships (
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      is_admin ${int} not null default 0,
      is_owner ${int} not null default 0,
      is_archived ${int} not null default 0,
      created_at ${text} not null,
      primary key (userid, team)
    )${end}`,
    'create index memberships_team on memberships (team, userid)',

    `create table teamgroups (id ${id}, team ${int} not null references teams (id), name ${text} not null)${end}`,
    'create index teamgroups_team on teamgroups (team)',
    `create table teamgroup_members (
      teamgroup ${int} not null references teamgroups (id),
      userid ${int} not null references users (userid),
      primary key (teamgroup, userid)
    )${end}`,
    'create index teamgroup_members_userid on teamgroup_members (userid, teamgroup)',

    `create table apikeys (
      id ${id},
      name ${text} not null,
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      can_write ${int} not null,
      key_hash ${text} not null,
      created_at ${text} not null,
      last_used_at ${text}
    )${end}`,
    'create index apikeys_userid on apikeys (userid)',

    `create table sessions (
      id ${id},
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      token_hash ${text} not null unique,
      created_at ${text} not null,
      last_seen_at ${text} not null,
      expires_at ${text} not null,
      client_address ${text} not null,
      user_agent ${text} not null
    )${end}`,
    'create index sessions_userid on sessions (userid)',
    'create index sessions_expires on sessions (expires_at)',

    `create table labels (
      id ${id},
      kind ${int} not null,
      team ${int} not null references teams (id),
      title ${text} not null,
      color ${text} not null,
      ordering ${int},
      state ${int} not null default 1,
      is_private ${int} not null default 1
    )${end}`,
    'create index labels_team on labels (team, kind)',

    `create table entities (
      id ${id},
      type ${int} not null,
      team ${int} not null references teams (id),
      userid ${int} not null references users (userid),
      title ${text} not null,
      title_key ${text} not null,
      date ${text},
      elabid ${text},
      custom_id ${int},
      rating ${int} not null default 0,
      state ${int} not null default 1,
      content_type ${int} not null default 1,
      hide_main_text ${int} not null default 0,
      category ${int} references labels (id),
      status ${int} references labels (id),
      canread_base ${int} not null,
      canwrite_base ${int} not null,
      canread ${text} not null,
      canwrite ${text} not null,
      canread_is_immutable ${int} not null default 0,
      canwrite_is_immutable ${int} not null default 0,
      locked ${int} not null default 0,
      lockedby ${int},
      locked_at ${text},
      timestamped ${int} not null default 0,
      timestampedby ${int},
      timestamped_at ${text},
      access_key ${text},
      created_from_type ${int},
      created_from_id ${int},
      created_at ${text} not null,
      modified_at ${text} not null,
      lastchangeby ${int},
      recent_comment_at ${text},
      version ${int} not null default 1,
      body_hash ${text},
      metadata ${text}
    )${end}`,
    ...listIndexes(engine),
    ...filterIndexes(),
    'create unique index entities_elabid on entities (elabid)',
    // A number is unique in its category. Both engines let rows without a category share one.
    'create unique index entities_custom_id on entities (type, category, custom_id)',

    `create table bodies (
      entity_id ${int} primary key references entities (id),
      body ${text} not null,
      deltas ${int} not null default 0
    )${end}`,

    `create table entity_grants (
      entity_id ${int} not null references entities (id),
      access ${int} not null,
      kind ${int} not null,
      grantee ${int} not null,
      primary key (entity_id, access, kind, grantee)
    )${end}`,
    'create index entity_grants_grantee on entity_grants (kind, grantee, access, entity_id)',

    `create table entity_counts (
      type ${int} not null,
      team ${int} not null,
      userid ${int} not null,
      state ${int} not null,
      canread_base ${int} not null,
      shard ${int} not null,
      total ${int} not null,
      primary key (type, team, userid, state, canread_base, shard)
    )${end}`,
    'create index entity_counts_owner on entity_counts (userid, type, state)',

    `create table tags (
      id ${id},
      team ${int} not null references teams (id),
      tag ${text} not null,
      tag_key ${text} not null,
      unique (team, tag_key)
    )${end}`,
    'create index tags_key on tags (tag_key)',
    `create table entity_tags (
      entity_id ${int} not null references entities (id),
      tag_id ${int} not null references tags (id),
      primary key (entity_id, tag_id)
    )${end}`,
    'create index entity_tags_tag on entity_tags (tag_id, entity_id)',
    `create table favtags (
      userid ${int} not null references users (userid),
      tag_id ${int} not null references tags (id),
      primary key (userid, tag_id)
    )${end}`,

    `create table pins (
      userid ${int} not null references users (userid),
      entity_id ${int} not null references entities (id),
      primary key (userid, entity_id)
    )${end}`,
    'create index pins_entity on pins (entity_id)',

    `create table comments (
      id ${id},
      entity_id ${int} not null references entities (id),
      userid ${int} not null references users (userid),
      comment ${text} not null,
      immutable ${int} not null default 0,
      created_at ${text} not null,
      modified_at ${text} not null,
      version ${int} not null default 1
    )${end}`,
    'create index comments_entity on comments (entity_id, created_at, id)',

    `create table notifications (
      id ${id},
      userid ${int} not null references users (userid),
      category ${int} not null,
      entity_id ${int} not null references entities (id),
      comment_id ${int} not null references comments (id),
      from_userid ${int} not null references users (userid),
      is_ack ${int} not null default 0,
      created_at ${text} not null
    )${end}`,
    'create index notifications_userid on notifications (userid, id)',
    // What the bell counts once a minute.
    'create index notifications_unseen on notifications (userid, id) where is_ack = 0',
    'create index notifications_comment on notifications (comment_id)',

    `create table events (
      id ${bigid},
      chain ${int} not null,
      position ${int} not null,
      at ${text} not null,
      userid ${int},
      via ${text} not null,
      address ${text} not null,
      subject ${text} not null,
      subject_id ${int} not null,
      verb ${text} not null,
      fields ${text} not null,
      continues ${int} not null,
      changes ${text} not null,
      reason ${text},
      seal ${text},
      prev_hash ${text} not null,
      hash ${text} not null,
      unique (chain, position)
    )${end}`,
    // The history of one person, key or team within the long chain of what belongs to no entry.
    'create index events_instance on events (subject, subject_id, position) where chain = 0',
    // What an entry's changelog shows, however many saves lie between two of its lines.
    "create index events_changelog on events (chain, position) where subject = 'entity' and continues = 0",
    // What happened around an entry, its comments: the timeline shows them between the lines of the changelog.
    "create index events_around on events (chain, position) where subject <> 'entity' and chain > 0",
    `create table chains (chain ${int} primary key, length ${int} not null, head ${text} not null)${end}`,
    // The chain of what belongs to no entry starts empty; those of entries start with them.
    "insert into chains (chain, length, head) values (0, 0, '')",
    `create table checkpoints (
      id ${id},
      at ${text} not null,
      last_event ${big} not null,
      events ${int} not null,
      prev_hash ${text} not null,
      hash ${text} not null
    )${end}`,

    `create table idempotency (
      key_hash ${text} primary key,
      userid ${int} not null,
      request_hash ${text} not null,
      result ${text} not null,
      created_at ${text} not null
    )${end}`,
    'create index idempotency_created on idempotency (created_at)',

    ...searchTables(engine),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * What lists walk: for each scope and order the entries as they come, so that a page costs the same in a table of any
 * size. The base level stands before the order: entries that others may not read are not walked over, they lie apart.
 * Each ends with the id, which settles ties.
 */
function listIndexes(engine: 'sqlite' | 'postgres'): string[] {
  const scopes = {
    team: 'type, team, state, canread_base',
    owner: 'type, userid, state, canread_base',
    all: 'type, state, canread_base',
  }
  // Where PostgreSQL puts rows without a date is up to the index, see nullsAreSmall.
  const date = engine === 'sqlite' ? 'date, id' : 'date nulls first, id'
  const orders = { changed: 'modified_at, id', date, title: 'title_key, id', id: 'id' }
  return Object.entries(scopes).flatMap(([scope, range]) =>
    Object.entries(orders).map(
      ([order, columns]) => `create index entities_${scope}_${order} on entities (${range}, ${columns})`,
    ),
  )
}

/** What filters of lists look up: values that few entries have. Each holds only those. */
function filterIndexes(): string[] {
  return [
    'create index entities_status on entities (type, status) where status is not null',
    'create index entities_rating on entities (type, rating) where rating > 0',
    'create index entities_number on entities (type, custom_id) where custom_id is not null',
    'create index entities_locked on entities (type) where locked = 1',
    'create index entities_timestamped on entities (type) where timestamped = 1',
  ]
}

/**
 * The full-text index. Both engines get finished words (see search-index.ts): FTS5 only splits them at the blanks between
 * them, tsvector takes them as they are. Neither keeps positions, since each word stands there once.
 */
function searchTables(engine: 'sqlite' | 'postgres'): string[] {
  return engine === 'sqlite'
    ? [`create virtual table entity_search using fts5 (words, detail=none, tokenize="ascii", prefix='2 3')`]
    : [
        'create table entity_search (entity_id integer primary key references entities (id), words tsvector not null)',
        'create index entity_search_words on entity_search using gin (words)',
      ]
}
