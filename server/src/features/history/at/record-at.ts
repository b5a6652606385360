import type { Comment } from '@aliquot/contract/comments'
import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { EntityTag } from '@aliquot/contract/tags'
import { NotFound } from '../../../errors.ts'
import { type Json, textHash } from '../../../journal/changes.ts'
import { wireTime } from '../../../lib/dates.ts'
import { foldText } from '../../../lib/text.ts'
import { Texts } from '../../../text-work/text-work.ts'
import { requireReadable } from '../../entries/entries.access.ts'
import { bodyAsHtml } from '../../entries/entries.body.ts'
import { changelogOf } from '../../entries/entries.changelog.ts'
import { type Row, toRecord, type Viewer } from '../../entries/entries.record.ts'
import { settingNamesOf, settingsOf } from '../../entries/entries.settings.ts'
import { isTemplate, kindOf, MARKDOWN } from '../../entries/entries.types.ts'
import * as tags from '../../tags/tags.lookup.ts'
import { valuesThen } from '../../timeline/value-then.ts'
import * as repo from '../history.repo.ts'
import { type Part, partsThen } from './child-rows-at.ts'
import { belowThen } from './children-at.ts'
import { NamesThen, type Person } from './names-at.ts'
import { uploadsThen } from './uploads-at.ts'

/**
 * The record of an entry at a moment. Whoever may read it now may read its past. The journal has no share keys, and
 * pins are personal, so neither is part of the past.
 */
export async function readRecordThen(viewer: Viewer, type: EntityType, id: number, at: string): Promise<Entity> {
  const { ctx, actor } = viewer
  const { read } = ctx.db
  const kind = kindOf(type)
  await requireReadable(read, actor, type, id)
  const [last] = await repo.findLast(read, { chain: id, at })
  if (!last) throw new NotFound('history.created_later', { field: 'as_of' })
  const { position } = last
  const names = new NamesThen(read, at)
  const row = await rowThen(viewer, kind.number, id, position, names)
  const parts = await partsThen(read, id, position)
  const comments = await commentsThen(viewer, id, parts, names)
  return toRecord(
    { ...row, recent_comment_at: newestComment(parts) },
    {
      tags: await tagsThen(viewer, row),
      comments,
      uploads: await uploadsThen(viewer, row, parts, names),
      changelog: await changelogOf(read, id, ctx.config.TIMEZONE, position),
      html: await bodyAsHtml(ctx, row, new Texts(actor.userid)),
      parts: await belowThen(viewer, id, isTemplate(kind), parts, at, names),
    },
    kind,
    viewer,
  )
}

type RowThen = Row & { tags: string[] }

async function rowThen(
  { ctx }: Viewer,
  type: number,
  id: number,
  position: number,
  names: NamesThen,
): Promise<RowThen> {
  const { read } = ctx.db
  const place = { chain: id, subject: 'entity', subjectId: id }
  const values = Object.fromEntries(await valuesThen(read, place, [...COLUMNS, ...settingNamesOf(type)], position))
  const text = (name: string) => textOrNull(values[name])
  const number = (name: string) => numberOrNull(values[name])
  const [created] = await repo.findFirst(read, { chain: id })
  const [touched] = await repo.findLastTouch(read, { chain: id, position })
  const userid = number('userid') ?? 0
  const team = number('team') ?? 0
  const body = text('body')
  const [category, status] = [await names.label(number('category')), await names.label(number('status'))]
  const owner = (await names.people([userid])).get(userid)
  const created_at = created?.at ?? ''
  return {
    id,
    type,
    team,
    team_name: (await names.team(team)).name,
    userid,
    ...nameOf(owner),
    title: text('title') ?? '',
    title_key: '',
    date: text('date'),
    elabid: text('elabid'),
    custom_id: number('custom_id'),
    rating: number('rating') ?? 0,
    state: number('state') ?? 1,
    content_type: number('content_type') ?? 1,
    hide_main_text: number('hide_main_text') ?? 0,
    category: number('category'),
    category_title: category?.title ?? null,
    category_color: category?.color ?? null,
    status: number('status'),
    status_title: status?.title ?? null,
    status_color: status?.color ?? null,
    canread_base: number('canread_base') ?? 0,
    canwrite_base: number('canwrite_base') ?? 0,
    canread: text('canread') ?? '{}',
    canwrite: text('canwrite') ?? '{}',
    canread_is_immutable: number('canread_is_immutable') ?? 0,
    canwrite_is_immutable: number('canwrite_is_immutable') ?? 0,
    locked: number('locked') ?? 0,
    lockedby: number('lockedby'),
    locked_at: text('locked_at'),
    timestamped: number('timestamped') ?? 0,
    timestampedby: number('timestampedby'),
    timestamped_at: text('timestamped_at'),
    access_key: null,
    created_from_type: number('created_from_type'),
    created_from_id: number('created_from_id'),
    created_at,
    modified_at: touched?.at ?? created_at,
    lastchangeby: touched?.verb === 'updated' ? touched.userid : null,
    recent_comment_at: null,
    version: position,
    body,
    // Only rendering needs it, and hashing takes long.
    body_hash: body === null || number('content_type') !== MARKDOWN ? null : textHash(body),
    metadata: text('metadata'),
    files: 0,
    pinned_by: null,
    ...{ has_steps: 0, next_step_id: null, has_links: 0, is_linked: 0, has_requests: 0 },
    ...settingsOf(type, values),
    tags: Array.isArray(values.tags) ? values.tags.map(String) : [],
  }
}

/** The columns that the journal records of every entry. The rest is derived. */
const COLUMNS = [
  ...['team', 'userid', 'title', 'date', 'elabid', 'custom_id', 'rating', 'state', 'content_type', 'hide_main_text'],
  ...['category', 'status', 'canread_base', 'canwrite_base', 'canread', 'canwrite', 'canread_is_immutable'],
  ...['canwrite_is_immutable', 'locked', 'lockedby', 'locked_at', 'timestamped', 'timestampedby', 'timestamped_at'],
  ...['created_from_type', 'created_from_id', 'metadata', 'body', 'tags'],
]

/** The journal has the tag names. The ids are those of the tags with these names now, or 0. */
async function tagsThen({ ctx, actor }: Viewer, { team, tags: names }: RowThen): Promise<EntityTag[]> {
  if (names.length === 0) return []
  const rows = await tags.findByKeys(ctx.db.read, team, names.map(keyOf))
  const ids = new Map(rows.map(({ tag_key, id }) => [tag_key, id]))
  const favourites = await repo.listFavourites(ctx.db.read, { userid: actor.userid })
  const favorites = new Set(favourites.map(({ tag_id }) => tag_id))
  return names.map((tag) => {
    const id = ids.get(keyOf(tag)) ?? 0
    return { tag, tag_id: id, id, is_favorite: favorites.has(id) ? 1 : 0 }
  })
}

function keyOf(tag: string): string {
  return foldText(tag) || tag
}

const MOST_COMMENTS = 500

async function commentsThen({ ctx }: Viewer, id: number, parts: readonly Part[], names: NamesThen): Promise<Comment[]> {
  const { TIMEZONE } = ctx.config
  const newest = parts.filter(({ subject }) => subject === 'comment').slice(-MOST_COMMENTS)
  const people = await names.people(newest.map(authorOf))
  return newest.map((part) => {
    const { id: comment, values, created, changed } = part
    const userid = authorOf(part)
    const { firstname, lastname, orcid } = nameOf(people.get(userid))
    return {
      id: comment,
      item_id: id,
      comment: textOrNull(values.comment) ?? '',
      created_at: wireTime(created.at, TIMEZONE),
      modified_at: wireTime(changed.at, TIMEZONE),
      userid,
      immutable: values.immutable === 1 ? 1 : 0,
      fullname: `${firstname} ${lastname}`,
      firstname,
      lastname,
      orcid,
      email: people.get(userid)?.email ?? '',
    }
  })
}

/** An imported comment names its author if that is not who imported it. */
function authorOf({ values, created }: Part): number {
  return typeof values.userid === 'number' ? values.userid : (created.userid ?? 0)
}

function newestComment(parts: readonly Part[]): string | null {
  return parts.findLast(({ subject }) => subject === 'comment')?.created.at ?? null
}

function nameOf(person: Person | undefined) {
  return { firstname: person?.firstname ?? '', lastname: person?.lastname ?? '', orcid: person?.orcid ?? null }
}

function textOrNull(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}

function numberOrNull(value: Json | undefined): number | null {
  return value === undefined || value === null ? null : Number(value)
}
