import type { Comment } from '@aliquot/contract/comments'
import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { EntityTag } from '@aliquot/contract/tags'
import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { wireTime } from '../../lib/dates.ts'
import { Texts } from '../../text-work/text-work.ts'
import { commentsOf } from '../comments/comments.service.ts'
import { tagsOf } from '../tags/tags.set.ts'
import { uploadsOf } from '../uploads/uploads.record.ts'
import { requireRead } from './entries.access.ts'
import { bodyAsHtml, bodyAsHtmlNow } from './entries.body.ts'
import { changelogOf } from './entries.changelog.ts'
import { baseName } from './entries.permissions.ts'
import { hasSettings, RESOURCE_COLUMNS, settingsOf, TEMPLATE_COLUMNS } from './entries.settings.ts'
import { hasNoParts, NO_PARTS, type Parts, partsOf } from './entries.steps-and-links.ts'
import { type EntityKind, kindOf, PROVENANCE } from './entries.types.ts'

/** The reader, and the address they use. */
export interface Viewer {
  ctx: Context
  actor: Actor
  /** The public address of the service, for links. */
  baseUrl: string
  /** The states of files to include; by default only 1. */
  fileStates?: readonly number[]
}

export interface Seen {
  record: Entity
  version: number
}

/** The record of an entry, if the viewer may read it. With `work` it is read within that change. */
export async function readRecord(viewer: Viewer, type: EntityType, id: number, work?: Change): Promise<Seen> {
  const { actor, ctx } = viewer
  const db = work?.db ?? ctx.db.read
  const kind = kindOf(type)
  const find = hasSettings(kind.number) ? findRowWithSettings : findRow
  const [found] = await find(db, { id, type: kind.number, userid: actor.userid })
  const row = await requireRead(db, actor, found)
  const [tags, comments, uploads, changelog] = await Promise.all([
    tagsOf(db, id, actor.userid),
    row.recent_comment_at === null ? [] : commentsOf(ctx, id, db),
    uploadsOf(ctx, row, viewer.fileStates, db),
    changelogOf(db, id, ctx.config.TIMEZONE),
  ])
  const parts = hasNoParts(row) ? NO_PARTS : await partsOf(db, actor, ctx.config.TIMEZONE, row)
  const html = work ? bodyAsHtmlNow(ctx, row, work.texts) : await bodyAsHtml(ctx, row, new Texts(actor.userid))
  return {
    record: toRecord(row, { tags, comments, uploads, changelog, html, parts }, kind, viewer),
    version: row.version,
  }
}

export type Row = Awaited<ReturnType<typeof findRow>>[number]

export interface Around {
  tags: EntityTag[]
  comments: Comment[]
  uploads: Entity['uploads']
  changelog: Entity['changelog']
  html: string | null
  parts: Parts
}

export function toRecord(
  row: Row,
  { tags, comments, uploads, changelog, html, parts }: Around,
  kind: EntityKind,
  viewer: Viewer,
): Entity {
  const zone = viewer.ctx.config.TIMEZONE
  const time = (at: string | null) => (at === null ? null : wireTime(at, zone))
  return {
    id: row.id,
    type: kind.type,
    page: kind.page,
    title: row.title,
    body: row.body,
    body_html: html,
    content_type: row.content_type,
    hide_main_text: flag(row.hide_main_text),
    date: row.date,
    elabid: row.elabid,
    custom_id: row.custom_id,
    rating: row.rating,
    state: row.state,
    category: row.category,
    category_title: row.category_title,
    category_color: row.category_color,
    status: row.status,
    status_title: row.status_title,
    status_color: row.status_color,
    metadata: row.metadata,
    // Undefined and not omitted: objects with the same keys are built and read faster.
    metadata_decoded: row.metadata === null ? undefined : JSON.parse(row.metadata),
    userid: row.userid,
    firstname: row.firstname,
    lastname: row.lastname,
    fullname: `${row.firstname} ${row.lastname}`,
    orcid: row.orcid,
    team: row.team,
    team_name: row.team_name,
    created_at: wireTime(row.created_at, zone),
    modified_at: wireTime(row.modified_at, zone),
    lastchangeby: row.lastchangeby,
    created_from_type: row.created_from_type,
    created_from_id: row.created_from_id,
    created_from_type_human: PROVENANCE[row.created_from_type ?? 0] ?? null,
    canread: row.canread,
    canwrite: row.canwrite,
    canread_base: row.canread_base,
    canwrite_base: row.canwrite_base,
    canread_base_human: baseName(row.canread_base),
    canwrite_base_human: baseName(row.canwrite_base),
    canread_is_immutable: flag(row.canread_is_immutable),
    canwrite_is_immutable: flag(row.canwrite_is_immutable),
    ...settingsOfRecord(row),
    access_key: row.access_key,
    sharelink: shareLink(row, kind, viewer.baseUrl),
    locked: flag(row.locked),
    lockedby: row.lockedby,
    locked_at: time(row.locked_at),
    timestamped: flag(row.timestamped),
    timestampedby: row.timestampedby,
    timestamped_at: time(row.timestamped_at),
    signature_count: 0,
    last_signed_by: null,
    last_signed_at: null,
    exclusive_edit_mode: null,
    is_pinned: row.pinned_by === null ? 0 : 1,
    tags: tags.length === 0 ? null : tags.map(({ tag }) => tag).join('|'),
    tags_id: tags.length === 0 ? null : tags.map((tag) => tag.tag_id).join(','),
    tags_decoded: tags.map(({ tag_id, tag, is_favorite }) => ({ id: tag_id, tag, is_favorite: is_favorite === 1 })),
    ...parts,
    comments,
    recent_comment: time(row.recent_comment_at),
    uploads,
    compounds_links: [],
    containers: [],
    changelog,
    surrounding_bookers: [],
    events_start: null,
    events_start_itemid: null,
  }
}

/** The settings of its type; an experiment has none. */
function settingsOfRecord(row: Row): Partial<Entity> | undefined {
  if (!hasSettings(row.type)) return undefined
  const settings = settingsOf(row.type, row)
  const { canbook_base, canread_target_base, canwrite_target_base } = settings
  return {
    ...(settings as Partial<Entity>),
    ...(canbook_base !== undefined && { canbook_base_human: baseName(canbook_base) }),
    ...(canread_target_base !== undefined && { canread_target_base_human: baseName(canread_target_base) }),
    ...(canwrite_target_base !== undefined && { canwrite_target_base_human: baseName(canwrite_target_base) }),
  }
}

function flag(value: number): 0 | 1 {
  return value === 1 ? 1 : 0
}

/** The page of an entry, with its share key if it has one. */
function shareLink({ id, access_key }: Pick<Row, 'id' | 'access_key'>, kind: EntityKind, baseUrl: string): string {
  const link = plainLink({ id }, kind, baseUrl)
  return access_key === null ? link : `${link}&access_key=${access_key}`
}

/** The page of an entry for people who have access anyway. */
export function plainLink({ id }: Pick<Row, 'id'>, { page }: EntityKind, baseUrl: string): string {
  return `${baseUrl}/${page}.php?mode=view&id=${id}`
}

const findRow = prepared(selectRow)

const findRowWithSettings = prepared((db: Db, p: RowKey) =>
  selectRow(db, p)
    .leftJoin('resource_settings as r', 'r.entity_id', 'e.id')
    .leftJoin('template_settings as o', 'o.entity_id', 'e.id')
    .select(RESOURCE_COLUMNS)
    .select(TEMPLATE_COLUMNS),
)

interface RowKey {
  id: number
  type: number
  userid: number
}

function selectRow(db: Db, p: RowKey) {
  return db
    .selectFrom('entities as e')
    .innerJoin('users as u', 'u.userid', 'e.userid')
    .innerJoin('teams as t', 't.id', 'e.team')
    .leftJoin('labels as c', 'c.id', 'e.category')
    .leftJoin('labels as s', 's.id', 'e.status')
    .leftJoin('bodies as b', 'b.entity_id', 'e.id')
    .leftJoin('pins as p', (join) => join.onRef('p.entity_id', '=', 'e.id').on('p.userid', '=', p.userid))
    .selectAll('e')
    .select(['u.firstname', 'u.lastname', 'u.orcid', 't.name as team_name', 'b.body', 'p.userid as pinned_by'])
    .select(['c.title as category_title', 'c.color as category_color'])
    .select(['s.title as status_title', 's.color as status_color'])
    .where('e.id', '=', p.id)
    .where('e.type', '=', p.type)
}
