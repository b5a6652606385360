import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entity } from '@aliquot/contract/entities'
import type { ExportOptions } from '@aliquot/contract/exports'
import type { Context } from '../../../context.ts'
import { type PdfAttachment, PdfBinder } from '../../../lib/pdf/binder.ts'
import { pressOf } from '../../../media/workplace.ts'
import type { Viewer } from '../../entries/entries.record.ts'
import { kindOf } from '../../entries/entries.types.ts'
import { plainLink } from '../../entries/record/address.ts'
import { type FileInside, fileMember, nameFiles } from '../exports.files.ts'
import { folderNames } from '../exports.names.ts'
import { toUpload } from '../exports.of-file.ts'
import { type Found, type Place, RECORD, readIfOpen } from '../exports.read.ts'
import { appendedPdfs } from './appended.ts'
import { pagesOf } from './pages-of.ts'
import type { Reader } from './reader.ts'
import { classificationIn, sheetWords } from './words/languages.ts'

export interface PaperOptions extends ExportOptions {
  reader: Reader
  /** Of the document. */
  title: string
  isArchive: boolean
  /** Names of files are those of several entries. */
  isOfMany?: boolean
}

/** The pages of entries, one after the other, as one PDF. What was closed in between is skipped. */
export async function* paperOf(
  viewer: Viewer,
  places: AsyncIterable<Place> | Iterable<Place>,
  options: PaperOptions,
): AsyncGenerator<Buffer> {
  const { reader, title, isArchive } = options
  const folderOf = folderNames()
  const binder = binderFor(viewer.ctx, { reader, title, isArchive })
  yield* binder.begin()
  let isEmpty = true
  for await (const place of places) {
    const found = await readIfOpen(place, { json: isArchive })
    if (!found) continue
    const folder = options.isOfMany ? `${folderOf(found.entry)} - ` : ''
    yield* addEntry(binder, place.viewer, found, folder, options)
    isEmpty = false
    await nextTurn()
  }
  if (isEmpty) yield* binder.add(await emptyPage(viewer, reader, binder))
  yield* binder.end()
}

/** The pages of one entry that was read already. */
export async function* paperOfOne(viewer: Viewer, found: Found, options: PaperOptions): AsyncGenerator<Buffer> {
  const binder = binderFor(viewer.ctx, options)
  yield* binder.begin()
  yield* addEntry(binder, viewer, found, '', options)
  yield* binder.end()
}

function binderFor(ctx: Context, { reader, title, isArchive }: Pick<PaperOptions, 'reader' | 'title' | 'isArchive'>) {
  return new PdfBinder({
    title,
    author: reader.name,
    language: reader.language.code,
    madeAt: ctx.now(),
    isArchive,
  })
}

async function* addEntry(
  binder: PdfBinder,
  viewer: Viewer,
  { entry, record, uploads }: Found,
  folder: string,
  options: PaperOptions,
): AsyncGenerator<Buffer> {
  const { reader, isArchive, classification, changelog } = options
  // The slashes of a name are folders elsewhere, but not inside a PDF.
  const flat = uploads.map((row) => ({ ...row, real_name: row.real_name.replaceAll('/', '_') }))
  const inside = await nameFiles(viewer.ctx, flat, [RECORD])
  const files = inside.map((file) => ({ ...file, upload: toUpload(viewer, file.row) }))
  const withFiles = isArchive && options.format === 'pdfa'
  const pages = {
    reader,
    files,
    contents: uploads,
    changelog: changelog ?? isArchive,
    classification: classificationIn(reader.language, classification),
    embedded: !isArchive ? 'nothing' : withFiles ? 'all' : 'record',
  } as const
  yield* binder.add(await pagesOf(viewer, entry, pages, binder.start()))
  // Pages of others can break what an archive promises; it has their files.
  if (reader.appendsPdfs && !isArchive) yield* appendedPdfs(binder, viewer, { entry, uploads }, reader)
  if (!isArchive || !record) return
  // Without the share key, as on the pages: a document reaches people who were not meant to get lasting access.
  const keyless = { access_key: null, sharelink: plainLink(entry, kindOf(entry.type), viewer.baseUrl) }
  yield* binder.attach(recordFile(entry, record(keyless), folder, viewer.ctx.now()))
  if (withFiles) for (const file of inside) yield* binder.attach(attachmentOf(viewer.ctx, file, folder))
}

function recordFile(entry: Entity, record: Iterable<string>, folder: string, at: string): PdfAttachment {
  const content = Buffer.from([...record].join(''))
  const about = `The record of ${entry.elabid ?? entry.id} with its history`
  const name = `${folder}${RECORD}`
  return { name, mime: 'application/json', at, about, relation: 'Source', size: content.length, read: () => [content] }
}

/** A lost or altered content is replaced by a note, as in an archive of files. */
function attachmentOf(ctx: Context, file: FileInside, folder: string): PdfAttachment {
  const { row } = file
  const { name, content } = fileMember(ctx, file, folder)
  const common = { name, at: row.created_at, about: row.comment ?? '', relation: 'Supplement' as const }
  if (typeof content === 'string' || !('open' in content)) return noteOf(common, [content].flat().join(''))
  return {
    ...common,
    mime: row.mime,
    size: row.filesize,
    read: () => content.open(),
    instead: (error) => {
      const note = content.instead?.(error)
      return note && noteOf({ ...common, name: note.name }, String(note.content))
    },
  }
}

function noteOf(common: Pick<PdfAttachment, 'name' | 'at' | 'about' | 'relation'>, text: string): PdfAttachment {
  const content = Buffer.from(text)
  return { ...common, mime: 'text/plain', size: content.length, read: () => [content] }
}

/** A document without pages is none. */
function emptyPage({ ctx, actor }: Viewer, { language, page, name }: Reader, binder: PdfBinder) {
  const { words, code } = language
  const told = { title: words.nothing, address: '' }
  const sheet = {
    page,
    language: code,
    title: words.entries,
    author: name,
    madeAt: ctx.now(),
    words: sheetWords(language),
    labels: [told],
  }
  return pressOf(ctx).make({ task: 'codes', sheet, start: binder.start() }, { person: actor.userid })
}
