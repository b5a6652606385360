import { type RawBuilder, sql } from 'kysely'
import { type Engine, joinText, jsonObject, jsonString } from '../../../db/dialect.ts'
import type { Db } from '../../../db/schema.ts'
import { hasSettings, settingFields } from '../entries.settings.ts'

/** The columns of an entry in lists and records. What needs no work of ours comes as finished JSON. */
export interface ShortRow {
  id: number
  /** A JSON object with the fields before `created_at`. */
  first: string
  created_at: string
  modified_at: string
  timestamped: number
  timestampedby: number | null
  /** The reader, if they pinned it. */
  pinned_by: number | null
  recent_comment_at: string | null
  /** JSON. */
  next_step: string | null
  /** See tagsJoined. */
  tag_list: string | null
  /** The ids of the reader's favourite tags, joined by commas. */
  favourites: string | null
}

export interface LongRow extends ShortRow {
  /** JSON. */
  body: string | null
  /** A JSON object with the fields between the main text and `locked_at`. */
  rest: string
  locked_at: string | null
  timestamped_at: string | null
  /** A JSON object; null if the type has no settings. */
  settings: string | null
  files: number
}

type Fields = Record<string, RawBuilder<unknown>>

function columnsOf(table: string, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, sql.ref(`${table}.${name}`)]))
}

/** In the order of the contract, as in all answers. */
const FIRST: Fields = {
  ...columnsOf('entities', ['id', 'title', 'custom_id', 'date', 'category']),
  category_title: sql.ref('c.title'),
  category_color: sql.ref('c.color'),
  ...columnsOf('entities', ['status']),
  status_title: sql.ref('s.title'),
  status_color: sql.ref('s.color'),
  ...columnsOf('entities', ['team']),
  team_name: sql.ref('t.name'),
  ...columnsOf('entities', ['rating', 'userid']),
  ...columnsOf('u', ['firstname', 'lastname']),
  fullname: sql`u.firstname || ' ' || u.lastname`,
  ...columnsOf('u', ['orcid']),
  ...columnsOf('entities', ['locked', 'state', 'canread', 'canwrite', 'canread_base', 'canwrite_base']),
  ...columnsOf('entities', ['canread_is_immutable', 'canwrite_is_immutable']),
}

const REST: Fields = {
  ...columnsOf('entities', ['content_type', 'hide_main_text', 'elabid', 'metadata', 'lastchangeby']),
  ...columnsOf('entities', ['created_from_type', 'created_from_id', 'access_key', 'lockedby']),
}

/** The rows of all entries; the caller adds a condition. */
export function selectShort(db: Db, userid: number, engine: Engine) {
  return db
    .selectFrom('entities')
    .innerJoin('users as u', 'u.userid', 'entities.userid')
    .innerJoin('teams as t', 't.id', 'entities.team')
    .leftJoin('labels as c', 'c.id', 'entities.category')
    .leftJoin('labels as s', 's.id', 'entities.status')
    .leftJoin('steps as n', 'n.id', 'entities.next_step_id')
    .leftJoin('pins as p', (join) => join.onRef('p.entity_id', '=', 'entities.id').on('p.userid', '=', userid))
    .select(['entities.id', 'entities.created_at', 'entities.modified_at', 'entities.recent_comment_at'])
    .select(['entities.timestamped', 'entities.timestampedby', 'p.userid as pinned_by'])
    .select(jsonObject(engine, FIRST).as('first'))
    .select(jsonString(engine, sql.ref('n.body')).as('next_step'))
    .select(tagsJoined(engine).as('tag_list'))
    .select(favouritesJoined(engine, userid).as('favourites'))
}

/** The same with all columns. `body` is the main text, or the part of it that is wanted. */
export function selectLong(
  db: Db,
  userid: number,
  engine: Engine,
  type: number,
  body: RawBuilder<unknown> = sql.ref('b.body'),
) {
  const settings: RawBuilder<string | null> = hasSettings(type) ? jsonObject(engine, settingFields(type)) : sql`null`
  return selectShort(db, userid, engine)
    .leftJoin('bodies as b', 'b.entity_id', 'entities.id')
    .leftJoin('resource_settings as r', 'r.entity_id', 'entities.id')
    .leftJoin('template_settings as o', 'o.entity_id', 'entities.id')
    .select(['entities.locked_at', 'entities.timestamped_at', 'entities.files'])
    .select(jsonString(engine, body).as('body'))
    .select(jsonObject(engine, REST).as('rest'))
    .select(settings.as('settings'))
}

/**
 * `7:alphaTAlpha|3:betaTBeta`: id, key and name of each tag, in any order. A key contains no capital letter and a name
 * no bar, so the text can be split. The caller sorts them and looks for favourites, which takes a third of the time.
 */
function tagsJoined(engine: Engine) {
  const part = sql`tag.id || ':' || tag.tag_key || 'T' || tag.tag`
  return sql<string | null>`(
    select ${joinText(engine, part, '|')} from entity_tags
    join tags as tag on tag.id = entity_tags.tag_id where entity_tags.entity_id = entities.id)`
}

/** Found once, not for each row. */
export function favouritesJoined(engine: Engine, userid: number) {
  const ids = joinText(engine, sql.ref('favtags.tag_id'), ',')
  return sql<string | null>`(select ${ids} from favtags where favtags.userid = ${userid})`
}
