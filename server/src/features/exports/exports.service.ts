import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { EntityListQuery } from '@aliquot/contract/entities-list'
import type { ExportOptions } from '@aliquot/contract/exports'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import { Forbidden, InvalidInput, NotFound } from '../../errors.ts'
import { wireTime } from '../../lib/dates.ts'
import { zipOf } from '../../lib/zip/zip.ts'
import { StreamAnswer } from '../../records/answers.ts'
import type { List } from '../../records/page.ts'
import { Texts } from '../../text-work/text-work.ts'
import type { Viewer } from '../entries/entries.record.ts'
import { kindOf, STATE } from '../entries/entries.types.ts'
import { type ListQuery, listIds, streamRows } from '../entry-lists/list-entries.ts'
import { csvOf } from './exports.csv.ts'
import { toldParts } from './exports.journal.ts'
import { downloadName } from './exports.names.ts'
import { counted, countedRows, type ExportFollower, followExport } from './exports.progress.ts'
import * as repo from './exports.repo.ts'
import { membersOf } from './exports.zip.ts'

/** An entry as a file. Of what was already read it needs neither comments nor steps nor files. */
export function exportEntry(viewer: Viewer, entry: Entity, options: ExportOptions): StreamAnswer {
  const { ctx, actor, baseUrl } = viewer
  const follower = followExport(ctx, actor, options.progress, 1)
  const taken = { type: entry.type, format: options.format, entries: 1, entry: entry.id }
  if (options.format === 'csv') {
    const texts = new Texts(actor.userid)
    const parts = csvOf(counted([entry], follower), { kind: kindOf(entry.type), baseUrl, texts })
    return table(ctx, toldParts(ctx, actor, taken, parts), 1, follower)
  }
  const places = counted([{ viewer, type: entry.type, id: entry.id }], follower)
  const parts = toldParts(ctx, actor, taken, zipOf(membersOf(places, options)))
  return archive(parts, downloadName(entry, 'zip'), 1, follower)
}

/** A list as a file: its entries, in its order, with the reader's rights. */
export async function exportList(viewer: Viewer, type: EntityType, asked: EntityListQuery): Promise<StreamAnswer> {
  const { ctx, actor, baseUrl } = viewer
  if (asked.id) await requireNamed(ctx, actor, type, asked.id)
  const query = queryOf(asked)
  const ids = await listIds(ctx, actor, type, query)
  requireAll(query, ids)
  const follower = followExport(ctx, actor, query.progress, ids.length)
  const taken = { type, format: query.format, entries: ids.length }
  if (query.format === 'csv') {
    const rows = counted(streamRows(ctx, actor, type, ids), follower)
    const parts = csvOf(rows, { kind: kindOf(type), baseUrl, texts: new Texts(actor.userid) })
    return table(ctx, toldParts(ctx, actor, taken, parts), ids.length, follower)
  }
  const places = ids.values().map((id) => ({ viewer, type, id }))
  const parts = toldParts(ctx, actor, taken, zipOf(membersOf(counted(places, follower), query)))
  return archive(parts, 'export.elabftw.zip', ids.length, follower)
}

/** A list as JSON. If it is long enough to be streamed, its progress can be followed. */
export function followList<Row>(ctx: Context, actor: Actor, list: List<Row>, progress: string | undefined): List<Row> {
  if ('rows' in list) return list
  const follower = followExport(ctx, actor, progress, list.totalIsExact === false ? undefined : list.total)
  return follower ? { ...list, stream: countedRows(list.stream, follower), follower } : list
}

/**
 * Unless the query says otherwise an export contains everything, archived entries too, and not only what the person's
 * lists show. Entries named by id are exported whatever their state.
 */
function queryOf(query: EntityListQuery): ListQuery {
  const scope = query.scope ?? (query.id || query.owner ? 3 : 2)
  const fallbackStates = query.id ? EVERY_STATE : [STATE.normal, STATE.archived]
  return { ...query, scope, fallbackStates }
}

const EVERY_STATE = [1, 2, 3, 4, 5, 6]

/** A list skips unreadable entries, but naming one is refused. */
async function requireNamed(ctx: Context, actor: Actor, type: EntityType, ids: readonly number[]): Promise<void> {
  const named = { ...whoOf(actor), type: kindOf(type).number, ids: JSON.stringify(ids) }
  const rows = await repo.findNamed(ctx.db.read, named)
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new NotFound('export.no_entry', { field: 'id', id: missing })
  const closed = rows.find(({ is_open }) => is_open === 0)
  if (closed) throw new Forbidden('export.may_not_read', { id: closed.id })
}

/** Refuses if a filter leaves out a named entry. Only a page may have fewer. */
function requireAll({ id: named = [], limit }: ListQuery, ids: readonly number[]): void {
  if (named.length === 0 || limit > 0) return
  const found = new Set(ids)
  const missing = named.find((id) => !found.has(id))
  if (missing !== undefined) throw new InvalidInput('export.left_out', { field: 'id', id: missing })
}

function table(
  ctx: Context,
  parts: AsyncIterable<string>,
  total: number,
  follower: ExportFollower | undefined,
): StreamAnswer {
  const now = wireTime(ctx.now(), ctx.config.TIMEZONE).replace(' ', '_').replaceAll(':', '-')
  const name = `${now}-export.elabftw.csv`
  return new StreamAnswer({ type: 'text/csv; charset=UTF-8', kind: 'inline', name, parts, total: { total }, follower })
}

function archive(
  parts: AsyncIterable<Buffer>,
  name: string,
  total: number,
  follower: ExportFollower | undefined,
): StreamAnswer {
  return new StreamAnswer({ type: 'application/zip', kind: 'attachment', name, parts, total: { total }, follower })
}
