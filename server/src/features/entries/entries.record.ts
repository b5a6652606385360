import type { Comment } from '@aliquot/contract/comments'
import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { EntityTag } from '@aliquot/contract/tags'
import type { Change } from '../../change.ts'
import type { EntityRow, UserRow } from '../../db/schema.ts'
import { wireTime } from '../../lib/dates.ts'
import { baseName } from './entries.permissions.ts'
import { hasSettings, settingsOf } from './entries.settings.ts'
import type { Parts } from './entries.steps-and-links.ts'
import { type EntityKind, PROVENANCE } from './entries.types.ts'
import { shareLink } from './record/address.ts'
import { readChildren } from './record/child-lists.ts'
import { readShallow, type Viewer } from './record/record-text.ts'

export type { Viewer } from './record/record-text.ts'

export interface Seen {
  record: Entity
  version: number
}

/** An entry without its main text, with the names that its record shows. */
export type Row = EntityRow & {
  body: string | null
  pinned_by: number | null
  team_name: string
  category_title: string | null
  category_color: string | null
  status_title: string | null
  status_color: string | null
} & Pick<UserRow, 'firstname' | 'lastname' | 'orcid'>

/** The record of an entry, if the viewer may read it. With `work` it is read within that change. */
export async function readRecord(viewer: Viewer, type: EntityType, id: number, work?: Change): Promise<Seen> {
  const { ctx, fileStates } = viewer
  // Without the children, because parsing megabytes of JSON would hold up everybody.
  const { record, version, row } = await readShallow(viewer, type, id, work)
  const children = await readChildren({ ctx, changing: work?.db, fileStates }, row)
  return { record: { ...record, ...children }, version }
}

export interface Around {
  tags: EntityTag[]
  comments: Comment[]
  uploads: Entity['uploads']
  changelog: Entity['changelog']
  html: string | null
  parts: Parts
}

/** The record of an entry from a row that no query read: one of the past. */
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
