import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { UploadRow } from '../../db/schema.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { API_LEVEL, API_LEVEL_NUMBER } from '../../version.ts'
import { readRecord, type Viewer } from '../entries/entries.record.ts'
import { STATE } from '../entries/entries.types.ts'
import { listRevisions } from '../revisions/revisions.service.ts'
import { contentsOf, parkedContentsOf } from '../uploads/uploads.of-entry.ts'

export const RECORD = 'export-elabftw.json'

/** The states of the files that the record describes. The folder itself has only the files that the entry shows. */
const FILE_STATES = [1, 2, 3]

/** The viewer may differ from entry to entry. */
export interface Place {
  viewer: Viewer
  type: EntityType
  id: number
}

interface Wanted {
  /** Its record too. */
  json: boolean
}

/** The record with its history in a file of its own, or as one of many. */
interface RecordText {
  (instead?: Partial<Entity>): Iterable<string>
  plain(): Iterable<string>
}

export interface Found {
  entry: Entity
  /** Its text, in pieces. What is in `instead` stands in place of its own. */
  record: RecordText | undefined
  uploads: readonly UploadRow[]
}

export function readIfOpen(place: Place, options: Wanted): Promise<Found | undefined> {
  return ifOpen(() => readAside(place.viewer, (viewer) => readEntry({ ...place, viewer }, options)))
}

/** Undefined if the entry was closed or deleted since it was named. */
export async function ifOpen<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Forbidden || error instanceof NotFound) return undefined
    throw error
  }
}

/**
 * Reads over a streaming connection with a small cache: over the shared one, the whole database would pass through and
 * evict what others need. All reads of `work` see one snapshot.
 */
export function readAside<T>(viewer: Viewer, work: (viewer: Viewer) => Promise<T>): Promise<T> {
  const { ctx } = viewer
  return inSnapshot(ctx.db, (read) => work({ ...viewer, ctx: { ...ctx, db: { ...ctx.db, read } } }))
}

async function readEntry({ viewer, type, id }: Place, options: Wanted): Promise<Found> {
  const { record: entry } = await readRecord({ ...viewer, fileStates: FILE_STATES }, type, id)
  const record = options.json ? await recordOf(viewer, entry) : undefined
  const contents = entry.state === STATE.deleted ? parkedContentsOf : contentsOf
  return { entry, record, uploads: entry.uploads.length > 0 ? await contents(viewer.ctx.db.read, id) : [] }
}

/** The record with its history, in the shape that programs can read back. In pieces: it may be megabytes. */
async function recordOf({ ctx, actor }: Viewer, entry: Entity): Promise<NonNullable<Found['record']>> {
  const path = { entity_type: entry.type, id: entry.id }
  const { rows: revisions } = await listRevisions(ctx, actor, path, { limit: 0, offset: 0 })
  const versions = { elabftw_version: API_LEVEL, elabftw_version_int: API_LEVEL_NUMBER }
  const meta = {
    elabftw_producer_version: API_LEVEL,
    elabftw_producer_version_int: API_LEVEL_NUMBER,
    dateCreated: ctx.now(),
  }
  const plain = (instead?: Partial<Entity>) => fieldsText({ ...entry, ...instead, revisions, ...versions })
  return Object.assign((instead?: Partial<Entity>) => withMeta(plain(instead), meta), { plain })
}

function* withMeta(record: Iterable<string>, meta: object): Generator<string> {
  yield '{"data":['
  yield* record
  yield `],"meta":${JSON.stringify(meta)}}`
}

function* fieldsText(entry: object): Generator<string> {
  yield '{'
  const fields = Object.entries(entry).filter(([, value]) => value !== undefined)
  for (const [index, [name, value]] of fields.sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* listText(value)
    else yield JSON.stringify(value)
  }
  yield '}'
}

function* listText(rows: readonly unknown[]): Generator<string> {
  yield '['
  for (const [index, row] of rows.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(row)}`
  yield ']'
}
