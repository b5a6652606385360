import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExportOptions } from '@aliquot/contract/exports'
import type { ZipMember } from '../../lib/zip/zip.ts'
import { Texts } from '../../text-work/text-work.ts'
import type { Viewer } from '../entries/entries.record.ts'
import { fileMember, nameFiles } from './exports.files.ts'
import { folderNames, foldersOfOwners } from './exports.names.ts'
import { toUpload } from './exports.of-file.ts'
import { type NamedFile, pageOf } from './exports.page.ts'
import { type Found, type Place, RECORD, readIfOpen } from './exports.read.ts'
import { paperOfOne } from './paper/paper.ts'
import type { Reader } from './paper/reader.ts'

export const PAGE = 'entry.html'
export const PAPER = 'entry.pdf'

export interface ArchiveOptions extends ExportOptions {
  /** Who reads the PDFs; undefined if there are none. */
  reader?: Reader | undefined
  /** The folders of a person's entries are in one of theirs. */
  isByOwner?: boolean
}

/**
 * The members of an archive, a folder per entry. Each entry is read when its turn comes, with a check of access: what
 * was closed in between is skipped.
 */
export async function* membersOf(
  places: AsyncIterable<Place> | Iterable<Place>,
  options: ArchiveOptions,
): AsyncGenerator<ZipMember> {
  const folderOf = options.isByOwner ? foldersOfOwners() : folderNames()
  for await (const place of places) {
    const found = await readIfOpen(place, { json: options.json || options.format === 'zipa' })
    if (found) yield* membersIn(place.viewer, folderOf(found.entry), found, options)
    // SQLite and a fast client never pause, so yield to other requests.
    await nextTurn()
  }
}

async function* membersIn(
  viewer: Viewer,
  folder: string,
  found: Found,
  options: ArchiveOptions,
): AsyncGenerator<ZipMember> {
  const { entry, record, uploads } = found
  const at = entry.modified_at
  const changelog = options.changelog ?? options.format === 'zipa'
  const inside = await nameFiles(viewer.ctx, uploads, [PAGE, RECORD, PAPER])
  const files = inside.map((file): NamedFile => ({ ...file, upload: toUpload(viewer, file.row) }))
  const { baseUrl } = viewer
  const beside = files.map(({ name, upload }) => ({ name, longName: upload.long_name }))
  const texts = new Texts(viewer.actor.userid)
  const text = await texts.later('selfContained', entry.body_html ?? '', beside, baseUrl)
  const page = pageOf(entry, { ...options, changelog, text, files, baseUrl, timezone: viewer.ctx.config.TIMEZONE })
  yield { name: `${folder}/${PAGE}`, at, content: page }
  const { reader } = options
  if (reader) {
    const paper = { ...options, reader, title: entry.title, isArchive: options.format === 'zipa' }
    const open = async () => paperOfOne(viewer, found, paper)
    yield { name: `${folder}/${PAPER}`, at, content: { size: undefined, isPacked: true, open } }
  }
  if (record && options.json) yield { name: `${folder}/${RECORD}`, at, content: record() }
  for (const file of inside) yield fileMember(viewer.ctx, file, `${folder}/`)
}
