import type { Paging } from '@aliquot/contract/common'
import { readNumbers } from '@aliquot/contract/numbers'
import { ofField } from '@aliquot/contract/refusals/problem'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { UploadRow } from '../../db/schema.ts'
import { InvalidInput, NotFound } from '../../errors.ts'
import { ContentAltered, ContentMissing } from '../../files/store.ts'
import { wireTime } from '../../lib/dates.ts'
import { type ZipMember, zipOf } from '../../lib/zip/zip.ts'
import { StreamAnswer } from '../../records/answers.ts'
import { requireReadable } from '../entries/entries.access.ts'
import type { UploadPath } from '../uploads/uploads.access.ts'
import * as uploads from '../uploads/uploads.lookup.ts'
import { ALTERED, fileNames, MISSING } from './exports.names.ts'
import { counted, followExport } from './exports.progress.ts'

/** A file with its name in an archive. */
export interface FileInside {
  row: UploadRow
  name: string
  /** The storage has lost the content; a note takes its place. */
  isMissing: boolean
  /** The name of the note that takes the place of content that turns out to be altered. */
  noteName: string
}

/** Checks which contents exist first, because the note for a lost one gets another name. */
export async function nameFiles(
  { files: { store } }: Context,
  rows: readonly UploadRow[],
  taken: readonly string[],
): Promise<FileInside[]> {
  const found: { row: UploadRow; isMissing: boolean }[] = []
  for (const row of rows) found.push({ row, isMissing: (await store.sizeOf(row.hash)) !== row.filesize })
  const names = await fileNames(
    found.map(({ row, isMissing }) => (isMissing ? `${row.real_name}${MISSING}` : row.real_name)),
    taken,
  )
  const notes = await fileNames(
    names.map((name) => `${name}${ALTERED}`),
    [...taken, ...names],
  )
  return found.map((file, index) => ({ ...file, name: names[index] ?? '', noteName: notes[index] ?? '' }))
}

/** A note that takes the place of a content. */
export interface NoteInside {
  name: string
  content: string
  /** What its name has behind that of the file. */
  suffix: string
}

/**
 * A lost or altered content is replaced by a note, so that everything else can still be exported. `onNote` is told of
 * it.
 */
export function fileMember(
  ctx: Context,
  { row, name, isMissing, noteName }: FileInside,
  folder = '',
  onNote: (note: NoteInside) => void = () => {},
): ZipMember {
  const { hash, filesize: size, mime, id } = row
  const at = wireTime(row.created_at, ctx.config.TIMEZONE)
  const note = (problem: ContentMissing | ContentAltered, name: string, suffix: string): ZipMember => {
    ctx.log.error({ err: problem, upload: id }, 'a file is missing in an export')
    const content = `${problem.message}\n${problem.description}\n`
    onNote({ name, content, suffix })
    return { name: `${folder}${name}`, at, content }
  }
  if (isMissing) return note(new ContentMissing(hash), name, MISSING)
  return {
    name: `${folder}${name}`,
    at,
    content: {
      size,
      isPacked: isPacked(mime),
      open: () => ctx.files.checked.read({ hash, size }),
      instead: (error) =>
        error instanceof ContentAltered || error instanceof ContentMissing ? note(error, noteName, ALTERED) : undefined,
    },
  }
}

const PACKED = /^(video|audio)\/(?!wav)|^image\/(?!bmp|tiff|svg)|zip|zstd|-xz|bzip2|7z|pdf/

/** The format is compressed already. */
function isPacked(mime: string): boolean {
  return PACKED.test(mime)
}

const MOST_FILES = 100_000
const EVERY_STATE = [1, 2, 3, 4, 5, 6]

export interface FilesQuery extends Paging {
  state: readonly number[]
  /** Only these files, whatever their state: `12,15`. */
  id?: string | undefined
  progress?: string | undefined
}

/** The files of an entry as one archive, in the folders given by their names. */
export async function exportFiles(
  ctx: Context,
  actor: Actor,
  path: UploadPath,
  { state, id: ids, limit, offset, progress }: FilesQuery,
): Promise<StreamAnswer> {
  const { id: entity } = await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const named = readNumbers(ids, (problem) => {
    throw new InvalidInput(ofField(problem, 'id'))
  })
  const states = JSON.stringify(named ? EVERY_STATE : state)
  const page = named ? { limit: MOST_FILES, offset: 0 } : { limit: limit || MOST_FILES, offset }
  const rows = (await uploads.listPage(ctx.db.read, { entity, states, ...page })).reverse()
  const wanted = named ? requireNamed(rows, named) : rows
  const files = await nameFiles(ctx, wanted, [])
  const members = files.values().map((file) => fileMember(ctx, file))
  const follower = followExport(ctx, actor, progress, files.length)
  const parts = zipOf(counted(members, follower))
  const name = `${path.entity_type}-${entity}-files.zip`
  const total = { total: files.length }
  return new StreamAnswer({ type: 'application/zip', kind: 'attachment', name, parts, total, follower })
}

/** Refuses if one of the named files is missing. */
function requireNamed<Row extends UploadRow>(rows: readonly Row[], named: readonly number[]): Row[] {
  const wanted = new Set(named)
  const found = rows.filter(({ id }) => wanted.has(id))
  for (const { id } of found) wanted.delete(id)
  const [missing] = wanted
  if (missing !== undefined) throw new NotFound('export.no_file', { field: 'id', id: missing })
  return found
}
