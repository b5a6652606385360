import type { OwnUpload, Upload } from '@aliquot/contract/uploads'
import type { Context } from '../../context.ts'
import type { Db, UploadRow } from '../../db/schema.ts'
import { mimeOf } from '../../files/sniff.ts'
import { wireTime } from '../../lib/dates.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { type OriginColumns, withOrigin } from '../origins/origins.lookup.ts'
import * as repo from './uploads.repo.ts'

/** The most files in an entry's record; the list has all of them. */
const MOST_IN_RECORD = 5000

const NORMAL = 1

/**
 * The files in an entry's record, in pages. The caller has checked access. `files` is the stored number of files in
 * state 1, so an entry without files costs nothing.
 */
export async function* uploadPages(
  ctx: Context,
  entry: { id: number; type: number; files: number },
  states: readonly number[] = [NORMAL],
  db: Db = ctx.db.read,
): AsyncGenerator<Upload[]> {
  if (entry.files === 0 && states.every((state) => state === NORMAL)) return
  const of = { entity: entry.id, states: JSON.stringify(states) }
  for await (const rows of repo.listInPages(db, of, MOST_IN_RECORD)) {
    yield rows.map((row) => toRecord(ctx, row, entry.type))
  }
}

/** Which file replaced which. This never changes. */
export async function replacementsOf(db: Db, entity: number): Promise<Map<number, number | null>> {
  return new Map((await repo.listReplacements(db, { entity })).map(({ id, replaces }) => [id, replaces]))
}

const TYPES = Object.fromEntries(Object.entries(TYPE_NUMBER).map(([type, number]) => [number, type]))

export function typeOf(number: number): Upload['type'] {
  return TYPES[number] as Upload['type']
}

/** Longer than most contents take to process. */
const UNTOLD_MS = 5_000

/**
 * Whether the previews may be shown by now. Identical contents are processed once: shown at once, a preview would
 * reveal that somebody else has the same file.
 */
export function isToldOf(ctx: Context, { created_at }: Pick<UploadRow, 'created_at'>): boolean {
  return Date.parse(ctx.now()) - Date.parse(created_at) >= UNTOLD_MS
}

/** A file of the past has no origin: it is of the present. */
type RowOfRecord = Omit<repo.UploadWithAuthor, keyof OriginColumns> & Partial<OriginColumns>

export function toRecord(ctx: Context, row: RowOfRecord, type: number): Upload {
  const isTold = isToldOf(ctx, row)
  const record: Upload = {
    ...factsOf(ctx, row),
    item_id: row.entity_id,
    userid: row.userid,
    fullname: `${row.firstname} ${row.lastname}`,
    type: typeOf(type),
    replaces: row.replaces,
    has_thumbnail: isTold && row.has_thumbnail === 1 ? 1 : 0,
    pages: isTold ? row.pages : null,
  }
  return withOrigin(record, row)
}

/** Larger files are shown without a hash, which programs take as a sign that it was not computed. */
const LARGE = 100_000_000

export function factsOf(ctx: Context, row: UploadRow): Omit<OwnUpload, 'type' | 'entity_id' | 'entity_title' | 'page'> {
  return {
    id: row.id,
    real_name: row.real_name,
    long_name: row.long_name,
    comment: row.comment,
    created_at: wireTime(row.created_at, ctx.config.TIMEZONE),
    hash: row.filesize < LARGE ? row.hash : null,
    hash_algorithm: 'sha256',
    storage: ctx.files.store.number,
    filesize: row.filesize,
    mime_type: mimeOf(row.mime, row.real_name),
    state: row.state,
    immutable: row.immutable === 1 ? 1 : 0,
  }
}
