import type { EntityType, Paging } from '@aliquot/contract/common'
import type { EntityThen, TimelineChange, TimelineItem } from '@aliquot/contract/timeline'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { NotFound } from '../../errors.ts'
import type { Changes, FieldChange, Json } from '../../journal/changes.ts'
import { wireTime } from '../../lib/dates.ts'
import type { List } from '../../records/page.ts'
import { requireReadable } from '../entries/entries.access.ts'
import { countLines, newestLines } from './lines.ts'
import * as repo from './timeline.repo.ts'
import { type Place, valuesThen, valueThen } from './value-then.ts'

/** A change: the entry, and the position in its chain. */
export interface TimelinePath {
  entity_type: EntityType
  id: number
  subid: number
}

const MOST_AT_ONCE = 200

export async function listTimeline(
  ctx: Context,
  actor: Actor,
  { entity_type, id }: Omit<TimelinePath, 'subid'>,
  { limit, offset }: Paging,
): Promise<List<TimelineItem>> {
  const { read } = ctx.db
  await requireReadable(read, actor, entity_type, id)
  const [chain] = await repo.findLength(read, { chain: id })
  const last = chain?.length ?? 0
  const total = await countLines(read, id, last)
  const skipped = limit > 0 ? offset : 0
  const most = limit > 0 ? skipped + Math.min(limit, total) : total
  const positions = (await newestLines(read, id, last, most)).slice(skipped)
  if (positions.length > MOST_AT_ONCE) return { stream: streamItems(ctx, id, positions), total }
  return { rows: await itemsAt(ctx, id, positions), total }
}

async function* streamItems(ctx: Context, chain: number, positions: readonly number[]) {
  for (let at = 0; at < positions.length; at += MOST_AT_ONCE) {
    yield* await itemsAt(ctx, chain, positions.slice(at, at + MOST_AT_ONCE))
  }
}

async function itemsAt(ctx: Context, chain: number, positions: readonly number[]): Promise<TimelineItem[]> {
  if (positions.length === 0) return []
  const items: TimelineItem[] = []
  for (const row of await repo.listRows(ctx.db.read, chain, positions)) {
    const end = await findEnd(ctx.db.read, chain, row)
    items.push(toItem(ctx, row, end, changesOf(row)))
  }
  return items
}

/** One change with all its values. */
export async function readTimelineItem(ctx: Context, actor: Actor, path: TimelinePath): Promise<TimelineItem> {
  const row = await requireEvent(ctx, actor, path)
  const end = await findEnd(ctx.db.read, path.id, row)
  const place = { chain: path.id, subject: row.subject, subjectId: row.subject_id }
  const changes: TimelineChange[] = []
  for (const change of changesOf(row)) {
    changes.push(change.is_long ? await wholeChange(ctx.db.read, place, row, end.position, change.field) : change)
  }
  return toItem(ctx, row, end, changes)
}

/** The restorable state of an entry right after a change. */
export async function readEntityThen(ctx: Context, actor: Actor, path: TimelinePath): Promise<EntityThen> {
  const { position, at } = await requireEvent(ctx, actor, path)
  const place = { chain: path.id, subject: 'entity', subjectId: path.id }
  const values = await valuesThen(ctx.db.read, place, THEN, position)
  const tags = values.get('tags')
  return {
    position,
    created_at: wireTime(at, ctx.config.TIMEZONE),
    title: textOrNull(values.get('title')) ?? '',
    date: textOrNull(values.get('date')),
    rating: Number(values.get('rating') ?? 0),
    content_type: Number(values.get('content_type') ?? 1),
    body: textOrNull(values.get('body')),
    metadata: textOrNull(values.get('metadata')),
    tags: Array.isArray(tags) ? tags.map(String) : [],
  }
}

const THEN = ['title', 'date', 'rating', 'content_type', 'body', 'metadata', 'tags'] as const

async function requireEvent(
  ctx: Context,
  actor: Actor,
  path: TimelinePath,
): Promise<repo.TimelineRow & { changes: string }> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const [row] = await repo.findRow(ctx.db.read, { chain: path.id, position: path.subid })
  if (!row) throw new NotFound('history.no_position')
  return row
}

/** The last save that belongs to a line: the line itself, unless it saves the main text. */
async function findEnd(db: Db, chain: number, row: repo.TimelineRow): Promise<{ position: number; at: string }> {
  const isSaving = row.subject === 'entity' && row.fields === 'body' && row.continues === 0
  const [last] = isSaving ? await repo.findLastSave(db, { chain, position: row.position }) : []
  return last ?? row
}

/** Fields that duplicate another one, or belong to another person. */
const UNSHOWN = new Set(['lockedby', 'locked_at', 'pins', 'lastchangeby'])

function changesOf(row: repo.TimelineRow): TimelineChange[] {
  const changes: Changes | null = row.changes === null ? null : JSON.parse(row.changes)
  return row.fields
    .split(',')
    .filter((field) => field !== '' && !UNSHOWN.has(field))
    .map((field) => shortChange(row.subject, field, changes?.[field]))
}

function shortChange(subject: string, field: string, change: FieldChange | undefined): TimelineChange {
  const isMainText = subject === 'entity' && field === 'body'
  const isShort = change && !('hash' in change) && !isHash(change.before) && !isMainText
  if (!isShort) return { field, before: null, after: null, is_long: true }
  return { field, before: change.before ?? null, after: change.after ?? null, is_long: false }
}

/** The journal keeps only the hash of a long replaced value: the value is in the previous event. */
function isHash(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'hash' in value
}

async function wholeChange(
  db: Db,
  place: Place,
  row: repo.TimelineRow,
  last: number,
  field: string,
): Promise<TimelineChange> {
  const before = row.verb === 'created' ? null : await valueThen(db, place, field, row.position - 1)
  const after = row.verb === 'deleted' ? null : await valueThen(db, place, field, last)
  return { field, before: before ?? null, after: after ?? null, is_long: true }
}

function toItem(
  ctx: Context,
  row: repo.TimelineRow,
  end: { position: number; at: string },
  changes: TimelineChange[],
): TimelineItem {
  const { TIMEZONE } = ctx.config
  return {
    position: row.position,
    last_position: end.position,
    created_at: wireTime(row.at, TIMEZONE),
    ended_at: wireTime(end.at, TIMEZONE),
    as_of: end.at,
    userid: row.userid,
    fullname: row.firstname === null ? '' : `${row.firstname} ${row.lastname}`,
    // Only the kind: which key or session it was concerns only its owner.
    via: row.via.split(':')[0] ?? '',
    subject: row.subject,
    subject_id: row.subject_id,
    verb: row.verb,
    reason: row.reason,
    changes,
  }
}

function textOrNull(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : String(value)
}
