import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { ExportOptions } from '@aliquot/contract/exports'
import type { UploadRow } from '../../db/schema.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { wireTime } from '../../lib/dates.ts'
import type { ZipMember } from '../../lib/zip/zip.ts'
import { Texts } from '../../text-work/text-work.ts'
import { API_LEVEL, API_LEVEL_NUMBER } from '../../version.ts'
import { readRecord, type Viewer } from '../entries/entries.record.ts'
import { STATE } from '../entries/entries.types.ts'
import { listRevisions } from '../revisions/revisions.service.ts'
import { contentsOf, parkedContentsOf } from '../uploads/uploads.of-entry.ts'
import { fileMember, nameFiles } from './exports.files.ts'
import { folderNames } from './exports.names.ts'
import { type NamedFile, pageOf } from './exports.page.ts'

export const PAGE = 'entry.html'
export const RECORD = 'export-elabftw.json'

/** The states of the files that the record describes. The folder itself has only the files that the entry shows. */
const FILE_STATES = [1, 2, 3]

/** The viewer may differ from entry to entry. */
export interface Place {
  viewer: Viewer
  type: EntityType
  id: number
}

/**
 * The members of an archive, a folder per entry. Each entry is read when its turn comes, with a check of access: what
 * was closed in between is skipped.
 */
export async function* membersOf(
  places: AsyncIterable<Place> | Iterable<Place>,
  options: ExportOptions,
): AsyncGenerator<ZipMember> {
  const folderOf = folderNames()
  for await (const place of places) {
    const found = await readIfOpen(place, options)
    if (found) yield* membersIn(place.viewer, folderOf(found.entry), found, options)
    // SQLite and a fast client never pause, so yield to other requests.
    await nextTurn()
  }
}

interface Found {
  entry: Entity
  record: Iterable<string> | undefined
  uploads: readonly UploadRow[]
}

async function readIfOpen(place: Place, options: ExportOptions): Promise<Found | undefined> {
  try {
    return await readAside(place.viewer, (viewer) => readEntry({ ...place, viewer }, options))
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return undefined
    throw error
  }
}

/**
 * Reads over a streaming connection with a small cache: over the shared one, the whole database would pass through and
 * evict what others need. All reads of `work` see one snapshot.
 */
function readAside<T>(viewer: Viewer, work: (viewer: Viewer) => Promise<T>): Promise<T> {
  const { ctx } = viewer
  return inSnapshot(ctx.db, (read) => work({ ...viewer, ctx: { ...ctx, db: { ...ctx.db, read } } }))
}

async function readEntry({ viewer, type, id }: Place, options: ExportOptions): Promise<Found> {
  const { record: entry } = await readRecord({ ...viewer, fileStates: FILE_STATES }, type, id)
  const record = options.json ? await recordOf(viewer, entry) : undefined
  const contents = entry.state === STATE.deleted ? parkedContentsOf : contentsOf
  return { entry, record, uploads: entry.uploads.length > 0 ? await contents(viewer.ctx.db.read, id) : [] }
}

async function* membersIn(
  viewer: Viewer,
  folder: string,
  { entry, record, uploads }: Found,
  options: ExportOptions,
): AsyncGenerator<ZipMember> {
  const at = entry.modified_at
  const inside = await nameFiles(viewer.ctx, uploads, [PAGE, RECORD])
  const files = inside.map((file): NamedFile => ({ ...file, upload: toUpload(viewer, file.row) }))
  const { baseUrl } = viewer
  const beside = files.map(({ name, upload }) => ({ name, longName: upload.long_name }))
  const texts = new Texts(viewer.actor.userid)
  const text = await texts.later('selfContained', entry.body_html ?? '', beside, baseUrl)
  const page = pageOf(entry, { ...options, text, files, baseUrl, timezone: viewer.ctx.config.TIMEZONE })
  yield { name: `${folder}/${PAGE}`, at, content: page }
  if (record !== undefined) yield { name: `${folder}/${RECORD}`, at, content: record }
  for (const file of inside) yield fileMember(viewer.ctx, file, `${folder}/`)
}

/** With the hash of every file, however large. */
function toUpload({ ctx }: Viewer, row: UploadRow): NamedFile['upload'] {
  return { ...row, created_at: wireTime(row.created_at, ctx.config.TIMEZONE) }
}

/** The record with its history, in the shape that programs can read back. In pieces: it may be megabytes. */
async function recordOf({ ctx, actor }: Viewer, entry: Entity): Promise<Iterable<string>> {
  const path = { entity_type: entry.type, id: entry.id }
  const { rows: revisions } = await listRevisions(ctx, actor, path, { limit: 0, offset: 0 })
  const versions = { elabftw_version: API_LEVEL, elabftw_version_int: API_LEVEL_NUMBER }
  const meta = {
    elabftw_producer_version: API_LEVEL,
    elabftw_producer_version_int: API_LEVEL_NUMBER,
    dateCreated: ctx.now(),
  }
  return recordText({ ...entry, revisions, ...versions }, meta)
}

function* recordText(entry: object, meta: object): Generator<string> {
  yield '{"data":[{'
  const fields = Object.entries(entry).filter(([, value]) => value !== undefined)
  for (const [index, [name, value]] of fields.sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* listText(value)
    else yield JSON.stringify(value)
  }
  yield `}],"meta":${JSON.stringify(meta)}}`
}

function* listText(rows: readonly unknown[]): Generator<string> {
  yield '['
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(row)}`
  yield ']'
}
