import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { EntityListQuery } from '@aliquot/contract/entities-list'
import { type CodeOptions, type ExportFormat, type ExportOptions, MOST_ON_PAPER } from '@aliquot/contract/exports'
import type { LabelOptions } from '@aliquot/contract/label-sheets/query'
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
import { plainLink } from '../entries/record/address.ts'
import { type ListQuery, listIds, streamRows } from '../entry-lists/list-entries.ts'
import { crateMembers } from './eln/eln.crate.ts'
import { amongIds } from './eln/eln.entry-list.ts'
import { cratePreview } from './eln/eln.preview.ts'
import { csvOf } from './exports.csv.ts'
import { type Taken, toldParts } from './exports.journal.ts'
import { downloadName, slug } from './exports.names.ts'
import { counted, countedRows, type ExportFollower, followExport } from './exports.progress.ts'
import type { Place } from './exports.read.ts'
import * as repo from './exports.repo.ts'
import { membersOf } from './exports.zip.ts'
import { codePicture, codesOf } from './paper/codes.ts'
import { type Labelled, labelled } from './paper/label-of.ts'
import { labelPages, planLabels } from './paper/labels.ts'
import { paperOf } from './paper/paper.ts'
import { readerOf } from './paper/reader.ts'

type EntryOptions = ExportOptions & Partial<CodeOptions> & LabelOptions
type ListOptions = Omit<EntityListQuery, keyof CodeOptions | keyof LabelOptions> & Partial<CodeOptions> & LabelOptions

/** An entry as a file. Of what was already read it needs neither comments nor steps nor files. */
export async function exportEntry(viewer: Viewer, entry: Entity, options: EntryOptions): Promise<StreamAnswer> {
  const { ctx, actor, baseUrl } = viewer
  const follower = followExport(ctx, actor, options.progress, 1)
  const taken = { type: entry.type, format: options.format, entries: 1, entry: entry.id }
  if (options.format === 'csv') {
    const texts = new Texts(actor.userid)
    const parts = csvOf(counted([entry], follower), { kind: kindOf(entry.type), baseUrl, texts })
    return table(ctx, toldParts(ctx, actor, taken, parts), 1, follower)
  }
  const told = { viewer, taken, options, follower, title: entry.title }
  if (options.format === 'qrpng') return picture(told, entry)
  if (options.format === 'qrpdf') return codes(told, [entry])
  if (options.format === 'labels') return labels(told, [entry])
  const places = counted([{ viewer, type: entry.type, id: entry.id }], follower)
  if (isPaper(options.format)) return paper(told, places, downloadName(entry, 'pdf'))
  return isCrate(options.format) ? crate(told, places, [entry.id]) : archive(told, places, downloadName(entry, 'zip'))
}

/** A list as a file: its entries, in its order, with the reader's rights. */
export async function exportList(viewer: Viewer, type: EntityType, asked: ListOptions): Promise<StreamAnswer> {
  const { ctx, actor, baseUrl } = viewer
  const query = queryOf(asked)
  const { format } = query
  const ids = await idsOf(viewer, type, asked)
  requireCount(format, ids.length)
  const follower = followExport(ctx, actor, query.progress, ids.length)
  const taken = { type, format, entries: ids.length }
  const rows = () => counted(streamRows(ctx, actor, type, ids), follower)
  if (format === 'csv') {
    const parts = csvOf(rows(), { kind: kindOf(type), baseUrl, texts: new Texts(actor.userid) })
    return table(ctx, toldParts(ctx, actor, taken, parts), ids.length, follower)
  }
  const day = wireTime(ctx.now(), ctx.config.TIMEZONE).slice(0, 10)
  const told = { viewer, taken, options: query, follower, title: `${day} elabftw export` }
  if (format === 'qrpdf') return codes(told, rows())
  if (format === 'labels') return labels(told, labelled(type, rows()))
  if (format === 'qrpng') {
    const found: Coded[] = []
    for await (const row of rows()) found.push(row)
    const [first] = found
    return first ? picture(told, first) : codes(told, found)
  }
  const places = counted(
    ids.values().map((id) => ({ viewer, type, id })),
    follower,
  )
  if (isPaper(format)) return paper(told, places, `${day}-elabftw-export.pdf`)
  return isCrate(format) ? crate(told, places, ids) : archive(told, places, 'export.elabftw.zip')
}

/** The entries of a list that are in its file. */
export async function idsOf(
  { ctx, actor }: Viewer,
  type: EntityType,
  asked: EntityListQuery | ListOptions,
): Promise<readonly number[]> {
  if (asked.id) await requireNamed(ctx, actor, type, asked.id)
  const query = queryOf(asked)
  const ids = await listIds(ctx, actor, type, query)
  requireAll(query, ids)
  return ids
}

/** A picture shows one code, and nobody reads thousands of pages in one file. */
export function requireCount(format: ExportFormat, count: number): void {
  if (format === 'qrpng' && count !== 1) throw new InvalidInput('export.one_code', { field: 'format' })
  if ((isPaper(format) || format === 'qrpdf' || format === 'labels') && count > MOST_ON_PAPER) {
    throw new InvalidInput('export.too_many_pages', { most: MOST_ON_PAPER })
  }
}

function isPaper(format: ExportFormat): boolean {
  return format === 'pdf' || format === 'pdfa'
}

function isCrate(format: ExportFormat): boolean {
  return format === 'eln' || format === 'elnhtml'
}

interface Told {
  viewer: Viewer
  taken: Taken
  options: EntryOptions
  follower: ExportFollower | undefined
  /** Of the document. */
  title: string
}

/** Pages in the reader's language, on paper of their size. */
async function paper(told: Told, places: Places, name: string): Promise<StreamAnswer> {
  const { viewer, options, title, taken } = told
  const reader = await readerOf(viewer.ctx, viewer.actor)
  const isArchive = options.format === 'pdfa'
  const parts = paperOf(viewer, places, { ...options, reader, title, isArchive, isOfMany: taken.entry === undefined })
  return inline(told, 'application/pdf', name, parts)
}

type Places = AsyncIterable<Place> | Iterable<Place>
type Coded = Pick<Entity, 'id' | 'title'> & { sharelink?: string | undefined }

/** A list of titles with their codes. Without share keys: lists reach people who were not meant to get lasting access. */
async function codes(told: Told, entries: AsyncIterable<Coded> | Iterable<Coded>): Promise<StreamAnswer> {
  const { viewer } = told
  const parts = codesOf(viewer, await readerOf(viewer.ctx, viewer.actor), labelsOf(told, entries))
  return inline(told, 'application/pdf', 'qr-codes.elabftw.pdf', parts)
}

/** One after the other: a whole row is long, a label is not. */
async function* labelsOf({ viewer, taken }: Told, entries: AsyncIterable<Coded> | Iterable<Coded>) {
  const kind = kindOf(taken.type)
  for await (const { id, title } of entries) yield { title, address: plainLink({ id }, kind, viewer.baseUrl) }
}

/** Labels to be stuck on things, on a sheet or a roll. */
async function labels(told: Told, entries: AsyncIterable<Labelled> | Iterable<Labelled>): Promise<StreamAnswer> {
  const { viewer, options } = told
  const reader = await readerOf(viewer.ctx, viewer.actor)
  const plan = await planLabels(viewer, reader, entries, options)
  return inline(told, 'application/pdf', 'labels.pdf', labelPages(viewer, reader, plan))
}

/** One code. It is there to be shared, so it has the share key if there is one. */
function picture(told: Told, { id, title, sharelink }: Coded): StreamAnswer {
  const { viewer, taken, options } = told
  const address = sharelink ?? plainLink({ id }, kindOf(taken.type), viewer.baseUrl)
  const { size = 250, withTitle, titleLines = 2, titleChars = 42 } = options
  const parts = codePicture(viewer, { title, address }, { size, withTitle, titleLines, titleChars })
  return inline(told, 'image/png', `${slug(title) || 'entry'}-qr-code.elabftw.png`, parts)
}

/** An .eln archive, or the page in it. */
function crate(told: Told, places: Places, ids: readonly number[]): StreamAnswer {
  const { viewer, taken, options, follower } = told
  const { ctx, actor, baseUrl } = viewer
  // As eLabFTW names its archives: `2026-03-02-101540-export`.
  const name = `${wireTime(ctx.now(), ctx.config.TIMEZONE).replace(' ', '-').replaceAll(':', '')}-export`
  if (options.format === 'elnhtml') {
    return inline(told, 'text/html; charset=utf-8', `${name}.html`, cratePreview(places))
  }
  const { rocrate: version = '1.1', ending = 'eln' } = options
  const members = crateMembers(places, { ctx, version, baseUrl, isInside: amongIds(ids) })
  const parts = toldParts(ctx, actor, taken, zipOf(members))
  const total = { total: taken.entries }
  return new StreamAnswer({
    type: 'application/zip',
    kind: 'attachment',
    name: `${name}.${ending}`,
    parts,
    total,
    follower,
  })
}

function inline(
  { viewer: { ctx, actor }, taken, follower }: Told,
  type: string,
  name: string,
  parts: AsyncIterable<Buffer | string>,
): StreamAnswer {
  const total = { total: taken.entries }
  return new StreamAnswer({ type, kind: 'inline', name, parts: toldParts(ctx, actor, taken, parts), total, follower })
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
function queryOf(query: ListOptions): ListOptions & ListQuery {
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

/** A folder for each entry, with its pages if they are asked for. */
async function archive(told: Told, places: Places, name: string): Promise<StreamAnswer> {
  const { viewer, taken, options, follower } = told
  const { ctx, actor } = viewer
  const reader = options.format === 'zip' ? undefined : await readerOf(ctx, actor)
  const parts = toldParts(ctx, actor, taken, zipOf(membersOf(places, { ...options, reader })))
  const total = { total: taken.entries }
  return new StreamAnswer({ type: 'application/zip', kind: 'attachment', name, parts, total, follower })
}
