import type { EntityListRow } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { GUARDED } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import { type Engine, inNumbers, joinText } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { wireTime } from '../../lib/dates.ts'
import { hasSettings, RESOURCE_COLUMNS, settingsOf, TEMPLATE_COLUMNS } from '../entries/entries.settings.ts'
import type { EntityKind } from '../entries/entries.types.ts'

/** The reader of a list, and the columns they want. */
export interface RowColumns {
  who: Who
  kind: EntityKind
  /** All columns, those of short lists, or those of a quick search (the short ones with type and page). */
  columns: 'long' | 'short' | 'quick'
  /** The time zone of the instance. */
  zone: string
}

/**
 * The rows of these entries, in this order. It checks access again, because somebody may have revoked it since the ids
 * were found.
 */
export async function readRows(
  db: Db,
  { who, kind, columns, zone }: RowColumns,
  ids: readonly number[],
): Promise<EntityListRow[]> {
  if (ids.length === 0) return []
  const isLong = columns === 'long'
  const find = isLong ? (hasSettings(kind.number) ? findLongWithSettings : findLong) : findShort
  const rows = (await find(db, { ...who, ids: JSON.stringify(ids) })) as Row[]
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    if (isLong) return [toLongRow(row as LongRow, kind, zone)]
    return [{ ...toShortRow(row, zone), ...(columns === 'quick' && ofKind(kind)) }]
  })
}

type Ids = Who & { ids: string }
type LongRow = Awaited<ReturnType<typeof findLong>>[number]
type Row = Awaited<ReturnType<typeof findShort>>[number]

const findShort = prepared((db: Db, p: Ids, engine) => shortRows(db, p, engine))

const findLong = prepared(longRows)

const findLongWithSettings = prepared((db: Db, p: Ids, engine) => joinSettings(longRows(db, p, engine)))

function longRows(db: Db, p: Ids, engine: Engine) {
  return shortRows(db, p, engine)
    .leftJoin('bodies as b', 'b.entity_id', 'entities.id')
    .select(['b.body', 'entities.content_type', 'entities.hide_main_text', 'entities.elabid', 'entities.metadata'])
    .select(['entities.lastchangeby', 'entities.created_from_type', 'entities.created_from_id', 'entities.access_key'])
    .select(['entities.lockedby', 'entities.locked_at', 'entities.timestamped_at', 'entities.type', 'entities.files'])
}

/** The settings of resources and templates. */
function joinSettings(rows: ReturnType<typeof longRows>) {
  return rows
    .leftJoin('resource_settings as r', 'r.entity_id', 'entities.id')
    .leftJoin('template_settings as o', 'o.entity_id', 'entities.id')
    .select(RESOURCE_COLUMNS)
    .select(TEMPLATE_COLUMNS)
}

function shortRows(db: Db, p: Ids, engine: Engine) {
  return db
    .selectFrom('entities')
    .innerJoin('users as u', 'u.userid', 'entities.userid')
    .innerJoin('teams as t', 't.id', 'entities.team')
    .leftJoin('labels as c', 'c.id', 'entities.category')
    .leftJoin('labels as s', 's.id', 'entities.status')
    .leftJoin('steps as n', 'n.id', 'entities.next_step_id')
    .leftJoin('pins as p', (join) => join.onRef('p.entity_id', '=', 'entities.id').on('p.userid', '=', p.userid))
    .select(['entities.id', 'entities.title', 'entities.custom_id', 'entities.date', 'entities.category'])
    .select(['entities.status', 'entities.team', 'entities.rating', 'entities.userid', 'entities.locked'])
    .select(['entities.state', 'entities.canread', 'entities.canwrite', 'entities.canread_base'])
    .select(['entities.canwrite_base', 'entities.canread_is_immutable', 'entities.canwrite_is_immutable'])
    .select(['entities.created_at', 'entities.modified_at', 'entities.timestamped', 'entities.timestampedby'])
    .select(['entities.recent_comment_at', 'u.firstname', 'u.lastname', 'u.orcid', 't.name as team_name'])
    .select(['c.title as category_title', 'c.color as category_color'])
    .select(['s.title as status_title', 's.color as status_color', 'p.userid as pinned_by', 'n.body as next_step'])
    .select(tagsJoined(engine, p.userid).as('tag_list'))
    .where(inNumbers(engine, sql.ref('entities.id'), p.ids))
    .where(allowed(engine, p, GUARDED, 'read'))
}

/** `7:1:alpha|3:0:beta`: id, whether it is a favourite, name. Names contain no bar. */
function tagsJoined(engine: Engine, userid: number) {
  const favourite = sql`case when exists (
    select 1 from favtags where favtags.userid = ${userid} and favtags.tag_id = tag.id) then 1 else 0 end`
  const part = sql`tag.id || ':' || (${favourite}) || ':' || tag.tag`
  return sql<string | null>`(
    select ${joinText(engine, part, '|', sql`tag.tag_key, tag.id`)} from entity_tags
    join tags as tag on tag.id = entity_tags.tag_id where entity_tags.entity_id = entities.id)`
}

function toShortRow(row: Row, zone: string): EntityListRow {
  const tags = splitTags(row.tag_list)
  return {
    id: row.id,
    title: row.title,
    custom_id: row.custom_id,
    date: row.date,
    category: row.category,
    category_title: row.category_title,
    category_color: row.category_color,
    status: row.status,
    status_title: row.status_title,
    status_color: row.status_color,
    team: row.team,
    team_name: row.team_name,
    rating: row.rating,
    userid: row.userid,
    firstname: row.firstname,
    lastname: row.lastname,
    fullname: `${row.firstname} ${row.lastname}`,
    orcid: row.orcid,
    locked: flag(row.locked),
    state: row.state,
    canread: row.canread,
    canwrite: row.canwrite,
    canread_base: row.canread_base,
    canwrite_base: row.canwrite_base,
    canread_is_immutable: flag(row.canread_is_immutable),
    canwrite_is_immutable: flag(row.canwrite_is_immutable),
    created_at: wireTime(row.created_at, zone),
    modified_at: wireTime(row.modified_at, zone),
    signature_count: 0,
    last_signed_at: null,
    last_signed_by: null,
    timestamped: flag(row.timestamped),
    timestampedby: row.timestampedby,
    is_pinned: row.pinned_by === null ? 0 : 1,
    recent_comment: timeOrNull(row.recent_comment_at, zone),
    next_step: row.next_step,
    tags: tags.length === 0 ? null : tags.map(({ tag }) => tag).join('|'),
    tags_id: tags.length === 0 ? null : tags.map(({ id }) => id).join(','),
    tags_decoded: tags,
  }
}

/** Lists name the page with its file extension. */
function ofKind({ type, page }: EntityKind) {
  return { type, page: `${page}.php` }
}

function toLongRow(row: LongRow, kind: EntityKind, zone: string): EntityListRow {
  return {
    ...toShortRow(row, zone),
    ...ofKind(kind),
    body: row.body,
    content_type: row.content_type,
    hide_main_text: flag(row.hide_main_text),
    elabid: row.elabid,
    metadata: row.metadata,
    lastchangeby: row.lastchangeby,
    created_from_type: row.created_from_type,
    created_from_id: row.created_from_id,
    access_key: row.access_key,
    lockedby: row.lockedby,
    locked_at: timeOrNull(row.locked_at, zone),
    timestamped_at: timeOrNull(row.timestamped_at, zone),
    events_start: null,
    events_start_itemid: null,
    has_attachment: row.files > 0 ? 1 : 0,
    ...(hasSettings(row.type) && (settingsOf(row.type, row) as Partial<EntityListRow>)),
  }
}

function splitTags(joined: string | null): EntityListRow['tags_decoded'] {
  if (joined === null) return []
  return joined.split('|').map((part) => {
    const [, id = '', favourite = '', tag = ''] = /^(\d+):([01]):(.*)$/s.exec(part) ?? []
    return { id: Number(id), tag, is_favorite: favourite === '1' }
  })
}

function timeOrNull(at: string | null, zone: string): string | null {
  return at === null ? null : wireTime(at, zone)
}

function flag(value: number): 0 | 1 {
  return value === 1 ? 1 : 0
}
